// Where everything that is shown comes from. `Live` asks a server; `Kept` has it inside the page.

import type { Pack } from "./pack";
import type {
  Answer, Box, Edited, ExportRequest, Facts, FrontRequest, Picked, Placed, Scenes, Settings, Told, Vec3, Walk, With,
} from "./types";

export type Progress = (stage: string, done: number) => void;

export interface Source {
  /** Whether questions can be asked; a report only shows what was found. */
  readonly live: boolean;
  /** What a report has beside the scene; a server has all. */
  readonly has: { route: boolean; walk: boolean };
  scenes(): Promise<Scenes>;
  /** Takes the bytes of a model; gives the name of the scene to open. */
  upload(name: string, bytes: Blob, progress: Progress): Promise<string>;
  open(scene: string, settings: Settings, progress: Progress): Promise<Session>;
}

/** One baked scene. Questions are answered in the order in which they were asked. */
export interface Session {
  readonly facts: Facts;
  scene(): Promise<Pack>;
  layer(name: string, what: With, around: Vec3, from: Vec3 | null, to: Vec3 | null): Promise<Pack>;
  /** Routes of some methods. With some milliseconds the answer comes by then: what takes longer is late, and a no is told without its reason. */
  plan(from: Vec3, to: Vec3, what: With, methods: string[], within: number | null): Promise<Told>;
  /** Takes back plans that are not answered yet; whoever waits for them hears `Left`. */
  stopPlans(): void;
  /** What is known of the floor near a position; `null` where there is none. */
  pick(at: Vec3, what: With): Promise<Picked | null>;
  add(box: Box): Promise<Placed>;
  move(obstacle: number, box: Box): Promise<Placed>;
  remove(obstacle: number): Promise<Edited>;
  front(request: FrontRequest): Promise<Pack>;
  walk(walkers: { from: Vec3; to: Vec3 }[], what: With, speed: number | null): Promise<Walk>;
  exportModel(request: ExportRequest): Promise<Blob>;
  /** Called once when the line to the server is lost. */
  onLost(tell: (message: string) => void): void;
  close(): void;
}

/** A question that was answered with a sentence for a person; a refusal comes with its reasons. */
export class Trouble extends Error {
  constructor(message: string, readonly answer: Answer | null = null) {
    super(message);
  }
}

/** What was asked is no longer of interest: another scene is shown, or something newer was asked. Nobody needs to hear of it. */
export class Left extends Error {}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
