// How fast methods answer, and so which of them is asked while something moves.
//
// In: answers as they come, and methods that were late. Out: which methods to ask, the best first.

import type { Answer, Method } from "../source/types";

/** Answers of a method that count for how fast it is: some are slow because something had to be derived for them. */
const RECENT = 4;
/** A method that was late so often, one time after the other, gives way to another. */
const LATE = 2;
/** Methods that are asked while something moves: the second when the first finds nothing, for it may be the more able one. */
const ASKED = 2;

interface Known {
  times: number;
  /** Microseconds of its last routes. */
  recent: number[];
  /** It refused what another method found a route for. */
  unable: boolean;
  /** How often it was late since it last answered in time. */
  late: number;
}

const NOTHING: Known = { times: 0, recent: [], unable: false, late: 0 };

export class Pace {
  /** What is known of each method since the body or the rules changed. */
  private known = new Map<string, Known>();

  clear(): void {
    this.known.clear();
  }

  /** An answer; one for which there was as much time as it took says nothing of whether the next will be late. */
  note({ method, found, micros = 0 }: Answer, inTime: boolean): void {
    const known = this.of(method);
    const recent = found ? [...known.recent, micros].slice(-RECENT) : known.recent;
    this.known.set(method, { ...known, times: known.times + 1, recent, late: inTime ? 0 : known.late });
  }

  late(methods: string[]): void {
    for (const method of methods) this.known.set(method, { ...this.of(method), late: this.of(method).late + 1 });
  }

  /** A method that refuses where another finds a route is asked after it. */
  compare(answers: Answer[]): void {
    if (!answers.some(({ found }) => found)) return;
    for (const { method, found } of answers) if (this.known.has(method)) this.known.set(method, { ...this.of(method), unable: !found });
  }

  /** Whether all of these have answered just once. */
  isFirst(answers: Answer[]): boolean {
    return answers.every(({ method }) => this.of(method).times === 1);
  }

  /** The methods that answer fastest, in the order in which they are to be asked; where all are late, first what gets further every time. */
  fastest(methods: Method[]): string[] {
    return [...methods].sort((a, b) => this.rank(a) - this.rank(b)).slice(0, ASKED).map(({ name }) => name);
  }

  private of(method: string): Known {
    return this.known.get(method) ?? NOTHING;
  }

  private rank({ name, keeps }: Method): number {
    const { recent, unable, late } = this.of(name);
    // Numbers that can be subtracted, so no infinite ones.
    return (unable ? 1e15 : 0) + (late < LATE ? 0 : keeps ? 5e12 : 1e13 * late) + Math.min(1e12, ...recent);
  }
}
