// Numbers as people read them.

import type { Vec3 } from "../source/types";

export function metres(value: number, digits = 2): string {
  return `${value.toFixed(digits)} m`;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString("en-GB");
}

export function time(micros: number): string {
  if (micros < 1000) return `${Math.round(micros)} µs`;
  if (micros < 1e6) return `${(micros / 1000).toFixed(micros < 10_000 ? 1 : 0)} ms`;
  return `${(micros / 1e6).toFixed(1)} s`;
}

export function bytes(value: number): string {
  if (value < 1e6) return `${Math.max(1, Math.round(value / 1e3))} kB`;
  return `${(value / 1e6).toFixed(1)} MB`;
}

export function place(at: Vec3): string {
  return at.map((value) => value.toFixed(2)).join(", ");
}

/** The last part of a path: what people call a scene. */
export function shortName(scene: string): string {
  return scene.replace(/^upload:\d+\//, "").split("/").pop() ?? scene;
}

/** A sentence begins with a capital letter and ends with a full stop; the name of a file is left as it is. */
export function asSentence(text: string): string {
  const named = /^\S+\.\w/.test(text);
  const begun = named ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
