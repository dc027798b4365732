// Facts: what was baked, how long each stage took, and what the reader complained about; baking anew with other cells.

import type { App } from "../app";
import { rank } from "../layers/table";
import type { Settings } from "../source/types";
import { fill, h } from "./dom";
import { bars, sparkline } from "./plots";
import { asSentence, bytes, count, metres, time } from "./words";

export function factsPanel(app: App): HTMLElement {
  const { store } = app;
  const body = h("div", {});
  const latency = h("div", {});
  const show = (): void => {
    const { facts } = store.now;
    if (!facts) return fill(body);
    const row = (name: string, value: string): HTMLElement => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value));
    const stages = Object.entries(facts.millis).filter(([name]) => name !== "total").sort(([a], [b]) => rank(a) - rank(b));
    const total = facts.millis["total"] ?? 0;
    // A world from a file was baked before, and nobody knows how long that took.
    const bake = total > 0 ? [h("h3", {}, `Bake, ${time(1000 * total)}`), bars("Milliseconds of each stage of the bake", stages.map(([name, value]) => ({ name, value, text: time(1000 * value) })))] : [];
    fill(body,
      h("table", { className: "facts" }, h("tbody", {},
        row("Triangles", count(facts.triangles)), row("Objects", count(facts.objects.length)),
        row("Columns", `${count(facts.columns[0])} × ${count(facts.columns[1])} of ${metres(facts.cell_size)}`), row("Spans", count(facts.spans)),
        row("Floors", count(facts.floors)), facts.sheets !== null && row("Sheets", count(facts.sheets)), facts.areas !== null && row("Areas", count(facts.areas)),
        row("Storeys", count(facts.storeys.length)), row("Memory", bytes(facts.bytes)), row("Hash", facts.hash.slice(0, 12)))),
      ...bake,
      facts.warnings.length > 0 && h("h3", {}, "Said while reading"),
      ...facts.warnings.map((warning) => h("p", { className: "warning" }, asSentence(warning))));
  };
  store.show(["facts"], show);
  store.show(["latency"], () => {
    const { latency: values } = store.now;
    fill(latency, values.length > 0 && h("h3", {}, "Question to answer, all methods"), values.length > 0 && sparkline("Milliseconds from question to answer", values, (value) => time(1000 * value)));
  });
  const cache = h("p", { className: "cache" });
  store.show(["cache"], () => {
    const { cache: use } = store.now;
    fill(cache, use !== null && `Cache of derived data: ${bytes(use.bytes)} of ${bytes(use.limit)}`);
  });
  return h("div", {}, body, app.source.live && latency, app.source.live && cache, app.source.live && settings(app));
}

/** Bakes the same scene with other cells, another unit or another axis. */
function settings(app: App): HTMLElement {
  const { store } = app;
  const number = (name: string, title: string, step: string): HTMLInputElement =>
    h("input", { type: "number", name, min: "0.01", step, "aria-label": title });
  const size = number("cell_size", "Cell size in metres", "0.01");
  const height = number("cell_height", "Cell height in metres", "0.01");
  const scale = number("scale", "Metres per unit of the file", "any");
  const up = h("select", { "aria-label": "The axis that points up in the file" }, h("option", { value: "y" }, "Y up"), h("option", { value: "z" }, "Z up"));
  const build = (): void => {
    const { scene, facts } = store.now;
    const said: Settings = {};
    const differs = (input: HTMLInputElement, now: number | undefined): number | null =>
      input.value !== "" && Number(input.value) > 0 && Number(input.value) !== now ? Number(input.value) : null;
    const [cell, tall, unit] = [differs(size, undefined), differs(height, undefined), differs(scale, 1)];
    if (cell !== null) said.cell_size = cell;
    if (tall !== null) said.cell_height = tall;
    if (unit !== null) said.scale = unit;
    if (up.value === "z") said.up = "z";
    const same = unit === (store.now.settings.scale ?? null) && (up.value === "z") === (store.now.settings.up === "z");
    const { pairs, answers, forbid, ignore } = store.now;
    const kept = same ? { pairs, answers: answers.map(() => []), forbid, ignore } : {};
    if (scene && facts) void app.open(scene, { settings: said, ...kept });
  };
  store.show(["facts"], () => {
    const { facts, settings: now } = store.now;
    if (!facts) return;
    size.value = String(facts.cell_size);
    height.value = String(facts.cell_height);
    scale.value = String(now.scale ?? 1);
    up.value = now.up ?? "y";
  });
  const field = (title: string, input: HTMLElement): HTMLElement => h("label", { className: "field" }, h("span", {}, title), input);
  return h("div", {}, h("h3", {}, "Bake again"), field("Cell size (m)", size), field("Cell height (m)", height),
    field("Metres per unit", scale), field("Axis", up), h("button", { onclick: build }, "Bake"));
}
