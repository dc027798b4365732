// Height: what lies above is cut away, with a mark at every storey; one storey alone if wanted.

import type { App } from "../app";
import { fill, h } from "./dom";

/** Metres that a roof's rim and what lies on it may be high. */
const PARAPET = 1.2;

export function heightControl(app: App): HTMLElement {
  const { store } = app;
  const input = h("input", {
    type: "range", step: 0.05, name: "height", "aria-label": "Height in metres above which everything is cut away", oninput: () => {
      const value = Number(input.value);
      store.set({ cut: value >= Number(input.max) ? Number(input.max) : value, base: null });
    },
  });
  const marks = h("div", { className: "marks" });
  const value = h("output", {});
  const box = h("div", { className: "height", hidden: true }, h("span", { className: "title" }, "Height"), h("div", { className: "rail" }, input, marks), value);

  store.show(["facts"], () => {
    const { facts } = store.now;
    box.hidden = !facts?.bounds;
    if (!facts?.bounds) return;
    const [low, high] = [facts.bounds[0][1], facts.bounds[1][1] + 0.05];
    input.min = String(low);
    input.max = String(high);
    fill(marks, ...facts.storeys.map((storey, i) => {
      const share = (Math.min(storey.cut, high) - low) / Math.max(high - low, 0.1);
      // What has nothing on top of it, not even walls, is the roof of the storeys below.
      const roof = i > 0 && i === facts.storeys.length - 1 && high - storey.floor < PARAPET;
      const name = roof ? "roof" : `storey ${i + 1}`;
      return h("button", {
        style: `bottom:${(100 * share).toFixed(1)}%`, title: `Cut above ${roof ? "the " : ""}${name}; again: this ${roof ? "" : "storey "}alone`, "aria-label": roof ? "Roof" : `Storey ${i + 1}`,
        onclick: () => {
          const again = store.now.cut === storey.cut && store.now.base === null;
          store.set({ cut: storey.cut, base: again && storey.low !== null ? storey.low - 0.5 : null });
        },
      }, roof ? "roof" : String(i + 1));
    }));
  });
  store.show(["cut", "base", "facts"], () => {
    const { cut, base } = store.now;
    input.value = cut === null ? input.max : String(cut);
    const all = cut === null || cut >= Number(input.max);
    value.textContent = all ? "all" : `${base === null ? "≤" : `${base.toFixed(1)} to`} ${cut.toFixed(1)} m`;
  });
  return box;
}
