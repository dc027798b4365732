// Pack: triangles, lines, labels and arrays in one binary answer.
//
// "FPK1", the length of the header, the header as JSON, then the data that its offsets point into; little endian.
// Arrays are views into the answer, never copies.

import type { Vec3 } from "./types";

export interface Legend {
  colour: string;
  text: string;
}

export interface Label {
  at: Vec3;
  text: string;
  colour: string;
}

export interface PackLayer {
  name: string;
  shaded: boolean;
  overlay: boolean;
  lineWidth: number;
  /** Nine numbers per triangle, relative to the origin. */
  trianglePoints: Float32Array;
  /** Four bytes per triangle. */
  triangleColours: Uint8Array;
  /** Six numbers per line. */
  linePoints: Float32Array;
  lineColours: Uint8Array;
  labels: Label[];
}

export interface Pack {
  origin: Vec3;
  legend: Legend[];
  note: string | null;
  layers: PackLayer[];
  floats: Map<string, Float32Array>;
  numbers: Map<string, Uint32Array>;
  way: number[];
}

interface HeaderLayer {
  name: string;
  shaded: boolean;
  overlay: boolean;
  line_width?: number;
  triangles: number;
  triangle_points: number;
  triangle_colours: number;
  lines: number;
  line_points: number;
  line_colours: number;
  labels: Label[];
}

interface Header {
  origin: Vec3;
  legend?: Legend[];
  note?: string | null;
  layers: HeaderLayer[];
  arrays?: Record<string, { at: number; count: number; type: "u32" | "f32" }>;
  way?: number[];
}

const HEAD = 8;

export function readPack(bytes: ArrayBuffer): Pack {
  const start = new DataView(bytes);
  if (bytes.byteLength < HEAD || start.getUint32(0, false) !== 0x46504b31) {
    throw new Error("the server's answer is no pack");
  }
  const length = start.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, HEAD, length))) as Header;
  const data = HEAD + length;
  const floats = (at: number, count: number): Float32Array => new Float32Array(bytes, data + at, count);
  const colours = (at: number, count: number): Uint8Array => new Uint8Array(bytes, data + at, 4 * count);
  const pack: Pack = {
    origin: header.origin,
    legend: header.legend ?? [],
    note: header.note ?? null,
    layers: header.layers.map((layer) => ({
      name: layer.name,
      shaded: layer.shaded,
      overlay: layer.overlay,
      lineWidth: layer.line_width ?? 1,
      trianglePoints: floats(layer.triangle_points, 9 * layer.triangles),
      triangleColours: colours(layer.triangle_colours, layer.triangles),
      linePoints: floats(layer.line_points, 6 * layer.lines),
      lineColours: colours(layer.line_colours, layer.lines),
      labels: layer.labels,
    })),
    floats: new Map(),
    numbers: new Map(),
    way: header.way ?? [],
  };
  for (const [name, array] of Object.entries(header.arrays ?? {})) {
    if (array.type === "u32") pack.numbers.set(name, new Uint32Array(bytes, data + array.at, array.count));
    else pack.floats.set(name, floats(array.at, array.count));
  }
  return pack;
}

export function countTriangles(pack: Pack): number {
  return pack.layers.reduce((sum, layer) => sum + layer.triangleColours.length / 4, 0);
}
