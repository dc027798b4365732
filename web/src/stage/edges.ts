// Lines where surfaces end or turn, which make a plain grey model readable.

const PER_METRE = 1024;
/** Cosine of the angle between two faces from which their common edge is drawn. */
const CREASE = 0.8;

/** Six numbers per line. Linear in the triangles; 100,000 of them take about a fifth of a second. */
export function creases(points: Float32Array): Float32Array {
  const ids = vertexIds(points);
  const normals = faceNormals(points);
  const faces = points.length / 9;
  const firstFace = new Map<number, number>();
  const settled = new Set<number>();
  const lines: number[] = [];
  const put = (key: number, a: number, b: number): void => {
    settled.add(key);
    for (const corner of [a, b]) lines.push(points[3 * corner]!, points[3 * corner + 1]!, points[3 * corner + 2]!);
  };
  const edges = new Map<number, [number, number]>();
  for (let face = 0; face < faces; face++) {
    if (normals[3 * face] === 0 && normals[3 * face + 1] === 0 && normals[3 * face + 2] === 0) continue;
    for (let k = 0; k < 3; k++) {
      const [a, b] = [3 * face + k, 3 * face + ((k + 1) % 3)];
      const [low, high] = ids[a]! < ids[b]! ? [ids[a]!, ids[b]!] : [ids[b]!, ids[a]!];
      if (low === high) continue;
      const key = low * 67108864 + high;
      const other = firstFace.get(key);
      if (other === undefined) {
        firstFace.set(key, face);
        edges.set(key, [a, b]);
      } else if (!settled.has(key)) {
        const dot = [0, 1, 2].reduce((sum, i) => sum + normals[3 * face + i]! * normals[3 * other + i]!, 0);
        if (Math.abs(dot) < CREASE) put(key, a, b);
        else edges.delete(key);
      }
    }
  }
  for (const [key, [a, b]] of edges) if (!settled.has(key)) put(key, a, b);
  return new Float32Array(lines);
}

/** The same number for corners at the same place, to about a millimetre. */
function vertexIds(points: Float32Array): Uint32Array {
  const count = points.length / 3;
  const ids = new Uint32Array(count);
  const size = 1 << Math.ceil(Math.log2(Math.max(count, 1) * 2));
  const table = new Int32Array(size).fill(-1);
  const at = (i: number): number => Math.round(points[i]! * PER_METRE);
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [at(3 * v), at(3 * v + 1), at(3 * v + 2)];
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (size - 1);
    for (;;) {
      const seen = table[slot]!;
      if (seen < 0) {
        table[slot] = v;
        ids[v] = v;
        break;
      }
      if (at(3 * seen) === x && at(3 * seen + 1) === y && at(3 * seen + 2) === z) {
        ids[v] = seen;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return ids;
}

/** Unit normals, zero for faces without area. */
export function faceNormals(p: Float32Array): Float32Array {
  const out = new Float32Array(p.length / 3);
  for (let i = 0; i < p.length; i += 9) {
    const ax = p[i + 3]! - p[i]!, ay = p[i + 4]! - p[i + 1]!, az = p[i + 5]! - p[i + 2]!;
    const bx = p[i + 6]! - p[i]!, by = p[i + 7]! - p[i + 1]!, bz = p[i + 8]! - p[i + 2]!;
    const nx = ay * bz - az * by, ny = az * bx - ax * bz, nz = ax * by - ay * bx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (length < 1e-10) continue;
    out[i / 3] = nx / length;
    out[i / 3 + 1] = ny / length;
    out[i / 3 + 2] = nz / length;
  }
  return out;
}
