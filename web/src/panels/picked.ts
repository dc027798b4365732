// Picked: what the engine knows of one floor.

import type { App } from "../app";
import { fill, h } from "./dom";
import { metres, place } from "./words";

export function pickedPanel(app: App): HTMLElement {
  const { store } = app;
  const box = h("div", {});
  store.show(["picked"], () => {
    const { picked } = store.now;
    if (!picked) return fill(box, h("p", { className: "hint" }, "Choose Pick (P) and click a floor."));
    const row = (name: string, value: string): HTMLElement => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value));
    const { object, sheet } = picked;
    const steps = picked.links.filter((link) => Math.abs(link.step) > 0.005);
    const highest = steps.reduce((most, link) => Math.max(most, Math.abs(link.step)), 0);
    fill(box, h("table", { className: "facts" }, h("tbody", {},
      row("At", place(picked.at)), row("Object", object ? (object.tag === "walkable" ? object.name : `${object.name}, ${object.tag}`) : "none"),
      row("Headroom", picked.headroom === null ? "open" : metres(picked.headroom)), row("Slope", `${picked.slope.toFixed(1)}°`),
      row("Clearance", picked.clearance === null ? "unknown" : metres(picked.clearance)),
      row("This body", picked.refused === null ? "can stand here" : `cannot stand here: ${picked.refused}`),
      row("Links", `${picked.links.length}${steps.length > 0 ? `, ${steps.length} with steps to ${metres(highest)}` : ""}`),
      row("Sheet", sheet ? `${sheet.sheet} of tile ${sheet.tile.join(", ")}` : "none"), row("Area", picked.area === null ? "none" : String(picked.area)),
      row("Region", picked.region === null ? "none" : String(picked.region)),
      row("Spans below and above", (picked.spans ?? []).map(([low, high]) => `${low.toFixed(2)} to ${high.toFixed(2)}`).join("; ") || "none"))));
  });
  return box;
}
