// Words over the picture: one flat canvas above the 3D one, redrawn with it.

import { Vector3, type PerspectiveCamera } from "three";

export interface Word {
  at: Vector3;
  text: string;
  colour: string;
  /** A word that is more important is drawn bolder and above the others. */
  strong?: boolean;
  /** Where it stays visible above a height cut. */
  always?: boolean;
}

const PLAIN = "500 12px system-ui, sans-serif";
const STRONG = "600 13px system-ui, sans-serif";
/** Pixels from one line of words to the next. */
const LINE = 13;

export class Labels {
  range: [number, number] = [-1e6, 1e6];
  private groups = new Map<string, Word[]>();
  private context: CanvasRenderingContext2D | null;
  private size: [number, number] = [1, 1];
  private blank = false;
  private written: { x: number; y: number; wide: number }[] = [];

  constructor(
    readonly canvas: HTMLCanvasElement,
    private camera: PerspectiveCamera,
  ) {
    this.context = canvas.getContext("2d");
  }

  set(group: string, words: Word[]): void {
    if (words.length > 0) this.groups.set(group, words);
    else this.groups.delete(group);
  }

  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.size = [width, height];
    this.context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  draw(): void {
    const context = this.context;
    if (!context) return;
    // An empty canvas that is not touched costs nothing.
    if (this.groups.size === 0 && this.blank) return;
    this.blank = this.groups.size === 0;
    const [width, height] = this.size;
    context.clearRect(0, 0, width, height);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    const words = [...this.groups.values()].flat();
    // What matters more is written first, and nothing over it.
    this.written = [];
    for (const strong of [true, false]) {
      context.font = strong ? STRONG : PLAIN;
      for (const word of words) if ((word.strong ?? false) === strong) this.write(context, word);
    }
  }

  /** Whether a word has its place to itself; from then on it is taken. */
  private isFree(x: number, y: number, wide: number): boolean {
    const meets = this.written.some((other) => Math.abs(other.x - x) < (other.wide + wide) / 2 && Math.abs(other.y - y) < LINE);
    if (!meets) this.written.push({ x, y, wide });
    return !meets;
  }

  private write(context: CanvasRenderingContext2D, word: Word): void {
    if (!word.always && (word.at.y < this.range[0] || word.at.y > this.range[1])) return;
    const seen = new Vector3().copy(word.at).project(this.camera);
    if (seen.z > 1 || Math.abs(seen.x) > 1.05 || Math.abs(seen.y) > 1.05) return;
    const x = ((seen.x + 1) / 2) * this.size[0];
    const y = ((1 - seen.y) / 2) * this.size[1];
    if (!this.isFree(x, y, context.measureText(word.text).width) && !word.always) return;
    context.lineWidth = word.strong ? 5 : 3.5;
    context.strokeStyle = "rgba(255, 255, 255, 0.9)";
    context.strokeText(word.text, x, y);
    context.fillStyle = word.colour;
    context.fillText(word.text, x, y);
  }
}
