// Colours per triangle → colours per corner, with the shade of the surface mixed in once and for all.

import { faceNormals } from "./edges";

/** Light on surfaces that face along x, y and z; by the axis alone, as triangles may be wound either way. */
const LIGHT = [0.8, 1, 0.68] as const;

export function cornerColours(points: Float32Array, colours: Uint8Array, shaded: boolean): Uint8Array {
  const count = colours.length / 4;
  const out = new Uint8Array(12 * count);
  const normals = shaded ? faceNormals(points) : null;
  for (let t = 0; t < count; t++) {
    let light = 1;
    if (normals) {
      const nx = normals[3 * t]!, ny = normals[3 * t + 1]!, nz = normals[3 * t + 2]!;
      light = nx * nx * LIGHT[0] + ny * ny * LIGHT[1] + nz * nz * LIGHT[2];
    }
    for (let k = 0; k < 3; k++) {
      const to = 12 * t + 4 * k;
      out[to] = colours[4 * t]! * light;
      out[to + 1] = colours[4 * t + 1]! * light;
      out[to + 2] = colours[4 * t + 2]! * light;
      out[to + 3] = colours[4 * t + 3]!;
    }
  }
  return out;
}
