// Asks for routes while things move: the next question goes out when the answer to the last has come, and asks for the
// newest state. Edits of obstacles go the same way, so that a route is always that of the world as it is drawn.

import type { App } from "../app";
import { Left } from "../source/source";
import type { Answer, Box } from "../source/types";
import { withAt } from "../state";

const KEPT_LATENCIES = 120;
/** Milliseconds that all methods may take while something is dragged; beyond it only the fastest is asked until it rests. */
const SMOOTH = 50;
/** When all methods took longer, each is asked for itself, and the first answers are shown while the others work. */
const SLOW = 250;
/** A question that took longer than this is taken back when there is a newer one; before, its answer may be the only one for a while. */
const TOO_LONG = 700;

export class Planner {
  private pairs = new Set<number>();
  private moves = new Map<number, Box>();
  private running = false;
  private dragging = false;
  private allTook = Infinity;
  /** How often each method was asked since the body or the rules changed, whether it found a route last time, and what it took when it did. */
  private took = new Map<string, { times: number; found: boolean; micros: number }>();
  /** When the question that is under way was asked. */
  private askedAt = Infinity;

  constructor(private app: App) {
    const all = (): void => this.wantAll();
    app.store.on(["body", "forbid", "ignore"], () => this.took.clear());
    app.store.on(["body", "forbid", "ignore", "revision"], all);
    app.onOpened(all);
    app.onClosed(() => {
      this.pairs.clear();
      this.moves.clear();
      this.took.clear();
    });
  }

  /** The route of one pair is no longer right. */
  want(pair: number): void {
    this.pairs.add(pair);
    this.hurry();
  }

  wantAll(): void {
    this.app.store.now.pairs.forEach((_, pair) => this.pairs.add(pair));
    this.hurry();
  }

  private hurry(): void {
    if (performance.now() - this.askedAt > TOO_LONG) this.app.session?.stopPlans();
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
    let again = false;
    try {
      while (this.app.session && (this.pairs.size > 0 || this.moves.size > 0)) {
        if (this.moves.size > 0) await this.edit();
        else await this.plan();
      }
    } catch (error) {
      this.app.complain(error);
      // Another scene was opened meanwhile, and its questions wait.
      again = error instanceof Left;
    } finally {
      this.running = false;
    }
    if (again) void this.run();
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
    const together = !this.app.source.live || this.allTook < SLOW;
    const answers: Answer[] = [];
    for (const some of together ? [asked] : asked.map((method) => [method])) {
      this.askedAt = performance.now();
      const came = await this.app.ask((session) => session.plan(from, to, this.app.with(), some)).finally(() => (this.askedAt = Infinity));
      answers.push(...came);
      // Of another pair they would say little of this one.
      if (pair === store.now.active) came.forEach((answer) => this.note(answer));
      // Asked anew meanwhile: what is still missing would come too late.
      if (answers.length < asked.length && this.pairs.has(pair)) break;
      if (pair < store.now.pairs.length) store.set({ answers: withAt(store.now.answers, pair, [...answers]) });
    }
    release?.();
    const took = performance.now() - before;
    if (answers.length === methods.length) this.allTook = took;
    store.set({ latency: [...store.now.latency, took].slice(-KEPT_LATENCIES) });
  }

  private note({ method, found, micros }: Answer): void {
    const before = this.took.get(method) ?? { times: 0, micros: 0 };
    this.took.set(method, { times: before.times + 1, found, micros: found ? (micros ?? 0) : before.micros });
  }

  /** The shown method that answered fastest, of those that found a route; one that was asked only once, and may have had to derive much, is tried again. */
  private fastest(methods: string[]): string[] {
    const { hiddenMethods } = this.app.store.now;
    const shown = methods.filter((name) => !hiddenMethods.includes(name));
    const rank = (name: string): number => {
      const { times, found, micros } = this.took.get(name) ?? { times: 0, found: true, micros: 0 };
      return (found ? 0 : 1e12) + (times < 2 ? 0 : micros);
    };
    return [...(shown.length > 0 ? shown : methods)].sort((a, b) => rank(a) - rank(b)).slice(0, 1);
  }
}
