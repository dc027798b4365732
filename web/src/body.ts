// Who walks: a preset and what the sliders changed of it, told to the server as the TOML of a body file.

import type { Preset } from "./source/types";

/** The measures that have sliders, with their ranges. */
export const MEASURES = [
  { key: "radius", title: "Radius", unit: "m", min: 0.1, max: 0.8, step: 0.01, about: "half-width that keeps clear of everything" },
  { key: "height", title: "Height", unit: "m", min: 0.8, max: 2.4, step: 0.01, about: "upright; bent and crawling heights change with it" },
  { key: "max_climb", title: "Max climb", unit: "m", min: 0.01, max: 0.9, step: 0.01, about: "highest step" },
  { key: "foot_span", title: "Foot span", unit: "m", min: 0, max: 1.5, step: 0.05, about: "how far a foot reaches" },
  { key: "max_slope", title: "Max slope", unit: "°", min: 1, max: 63, step: 1, about: "steepest ground" },
  { key: "jump_reach", title: "Jump reach", unit: "m", min: 0.2, max: 4, step: 0.05, about: "widest gap that is jumped" },
] as const;

export type Measure = (typeof MEASURES)[number]["key"];

export const ABILITIES = [
  { key: "step", about: "a long stride over a gap or something low" },
  { key: "jump", about: "leaves the ground" },
  { key: "drop", about: "down a ledge that is too high for a step" },
  { key: "bend", about: "passes bent under what is low" },
  { key: "crawl", about: "passes on all fours" },
] as const;

export type Ability = (typeof ABILITIES)[number]["key"];

export interface BodyChoice {
  preset: string;
  /** Only what differs from the preset. */
  measures: Partial<Record<Measure, number>>;
  abilities: Partial<Record<Ability, boolean>>;
}

/** What a jump reaches that the preset does not have: an adult's. */
const JUMP = 1.2;

export function presetOf(body: BodyChoice, presets: Preset[]): Preset | null {
  return presets.find((preset) => preset.name === body.preset) ?? presets[0] ?? null;
}

export function measure(body: BodyChoice, key: Measure, presets: Preset[]): number {
  const own = body.measures[key];
  if (own !== undefined) return own;
  const preset = presetOf(body, presets);
  if (key === "jump_reach") return preset?.jump?.reach ?? JUMP;
  return preset?.[key] ?? 0;
}

export function can(body: BodyChoice, ability: Ability, presets: Preset[]): boolean {
  return body.abilities[ability] ?? presetOf(body, presets)?.abilities.includes(ability) ?? false;
}

export function withMeasure(body: BodyChoice, key: Measure, value: number, presets: Preset[]): BodyChoice {
  const { [key]: _old, ...measures } = body.measures;
  const plain: BodyChoice = { ...body, measures };
  return measure(plain, key, presets) === value ? plain : { ...plain, measures: { ...measures, [key]: value } };
}

export function withAbility(body: BodyChoice, key: Ability, has: boolean, presets: Preset[]): BodyChoice {
  const { [key]: _old, ...abilities } = body.abilities;
  const plain: BodyChoice = { ...body, abilities };
  return can(plain, key, presets) === has ? plain : { ...plain, abilities: { ...abilities, [key]: has } };
}

/** The body as a file says it. Tables stand last, as TOML wants them. */
export function toToml(body: BodyChoice): string {
  const lines = [`based_on = "${body.preset}"`];
  const { jump_reach: reach, ...measures } = body.measures;
  for (const [key, value] of Object.entries(measures)) lines.push(`${key} = ${decimal(value)}`);
  const jumps = body.abilities.jump !== false;
  for (const [key, has] of Object.entries(body.abilities)) {
    if (key !== "jump" || !jumps || reach === undefined) lines.push(`${key} = ${has}`);
  }
  if (reach !== undefined && jumps) lines.push("[jump]", `reach = ${decimal(reach)}`);
  return lines.join("\n");
}

function decimal(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(Math.round(value * 1e4) / 1e4);
}
