// The state as a link: readable words after the #, so that it can be sent, kept and edited by hand.
//
// #scene=house&body=adult&radius=0.4&crawl=false&way=5.9,-0.28,-5.2;3.6,2.8,2&box=1,0,1,1.8,1,1.8&layers=floors&cut=1.5

import { ABILITIES, MEASURES } from "./body";
import type { Settings, Vec3 } from "./source/types";
import { MOST_PAIRS, type Pair, type SceneLook, type State } from "./state";

export function toHash(state: State): string {
  const words: [string, string][] = [];
  const put = (key: string, value: string | number | null | undefined): void => {
    if (value !== null && value !== undefined && value !== "") words.push([key, String(value)]);
  };
  put("scene", state.scene);
  for (const key of ["cell_size", "cell_height", "up", "scale"] as const) put(key, state.settings[key]);
  if (state.body.preset !== "adult") put("body", state.body.preset);
  for (const { key } of MEASURES) put(key, state.body.measures[key]);
  for (const { key } of ABILITIES) put(key, state.body.abilities[key]?.toString());
  for (const { from, to } of state.pairs) if (from || to) put("way", `${from ? point(from) : ""};${to ? point(to) : ""}`);
  for (const { box } of state.obstacles) put("box", `${point(box[0])},${point(box[1])}`);
  for (const name of state.forbid) put("forbid", name);
  for (const name of state.ignore) put("ignore", name);
  put("layers", state.layers.join(","));
  if (state.look !== "solid") put("look", state.look);
  put("cut", state.cut);
  put("base", state.base);
  put("without", state.hiddenMethods.join(","));
  if (state.camera) put("camera", `${point(state.camera.eye)},${point(state.camera.target)}`);
  return words.map(([key, value]) => `${key}=${encode(value)}`).join("&");
}

/** What a link says; whatever makes no sense in it is left out. */
export function fromHash(hash: string): Partial<State> {
  const words = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
  const part: Partial<State> = {};
  const number = (key: string): number | undefined => numbers(words.get(key), 1)?.[0];
  const list = (key: string): string[] => (words.get(key) ?? "").split(",").filter((word) => word !== "");
  const scene = words.get("scene");
  if (scene) part.scene = scene;
  part.settings = settings(words.get("up"), number("cell_size"), number("cell_height"), number("scale"));
  part.body = { preset: words.get("body") ?? "adult", measures: {}, abilities: {} };
  for (const { key, min, max } of MEASURES) {
    const value = number(key);
    if (value !== undefined) part.body.measures[key] = Math.min(max, Math.max(min, value));
  }
  for (const { key } of ABILITIES) {
    const word = words.get(key);
    if (word === "true" || word === "false") part.body.abilities[key] = word === "true";
  }
  const pairs = words.getAll("way").slice(0, MOST_PAIRS).map(pair);
  if (pairs.length > 0) {
    part.pairs = pairs;
    part.answers = pairs.map(() => []);
  }
  part.obstacles = words.getAll("box").flatMap((word) => {
    const six = numbers(word, 6);
    return six ? [{ box: [six.slice(0, 3) as Vec3, six.slice(3) as Vec3], number: null }] : [];
  });
  part.forbid = words.getAll("forbid");
  part.ignore = words.getAll("ignore");
  part.layers = list("layers");
  part.hiddenMethods = list("without");
  const look = words.get("look");
  if (look === "faded" || look === "hidden") part.look = look satisfies SceneLook;
  part.cut = number("cut") ?? null;
  part.base = number("base") ?? null;
  const six = numbers(words.get("camera"), 6);
  if (six) part.camera = { eye: six.slice(0, 3) as Vec3, target: six.slice(3) as Vec3 };
  return part;
}

function settings(up: string | null, cellSize?: number, cellHeight?: number, scale?: number): Settings {
  return {
    ...(cellSize !== undefined && { cell_size: cellSize }),
    ...(cellHeight !== undefined && { cell_height: cellHeight }),
    ...((up === "y" || up === "z") && { up }),
    ...(scale !== undefined && { scale }),
  };
}

function pair(word: string): Pair {
  const [from, to] = word.split(";").map((part) => numbers(part, 3));
  return { from: (from as Vec3 | undefined) ?? null, to: (to as Vec3 | undefined) ?? null };
}

function numbers(word: string | null | undefined, count: number): number[] | undefined {
  const values = (word ?? "").split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
  return values.length === count && values.every(Number.isFinite) ? values : undefined;
}

export function point(at: Vec3): string {
  return at.map((value) => String(Math.round(value * 1000) / 1000)).join(",");
}

/** Escapes only what would end a word; commas and slashes stay readable. */
function encode(value: string): string {
  return value.replace(/[%&#=\s"<>]/g, encodeURIComponent);
}
