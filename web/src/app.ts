// The page as a whole: one state, one source, one stage, and what a scene goes through from its name to the screen.

import { Layers } from "./layers/layers";
import { taste } from "./layers/table";
import { Left, sentence, type Session, type Source } from "./source/source";
import type { Box, With } from "./source/types";
import { toToml } from "./body";
import { Cameras } from "./stage/cameras";
import { Model } from "./stage/model";
import { Stage } from "./stage/stage";
import { fresh, type State, type Store } from "./state";

const NOWHERE: Box = [[-5, 0, -5], [5, 3, 5]];

export class App {
  readonly stage: Stage;
  readonly cameras: Cameras;
  readonly layers: Layers;
  session: Session | null = null;
  model: Model | null = null;
  /** Called when a scene is there, and before it goes. */
  private opened: (() => void)[] = [];
  private closed: (() => void)[] = [];
  private attempt = 0;

  constructor(readonly store: Store, readonly source: Source, canvas: HTMLCanvasElement, overlay: HTMLCanvasElement) {
    this.stage = new Stage(canvas, overlay);
    let told = 0;
    this.cameras = new Cameras(this.stage, () => {
      clearTimeout(told);
      told = window.setTimeout(() => {
        if (this.model && !this.cameras.firstPerson) store.set({ camera: this.cameras.view });
      }, 200);
    });
    this.layers = new Layers(this);
    store.on(["cut", "base"], () => this.stage.cut(store.now.base, store.now.cut));
    store.on(["look", "layers"], () => this.dress());
    store.on(["forbid", "ignore"], () => this.model?.setRules(store.now.forbid, store.now.ignore));
  }

  onOpened(tell: () => void): void {
    this.opened.push(tell);
  }

  onClosed(tell: () => void): void {
    this.closed.push(tell);
  }

  with(): With {
    const { body, forbid, ignore } = this.store.now;
    return { body: toToml(body), forbid, ignore };
  }

  /** Asks the session, and counts that something is under way. */
  async ask<T>(question: (session: Session) => Promise<T>): Promise<T> {
    const { session, store } = this;
    if (!session) throw new Error("no scene is open");
    store.set({ busy: store.now.busy + 1 });
    try {
      const answer = await question(session);
      if (this.session !== session) throw new Left();
      return answer;
    } catch (error) {
      throw this.session === session ? error : new Left();
    } finally {
      store.set({ busy: store.now.busy - 1 });
    }
  }

  /** Says what went wrong, unless it belongs to a scene that was left. */
  complain(error: unknown): void {
    if (!(error instanceof Left)) this.tell(sentence(error));
  }

  tell(text: string, kind: "note" | "error" = "error"): void {
    this.store.set({ notice: { text, kind } });
  }

  /** Opens a scene; what a link says of it is kept, all else begins anew. */
  async open(scene: string, said: Partial<State> = {}): Promise<void> {
    const attempt = ++this.attempt;
    const { store } = this;
    this.close();
    const plain = fresh();
    const { body, layers, look } = store.now;
    const keep = { body, layers, look };
    store.set({
      pairs: plain.pairs, answers: plain.answers, provisional: null, active: 0, obstacles: [], forbid: [], ignore: [], cut: null, base: null, camera: null,
      latency: [], cache: null, settings: {}, ...keep, ...said, scene, phase: { kind: "loading", scene, stages: [] },
    });
    try {
      const progress = (stage: string, done: number): void => this.progress(attempt, scene, stage, done);
      const session = await this.source.open(scene, store.now.settings, progress);
      if (attempt !== this.attempt) return session.close();
      progress("picture", 0);
      const pack = await session.scene();
      if (attempt !== this.attempt) return session.close();
      this.session = session;
      session.onLost((message) => this.fail(scene, `${message}; start \`footpath view\` again and reload`));
      this.stage.origin = pack.origin;
      this.model = new Model(this.stage, pack, session.facts.objects);
      await this.begin(session);
    } catch (error) {
      if (attempt === this.attempt) this.fail(scene, sentence(error));
    }
  }

  close(): void {
    for (const tell of this.closed) tell();
    this.layers.clear();
    this.model?.dispose();
    this.model = null;
    this.session?.close();
    this.session = null;
    this.stage.invalidate();
    this.store.set({ facts: null, picked: null, front: null, walk: null, selected: null, revision: 0, firstPerson: false, tool: "route" });
  }

  fail(scene: string, message: string): void {
    this.close();
    this.store.set({ phase: { kind: "failed", scene, message } });
  }

  private async begin(session: Session): Promise<void> {
    const { store, stage } = this;
    const { facts } = session;
    const bounds = facts.bounds ?? NOWHERE;
    const roof = store.now.cut === null ? (this.model?.roofCut(facts.storeys, bounds) ?? null) : null;
    // A roof with a place on it is no roof.
    if (roof !== null && facts.places.every((place) => place.at[1] < roof)) store.set({ cut: roof });
    stage.cut(store.now.base, store.now.cut);
    this.model?.setRules(store.now.forbid, store.now.ignore);
    this.dress();
    if (this.source.live) await this.placeObstacles(session);
    store.set({ facts, phase: { kind: "ready" } });
    // The panels come with the scene and leave it less room; only then it is known what fits.
    await Promise.resolve();
    stage.resize();
    this.frame();
    if (store.now.camera) this.cameras.view = store.now.camera;
    this.model?.pace();
    for (const tell of this.opened) tell();
  }

  /** All of the scene, from the side of the start. */
  frame(): void {
    const { facts, pairs } = this.store.now;
    const start = pairs[0]?.from ?? facts?.places.find((place) => place.name === "start")?.at ?? null;
    this.cameras.frame(facts?.bounds ?? NOWHERE, this.model?.outline(), start);
  }

  /** Boxes of a link are put into the world again; one that no longer fits there is left out. */
  private async placeObstacles(session: Session): Promise<void> {
    const placed = [];
    for (const obstacle of this.store.now.obstacles) {
      try {
        const { obstacle: number, box, revision } = await session.add(obstacle.box);
        placed.push({ number, box });
        this.store.set({ revision });
      } catch (error) {
        this.complain(error);
      }
    }
    this.store.set({ obstacles: placed });
  }

  /** The scene steps back behind layers that ask for it, unless the user chose how it looks. */
  private dress(): void {
    const { look, layers } = this.store.now;
    const asked = layers.map((name) => taste(name).look ?? "solid");
    const quiet = asked.includes("hidden") ? "hidden" : asked.includes("faded") ? "faded" : "solid";
    this.model?.setLook(look === "solid" ? quiet : look);
  }

  private progress(attempt: number, scene: string, stage: string, done: number): void {
    const { phase } = this.store.now;
    if (attempt !== this.attempt || phase.kind !== "loading") return;
    const before = phase.stages.filter(({ name }) => name !== stage).map(({ name }) => ({ name, done: 1 }));
    this.store.set({ phase: { kind: "loading", scene, stages: [...before, { name: stage, done }] } });
  }
}
