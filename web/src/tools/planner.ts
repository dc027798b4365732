// Asks for routes while things move: the next question goes out when the answer to the last has come, and asks for the
// newest state. Edits of obstacles go the same way, so that a route is always that of the world as it is drawn.
//
// While something is dragged no question takes long: the server answers in time or says that it is late, and tells a no without
// its reason. What is shown then is marked as provisional, and unless something newer is to be asked, the exact answer is asked for at once.

import type { App } from "../app";
import { Left, Trouble } from "../source/source";
import type { Answer, Box, Method, Told, Vec3 } from "../source/types";
import { withAt, type Pair } from "../state";
import { Pace } from "./pace";

const KEPT_LATENCIES = 120;
/** Milliseconds that all methods may take while something is dragged; beyond it only the fastest is asked until it rests. */
const SMOOTH = 25;
/** Milliseconds in which the server answers while something is dragged; with what the page does before and after it, it is seen at once. */
const WITHIN = 25;
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
  private pace = new Pace();
  /** When the question that is under way was asked. */
  private askedAt = Infinity;
  /** What is asked once more although its answers are shown. */
  private repeated: Pair | null = null;
  private repeating = false;
  /** What is under way is of no use once there is something newer: the exact answer to where a drag has come to. */
  private catchingUp = false;

  constructor(private app: App) {
    const all = (): void => this.wantAll();
    app.store.on(["body", "forbid", "ignore"], () => this.pace.clear());
    app.store.on(["body", "forbid", "ignore", "revision"], all);
    app.onOpened(all);
    app.onClosed(() => {
      this.pairs.clear();
      this.moves.clear();
      this.pace.clear();
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

  /** What is asked already is taken back when it has had its time, and soon if nobody waits for it. */
  private hurry(): void {
    const asked = this.askedAt;
    const patience = this.repeating || this.catchingUp ? 0 : Math.max(0, asked + TOO_LONG - performance.now());
    const stop = (): void => {
      if (this.askedAt === asked) this.app.session?.stopPlans();
    };
    if (asked !== Infinity && patience === 0) stop();
    else if (asked !== Infinity) setTimeout(stop, patience);
    void this.run();
  }

  /** An obstacle is somewhere else. */
  move(obstacle: number, box: Box): void {
    this.moves.set(obstacle, box);
    this.hurry();
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
      store.set({ answers: withAt(store.now.answers, pair, []), ...(pair === store.now.active ? { provisional: null } : {}) });
      return;
    }
    const known = store.now.facts?.methods ?? [];
    const methods = known.map((method) => method.name);
    if (this.dragging && this.app.source.live) return pair === store.now.active ? this.hurried(pair, from, to, known) : this.besides(pair, from, to, known);
    this.repeating = this.repeated === store.now.pairs[pair];
    const before = performance.now();
    const answers = await this.asked(pair, from, to, pair === store.now.active ? methods : methods.slice(0, 1));
    const took = performance.now() - before;
    store.set({ latency: [...store.now.latency, took].slice(-KEPT_LATENCIES) });
    if (pair !== store.now.active) return;
    this.pace.compare(answers);
    if (answers.length === methods.length) this.timed(answers, took);
  }

  /** Asks while something moves: in time first, whatever is there by then, and exactly if nothing has moved meanwhile. */
  private async hurried(pair: number, from: Vec3, to: Vec3, methods: Method[]): Promise<void> {
    const { store } = this.app;
    const quick = this.allTook > SMOOTH;
    const shown = methods.filter(({ name }) => !store.now.hiddenMethods.includes(name));
    const asked = quick ? this.pace.fastest(shown.length > 0 ? shown : methods) : methods.map(({ name }) => name);
    this.repeating = false;
    const before = performance.now();
    const release = this.app.stage.hold();
    const { answers, late } = await this.inTime(pair, from, to, quick ? asked.map((method) => [method]) : [asked]).finally(release);
    const took = performance.now() - before;
    store.set({ latency: [...store.now.latency, took].slice(-KEPT_LATENCIES) });
    this.pace.compare(answers);
    if (!quick) this.allTook = late.length > 0 ? Infinity : took;
    const found = answers.some((answer) => answer.found);
    if (found || late.length === 0) this.show(pair, answers);
    if (pair === store.now.active) store.set({ provisional: found ? null : late.length > 0 ? "route" : "reason" });
    if (found || this.pairs.size > 0 || this.moves.size > 0) return;
    this.catchingUp = true;
    await this.asked(pair, from, to, asked.slice(0, 1)).finally(() => (this.catchingUp = false));
  }

  /** The route of a pair that nobody drags, but that an obstacle may be in the way of: where it is late, all stays as it is until that rests. */
  private async besides(pair: number, from: Vec3, to: Vec3, methods: Method[]): Promise<void> {
    const { answers } = await this.inTime(pair, from, to, [this.pace.fastest(methods).slice(0, 1)]);
    if (answers.length > 0) this.show(pair, answers);
  }

  /** Asks some methods after others until one finds a route or is late; each time the server answers in time. */
  private async inTime(pair: number, from: Vec3, to: Vec3, turns: string[][]): Promise<Told> {
    const all: Told = { answers: [], late: [] };
    for (const some of turns) {
      const { answers, late } = this.noted(await this.app.ask((session) => session.plan(from, to, this.app.with(), some, WITHIN)));
      // Of another pair they would say little of this one.
      if (pair === this.app.store.now.active) {
        answers.forEach((answer) => this.pace.note(answer, true));
        this.pace.late(late);
      }
      all.answers.push(...answers);
      all.late.push(...late);
      if (late.length > 0 || answers.some((answer) => answer.found) || this.pairs.has(pair)) break;
    }
    return all;
  }

  /** Notes how full the server's cache is. */
  private noted(told: Told): Told {
    if (told.cache) this.app.store.set({ cache: told.cache });
    return told;
  }

  private show(pair: number, answers: Answer[]): void {
    const { store } = this.app;
    if (pair < store.now.pairs.length) store.set({ answers: withAt(store.now.answers, pair, answers) });
    if (pair === store.now.active) store.set({ provisional: null });
  }

  /** Asks methods for as long as they take, all at once or one after the other, and shows what they answer. */
  private async asked(pair: number, from: Vec3, to: Vec3, methods: string[]): Promise<Answer[]> {
    const { store } = this.app;
    const together = !this.app.source.live || this.allTook < SLOW;
    const answers: Answer[] = [];
    for (const some of together ? [methods] : methods.map((method) => [method])) {
      this.askedAt = performance.now();
      const came = await this.app.ask((session) => session.plan(from, to, this.app.with(), some, null))
        .then((told) => this.noted(told).answers, (error: unknown) => stopped(error, some, from))
        .finally(() => (this.askedAt = Infinity));
      answers.push(...came);
      // Of another pair they would say little of this one.
      if (pair === store.now.active) came.forEach((answer) => this.pace.note(answer, !this.catchingUp));
      const enough = answers.length === methods.length;
      // Asked anew meanwhile: what is still missing would come too late.
      if (!enough && this.pairs.has(pair)) break;
      // What is asked once more is shown already.
      if (enough || !this.repeating) this.show(pair, [...answers]);
    }
    return answers;
  }

  /** The first answers had to derive much; how fast the methods are from now on, the second ones say. */
  private timed(answers: Answer[], took: number): void {
    const { pairs, active } = this.app.store.now;
    this.allTook = took;
    if (took < SMOOTH || this.repeating || !this.pace.isFirst(answers)) return;
    this.repeated = pairs[active] ?? null;
    this.pairs.add(active);
  }
}

/** What stands in for the answers of methods that gave none, so that the others are asked all the same. */
function stopped(error: unknown, methods: string[], at: Vec3): Answer[] {
  if (!(error instanceof Trouble)) throw error;
  const why = { kind: "budget", at, has: null, needs: null, also: [], object: null, passes_with: null, message: error.message };
  return methods.map((method) => ({ found: false, method, why }));
}
