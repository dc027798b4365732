// Rays against many triangles: a grid over the plan, built at the first question.
//
// In: nine numbers per triangle. Out: the nearest hit of a ray. Triangles are dealt to the squares that their plan box
// covers; a ray visits the squares under it in order, so it tests some hundreds of triangles and not all of them.

import type { Ray, Vector3 } from "three";

export interface Hit {
  distance: number;
  triangle: number;
}

const MOST_CELLS = 256;
const PER_CELL = 12;

export class TriangleGrid {
  private minX = Infinity;
  private minZ = Infinity;
  private cell = 1;
  private columns = 1;
  private rows = 1;
  /** Triangles of cell `c` are `list[start[c]..start[c + 1]]`. */
  private start: Uint32Array;
  private list: Uint32Array;

  constructor(private points: Float32Array) {
    const count = points.length / 9;
    let [maxX, maxZ] = [-Infinity, -Infinity];
    for (let i = 0; i < points.length; i += 3) {
      this.minX = Math.min(this.minX, points[i]!);
      maxX = Math.max(maxX, points[i]!);
      this.minZ = Math.min(this.minZ, points[i + 2]!);
      maxZ = Math.max(maxZ, points[i + 2]!);
    }
    const [width, depth] = [Math.max(maxX - this.minX, 1e-3), Math.max(maxZ - this.minZ, 1e-3)];
    const wanted = Math.sqrt((width * depth * PER_CELL) / Math.max(count, 1));
    this.cell = Math.max(wanted, Math.max(width, depth) / MOST_CELLS);
    this.columns = Math.floor(width / this.cell) + 1;
    this.rows = Math.floor(depth / this.cell) + 1;
    this.start = new Uint32Array(this.columns * this.rows + 1);
    this.deal(count, (cell) => this.start[cell + 1]!++);
    for (let c = 0; c < this.columns * this.rows; c++) this.start[c + 1]! += this.start[c]!;
    this.list = new Uint32Array(this.start[this.columns * this.rows]!);
    const next = this.start.slice();
    this.deal(count, (cell, triangle) => (this.list[next[cell]!++] = triangle));
  }

  /** The nearest hit that `take` agrees to; it is asked with the height and the triangle. */
  cast(ray: Ray, take: (y: number, triangle: number) => boolean): Hit | null {
    const { origin, direction } = ray;
    let best: Hit | null = null;
    const test = (cell: number): void => {
      for (let k = this.start[cell]!; k < this.start[cell + 1]!; k++) {
        const triangle = this.list[k]!;
        const distance = this.meet(origin, direction, triangle);
        if (distance > 0 && (!best || distance < best.distance) && take(origin.y + distance * direction.y, triangle)) {
          best = { distance, triangle };
        }
      }
    };
    this.visit(origin, direction, (cell, leaves) => {
      test(cell);
      return best !== null && (best as Hit).distance <= leaves;
    });
    return best;
  }

