// A small handle for tests and for the curious: `footpath` in the browser's console.

import type { App } from "./app";
import { exportData, exportModel, exportPicture } from "./panels/export";
import { toHash } from "./share";
import type { Answer, Facts, Vec3 } from "./source/types";
import type { Key, State } from "./state";

export interface Handle {
  /** A scene is on the stage. */
  readonly ready: boolean;
  /** Nothing is under way. */
  readonly idle: boolean;
  readonly facts: Facts | null;
  /** Answers of the chosen pair. */
  readonly answers: Answer[];
  readonly state: State;
  readonly frames: number;
  readonly link: string;
  /** Tells when parts of the state have changed, after the panels and the stage have been told. */
  on(keys: Key[], tell: () => void): void;
  /** Where a position is on the page, in pixels. */
  project(at: Vec3): [number, number];
  /** Whether the picture of a layer is on the stage. */
  layerDrawn(name: string): boolean;
  exportPicture(): Promise<Blob>;
  exportModel(): Promise<Blob>;
  exportData(): Blob;
}

declare global {
  interface Window {
    footpath: Handle;
  }
}

export function giveHandle(app: App): void {
  const { store, stage } = app;
  window.footpath = {
    get ready() { return store.now.phase.kind === "ready"; },
    get idle() { return store.now.busy === 0; },
    get facts() { return store.now.facts; },
    get answers() { return store.now.answers[store.now.active] ?? []; },
    get state() { return store.now; },
    get frames() { return stage.frames; },
    get link() { return toHash(store.now); },
    on: (keys, tell) => store.on(keys, tell),
    project(at) {
      const [x, y] = stage.project(at);
      const box = stage.canvas.getBoundingClientRect();
      return [box.left + x, box.top + y];
    },
    layerDrawn: (name) => app.layers.isDrawn(name),
    exportPicture: () => exportPicture(app),
    exportModel: () => exportModel(app),
    exportData: () => exportData(app),
  };
}
