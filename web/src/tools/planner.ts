// Asks for routes while things move: the next question goes out when the answer to the last has come, and asks for the
// newest state. Edits of obstacles go the same way, so that a route is always that of the world as it is drawn.

import type { App } from "../app";
import { Left, Trouble } from "../source/source";
import type { Answer, Box, Vec3 } from "../source/types";
import { withAt, type Pair } from "../state";

const KEPT_LATENCIES = 120;
/** Milliseconds that all methods may take while something is dragged; beyond it only the fastest is asked until it rests. */
const SMOOTH = 25;
/** When all methods took longer, each is asked for itself, and the first answers are shown while the others work. */
const SLOW = 250;
/** A question that took longer than this is taken back when there is a newer one; before, its answer may be the only one for a while. */
const TOO_LONG = 700;

/** Answers of a method that count for how fast it is: some are slow because something had to be derived for them. */
const RECENT = 4;

interface Known {
  times: number;
  /** Microseconds of its last routes. */
  recent: number[];
  /** It refused what another method found a route for. */
  unable: boolean;
}

export class Planner {
  private pairs = new Set<number>();
  private moves = new Map<number, Box>();
  private running = false;
  private dragging = false;
  private allTook = Infinity;
  /** What is known of each method since the body or the rules changed. */
  private known = new Map<string, Known>();
  /** When the question that is under way was asked. */
  private askedAt = Infinity;
  /** What is asked once more although its answers are shown. */
  private repeated: Pair | null = null;
  private repeating = false;

  constructor(private app: App) {
    const all = (): void => this.wantAll();
    app.store.on(["body", "forbid", "ignore"], () => this.known.clear());
    app.store.on(["body", "forbid", "ignore", "revision"], all);
    app.onOpened(all);
    app.onClosed(() => {
      this.pairs.clear();
      this.moves.clear();
      this.known.clear();
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
    const asked = this.askedAt;
    const patience = this.repeating ? 0 : Math.max(0, asked + TOO_LONG - performance.now());
    const stop = (): void => {
      if (this.askedAt === asked) this.app.session?.stopPlans();
    };
    if (asked !== Infinity) setTimeout(stop, patience);
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
    const quick = this.dragging && this.allTook > SMOOTH;
    const asked = pair !== store.now.active ? methods.slice(0, 1) : quick ? this.fastest(methods) : methods;
    this.repeating = !quick && this.repeated === store.now.pairs[pair];
    const before = performance.now();
    const release = this.dragging ? this.app.stage.hold() : null;
    const answers = await this.asked(pair, from, to, asked, quick);
    release?.();
    const took = performance.now() - before;
    store.set({ latency: [...store.now.latency, took].slice(-KEPT_LATENCIES) });
    if (pair !== store.now.active) return;
    this.compare(answers);
    if (answers.length === methods.length) this.timed(answers, took);
  }

  /** Asks methods, all at once or one after the other, and shows what they answer; a quick question is answered by the first that finds a route. */
  private async asked(pair: number, from: Vec3, to: Vec3, methods: string[], quick: boolean): Promise<Answer[]> {
    const { store } = this.app;
    const together = !quick && (!this.app.source.live || this.allTook < SLOW);
    const answers: Answer[] = [];
    for (const some of together ? [methods] : methods.map((method) => [method])) {
      this.askedAt = performance.now();
      const came = await this.app.ask((session) => session.plan(from, to, this.app.with(), some))
        .catch((error: unknown) => stopped(error, some, from))
        .finally(() => (this.askedAt = Infinity));
      answers.push(...came);
      // Of another pair they would say little of this one.
      if (pair === store.now.active) came.forEach((answer) => this.note(answer));
      const enough = answers.length === methods.length || (quick && came.some((answer) => answer.found));
      // Asked anew meanwhile: what is still missing would come too late.
      if (!enough && this.pairs.has(pair)) break;
      // What is asked once more is shown already.
      const shown = enough || !(quick || this.repeating);
      if (shown && pair < store.now.pairs.length) store.set({ answers: withAt(store.now.answers, pair, [...answers]) });
      if (enough) break;
    }
    return answers;
  }

  private note({ method, found, micros = 0 }: Answer): void {
    const { times, recent, unable } = this.known.get(method) ?? { times: 0, recent: [], unable: false };
    this.known.set(method, { times: times + 1, recent: found ? [...recent, micros].slice(-RECENT) : recent, unable });
  }

  /** A method that refuses where another finds a route is asked after it. */
  private compare(answers: Answer[]): void {
    if (!answers.some(({ found }) => found)) return;
    for (const { method, found } of answers) {
      const known = this.known.get(method);
      if (known) known.unable = !found;
    }
  }

  /** The first answers had to derive much; how fast the methods are from now on, the second ones say. */
  private timed(answers: Answer[], took: number): void {
    const { pairs, active } = this.app.store.now;
    this.allTook = took;
    if (took < SMOOTH || this.repeating || answers.some(({ method }) => this.known.get(method)?.times !== 1)) return;
    this.repeated = pairs[active] ?? null;
    this.pairs.add(active);
  }

  /** The shown methods that answer fastest: the first is asked, the second when it finds nothing, for it may be the more able one. */
  private fastest(methods: string[]): string[] {
    const { hiddenMethods } = this.app.store.now;
    const shown = methods.filter((name) => !hiddenMethods.includes(name));
    const rank = (name: string): number => {
      const { recent, unable } = this.known.get(name) ?? { recent: [], unable: false };
      return unable ? Infinity : Math.min(1e12, ...recent);
    };
    return [...(shown.length > 0 ? shown : methods)].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0)).slice(0, 2);
  }
}

/** What stands in for the answers of methods that gave none, so that the others are asked all the same. */
function stopped(error: unknown, methods: string[], at: Vec3): Answer[] {
  if (!(error instanceof Trouble)) throw error;
  const why = { kind: "budget", at, has: null, needs: null, also: [], object: null, passes_with: null, message: error.message };
  return methods.map((method) => ({ found: false, method, why }));
}
