// Asks for routes while things move: the next question goes out when the answer to the last has come, and asks for the
// newest state. Edits of obstacles go the same way, so that a route is always that of the world as it is drawn.

import type { App } from "../app";
import { sentence } from "../source/source";
import type { Box } from "../source/types";
import { withAt } from "../state";

const KEPT_LATENCIES = 120;
/** Milliseconds that all methods may take while something is dragged; beyond it only the fastest is asked until it rests. */
const SMOOTH = 50;

export class Planner {
  private pairs = new Set<number>();
  private moves = new Map<number, Box>();
  private running = false;
  private dragging = false;
  private allTook = 0;

  constructor(private app: App) {
    const all = (): void => this.wantAll();
    app.store.on(["body", "forbid", "ignore", "revision"], all);
    app.onOpened(all);
    app.onClosed(() => {
      this.pairs.clear();
      this.moves.clear();
    });
  }

  /** The route of one pair is no longer right. */
  want(pair: number): void {
    this.pairs.add(pair);
    void this.run();
  }

  wantAll(): void {
    this.app.store.now.pairs.forEach((_, pair) => this.pairs.add(pair));
    void this.run();
  }

  /** An obstacle is somewhere else. */
  move(obstacle: number, box: Box): void {
    this.moves.set(obstacle, box);
    void this.run();
  }

  /** Something is held and moves with the pointer; `false` when it is let go, and all methods are asked. */
  drag(on: boolean): void {
    const was = this.dragging;
    this.dragging = on;
    if (was && !on) this.wantAll();
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      while (this.app.session && (this.pairs.size > 0 || this.moves.size > 0)) {
        if (this.moves.size > 0) await this.edit();
        else await this.plan();
      }
    } catch (error) {
      this.app.tell(sentence(error));
    } finally {
      this.running = false;
    }
  }

  private async edit(): Promise<void> {
    const moves = [...this.moves];
    this.moves.clear();
    const placed = await this.app.ask((session) => Promise.all(moves.map(([number, box]) => session.move(number, box))));
    const revision = placed[placed.length - 1]?.revision;
    if (revision !== undefined) this.app.store.set({ revision });
    this.app.store.now.pairs.forEach((_, pair) => this.pairs.add(pair));
  }

  private async plan(): Promise<void> {
    const { store } = this.app;
    // What the user works with first, then the others.
    const pair = this.pairs.has(store.now.active) ? store.now.active : Math.min(...this.pairs);
    this.pairs.delete(pair);
    const { from, to } = store.now.pairs[pair] ?? { from: null, to: null };
    if (!from || !to) {
      store.set({ answers: withAt(store.now.answers, pair, []) });
      return;
    }
    const methods = (store.now.facts?.methods ?? []).map((method) => method.name);
    const asked = pair !== store.now.active ? methods.slice(0, 1) : this.dragging && this.allTook > SMOOTH ? this.fastest(methods) : methods;
    const before = performance.now();
    const release = this.dragging ? this.app.stage.hold() : null;
    const answers = await this.app.ask((session) => session.plan(from, to, this.app.with(), asked));
    const took = performance.now() - before;
    release?.();
    if (asked.length === methods.length) this.allTook = took;
    const latency = [...store.now.latency, took].slice(-KEPT_LATENCIES);
    if (pair < store.now.pairs.length) store.set({ answers: withAt(store.now.answers, pair, answers), latency });
  }

  /** The shown method that answered fastest last time. */
  private fastest(methods: string[]): string[] {
    const { answers, active, hiddenMethods } = this.app.store.now;
    const last = (answers[active] ?? []).filter((answer) => answer.found && !hiddenMethods.includes(answer.method));
    const best = last.reduce<(typeof last)[number] | null>((a, b) => (!a || (b.micros ?? 0) < (a.micros ?? 0) ? b : a), null);
    return best ? [best.method] : methods.slice(0, 1);
  }
}
