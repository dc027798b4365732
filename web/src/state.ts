// One state for the whole page. Panels and tools read it, change it with `set`, and hear of changes by `on`.
//
// The first half is what a link shares (share.ts writes and reads it); the second is what is going on now.

import type { BodyChoice } from "./body";
import type { Answer, Box, CacheUse, Facts, Figure, Picked, Scenes, Settings, Vec3 } from "./source/types";

export interface Pair {
  from: Vec3 | null;
  to: Vec3 | null;
}

/** A box; its number is the server's and comes when it is placed there. */
export interface Obstacle {
  box: Box;
  number: number | null;
}

export interface CameraView {
  eye: Vec3;
  target: Vec3;
}

export type SceneLook = "solid" | "faded" | "hidden";
export type Tool = "route" | "obstacle" | "pick";
export type Phase =
  | { kind: "choose" }
  | { kind: "loading"; scene: string; stages: { name: string; done: number }[] }
  | { kind: "failed"; scene: string; message: string }
  | { kind: "ready" };

export interface FrontState {
  count: number;
  shown: number;
  playing: boolean;
  bushfire: boolean;
  costs: Float32Array;
}

export interface WalkState {
  /** One of each walker that has both ends, with its number on the page. */
  figures: (Figure & { walker: number })[];
  seconds: number;
  time: number;
  playing: boolean;
  speed: number;
}

export interface Notice {
  text: string;
  kind: "note" | "error";
}

export interface State {
  scene: string | null;
  settings: Settings;
  body: BodyChoice;
  pairs: Pair[];
  obstacles: Obstacle[];
  forbid: string[];
  ignore: string[];
  layers: string[];
  look: SceneLook;
  /** What is higher than this is not drawn; `null` draws all. */
  cut: number | null;
  /** What is lower than this is not drawn either. */
  base: number | null;
  hiddenMethods: string[];
  camera: CameraView | null;

  phase: Phase;
  scenes: Scenes | null;
  facts: Facts | null;
  live: boolean;
  tool: Tool;
  active: number;
  /** Per pair, one answer of each method; empty until both ends are set. */
  answers: Answer[][];
  /**
   * What is not known yet of the chosen pair, for something is dragged faster than it is answered: a route, and its answers are those of
   * a moment ago; or the reason for a no. `null` when the answers are exact.
   */
  provisional: "route" | "reason" | null;
  /** Milliseconds from question to answer as the page saw them, the newest last. */
  latency: number[];
  /** Derived data that the server keeps, after the last answer. */
  cache: CacheUse | null;
  selected: number | null;
  boxSize: Vec3;
  revision: number;
  picked: Picked | null;
  front: FrontState | null;
  walk: WalkState | null;
  follow: boolean;
  /** The picture is what the first walker sees. */
  eyes: boolean;
  firstPerson: boolean;
  panels: boolean;
  help: boolean;
  tab: string;
  notice: Notice | null;
  /** Questions that are under way. */
  busy: number;
}

export const MOST_PAIRS = 10;

export function fresh(): State {
  return {
    scene: null,
    settings: {},
    body: { preset: "adult", measures: {}, abilities: {} },
    pairs: [{ from: null, to: null }],
    obstacles: [],
    forbid: [],
    ignore: [],
    layers: [],
    look: "solid",
    cut: null,
    base: null,
    hiddenMethods: [],
    camera: null,
    phase: { kind: "choose" },
    scenes: null,
    facts: null,
    live: true,
    tool: "route",
    active: 0,
    answers: [[]],
    provisional: null,
    latency: [],
    cache: null,
    selected: null,
    boxSize: [0.8, 1, 0.8],
    revision: 0,
    picked: null,
    front: null,
    walk: null,
    follow: true,
    eyes: false,
    firstPerson: false,
    panels: true,
    help: false,
    tab: "layers",
    notice: null,
    busy: 0,
  };
}

export type Key = keyof State;

export class Store {
  private listeners: { keys: Key[]; tell: () => void }[] = [];
  private changed = new Set<Key>();

  constructor(readonly now: State) {}

  /** Changes parts of the state; whoever listens to them hears of it once, before the next frame. */
  set(part: Partial<State>): void {
    for (const key of Object.keys(part) as Key[]) {
      if (this.now[key] === part[key]) continue;
      Object.assign(this.now, { [key]: part[key] });
      if (this.changed.size === 0) queueMicrotask(() => this.tell());
      this.changed.add(key);
    }
  }

  on(keys: Key[], tell: () => void): void {
    this.listeners.push({ keys, tell });
  }

  /** Listens, and begins with what there is. */
  show(keys: Key[], tell: () => void): void {
    this.on(keys, tell);
    tell();
  }

  private tell(): void {
    const changed = this.changed;
    this.changed = new Set();
    for (const { keys, tell } of this.listeners) {
      if (keys.some((key) => changed.has(key))) tell();
    }
  }
}

/** A list with one of its entries changed. */
export function withAt<T>(list: T[], index: number, entry: T): T[] {
  return list.map((old, i) => (i === index ? entry : old));
}
