// Faces of different objects that lie in one plane, such as a carpet modelled into the floor: which of them is seen.
//
// In: triangles with their objects. Out: for each triangle how many others it gives way to. Depths of two faces in one plane differ
// by rounding alone, and stripes of both would be seen. So the higher one is in front, as one looks from above, and of faces at
// the same height those of the object with the least in that plane, since the large one is the ground that it lies on. Only
// planes along the axes are looked at: there it happens.

import { faceNormals } from "./edges";

/** Parts of a metre within which planes across x, y and z are one: walls are seen from both sides, so neither may be the nearer one. */
const PARTS = [10_000, 1000, 10_000] as const;
/** Parts of a metre by which one face counts as higher. */
const HIGHER = 20_000;
/** Objects in one plane that are told apart. */
const MOST = 7;
/** From here on a normal is along an axis. */
const ALONG = 0.9999;

/** What an object has in one plane. */
interface Share {
  area: number;
  height: number;
}

export function givingWay(points: Float32Array, objects: Uint32Array): Uint8Array {
  const count = objects.length;
  const normals = faceNormals(points);
  const plane = new Float64Array(count).fill(NaN);
  const planes = new Map<number, Map<number, Share>>();
  for (let t = 0; t < count; t++) {
    const axis = [0, 1, 2].find((i) => Math.abs(normals[3 * t + i]!) > ALONG);
    if (axis === undefined) continue;
    const at = points[9 * t + axis]!;
    const key = 3 * Math.round(at * PARTS[axis]!) + axis;
    plane[t] = key;
    const shares = planes.get(key) ?? new Map<number, Share>();
    planes.set(key, shares);
    const share = shares.get(objects[t]!) ?? { area: 0, height: -Infinity };
    const height = axis === 1 ? Math.round(at * HIGHER) : 0;
    shares.set(objects[t]!, { area: share.area + area(points, 9 * t), height: Math.max(share.height, height) });
  }
  const ranks = new Map<number, Map<number, number>>();
  for (const [key, shares] of planes) {
    if (shares.size < 2) continue;
    const order = [...shares].sort(([i, a], [j, b]) => b.height - a.height || a.area - b.area || i - j);
    ranks.set(key, new Map(order.map(([object], rank) => [object, Math.min(rank, MOST)])));
  }
  const out = new Uint8Array(count);
  for (let t = 0; t < count; t++) out[t] = ranks.get(plane[t]!)?.get(objects[t]!) ?? 0;
  return out;
}

function area(p: Float32Array, i: number): number {
  const ax = p[i + 3]! - p[i]!, ay = p[i + 4]! - p[i + 1]!, az = p[i + 5]! - p[i + 2]!;
  const bx = p[i + 6]! - p[i]!, by = p[i + 7]! - p[i + 1]!, bz = p[i + 8]! - p[i + 2]!;
  return Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
}