  /** Twice the area in plan over twice the area: how level a triangle lies, 0 to 1. */
  level(triangle: number): number {
    const p = this.points;
    const i = 9 * triangle;
    const [ax, ay, az] = [p[i + 3]! - p[i]!, p[i + 4]! - p[i + 1]!, p[i + 5]! - p[i + 2]!];
    const [bx, by, bz] = [p[i + 6]! - p[i]!, p[i + 7]! - p[i + 1]!, p[i + 8]! - p[i + 2]!];
    const [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    return Math.abs(ny) / Math.max(Math.hypot(nx, ny, nz), 1e-12);
  }

  private deal(count: number, put: (cell: number, triangle: number) => void): void {
    const p = this.points;
    const column = (x: number): number => Math.min(this.columns - 1, Math.floor((x - this.minX) / this.cell));
    const row = (z: number): number => Math.min(this.rows - 1, Math.floor((z - this.minZ) / this.cell));
    for (let t = 0; t < count; t++) {
      const i = 9 * t;
      const x0 = column(Math.min(p[i]!, p[i + 3]!, p[i + 6]!));
      const x1 = column(Math.max(p[i]!, p[i + 3]!, p[i + 6]!));
      const z0 = row(Math.min(p[i + 2]!, p[i + 5]!, p[i + 8]!));
      const z1 = row(Math.max(p[i + 2]!, p[i + 5]!, p[i + 8]!));
      for (let z = z0; z <= z1; z++) for (let x = x0; x <= x1; x++) put(z * this.columns + x, t);
    }
  }

  /** Squares under a ray in order, each with the distance at which the ray leaves it; ends when `see` says so. */
  private visit(origin: Vector3, direction: Vector3, see: (cell: number, leaves: number) => boolean): void {
    const [px, pz] = [(origin.x - this.minX) / this.cell, (origin.z - this.minZ) / this.cell];
    const [dx, dz] = [direction.x / this.cell, direction.z / this.cell];
    const [enter, leave] = span(px, dx, this.columns, span(pz, dz, this.rows, [0, Infinity]));
    if (enter > leave) return;
    const clamp = (value: number, most: number): number => Math.min(most - 1, Math.max(0, Math.floor(value)));
    let x = clamp(px + dx * enter, this.columns);
    let z = clamp(pz + dz * enter, this.rows);
    const [stepX, stepZ] = [dx > 0 ? 1 : -1, dz > 0 ? 1 : -1];
    let nextX = dx === 0 ? Infinity : (x + (dx > 0 ? 1 : 0) - px) / dx;
    let nextZ = dz === 0 ? Infinity : (z + (dz > 0 ? 1 : 0) - pz) / dz;
    while (x >= 0 && z >= 0 && x < this.columns && z < this.rows) {
      if (see(z * this.columns + x, Math.min(nextX, nextZ))) return;
      if (nextX === Infinity && nextZ === Infinity) return;
      if (nextX < nextZ) {
        x += stepX;
        nextX += Math.abs(1 / dx);
      } else {
        z += stepZ;
        nextZ += Math.abs(1 / dz);
      }
    }
  }

  /** Distance to a triangle from either side, or -1 (Möller and Trumbore). */
  private meet(o: Vector3, d: Vector3, triangle: number): number {
    const p = this.points;
    const i = 9 * triangle;
    const [x, y, z] = [p[i]!, p[i + 1]!, p[i + 2]!];
    const e1x = p[i + 3]! - x, e1y = p[i + 4]! - y, e1z = p[i + 5]! - z;
    const e2x = p[i + 6]! - x, e2y = p[i + 7]! - y, e2z = p[i + 8]! - z;
    const hx = d.y * e2z - d.z * e2y, hy = d.z * e2x - d.x * e2z, hz = d.x * e2y - d.y * e2x;
    const a = e1x * hx + e1y * hy + e1z * hz;
    if (Math.abs(a) < 1e-14) return -1;
    const sx = o.x - x, sy = o.y - y, sz = o.z - z;
    const u = (sx * hx + sy * hy + sz * hz) / a;
    if (u < 0 || u > 1) return -1;
    const qx = sy * e1z - sz * e1y, qy = sz * e1x - sx * e1z, qz = sx * e1y - sy * e1x;
    const v = (d.x * qx + d.y * qy + d.z * qz) / a;
    if (v < 0 || u + v > 1) return -1;
    return (e2x * qx + e2y * qy + e2z * qz) / a;
  }
}

/** The part of a ray's `within` that lies over 0 to `size`. */
function span(at: number, step: number, size: number, within: [number, number]): [number, number] {
  if (step === 0) return at < 0 || at > size ? [1, 0] : within;
  const [a, b] = [-at / step, (size - at) / step];
  return [Math.max(within[0], Math.min(a, b)), Math.min(within[1], Math.max(a, b))];
}
