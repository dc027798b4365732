// Search: grows a front and steps through it.

import type { App } from "../app";
import type { Tools } from "../tools/hands";
import { h, toggle } from "./dom";
import { count, metres } from "./words";

export function searchPanel(app: App, tools: Tools): HTMLElement {
  const { store } = app;
  let bushfire = false;
  const grow = h("button", { id: "grow", onclick: () => void tools.front.grow(bushfire) }, "Grow a front");
  const all = toggle("to all sides", "The search does not head for the goal, as in the seed's bushfire", (on) => {
    bushfire = on;
    if (store.now.front) void tools.front.grow(on);
  });
  const play = h("button", { title: "Space", onclick: () => tools.front.toggle() }, "Pause");
  const step = h("button", { title: "1", onclick: () => tools.front.step() }, "Single step");
  const end = h("button", { className: "plain", onclick: () => store.set({ front: null }) }, "End");
  const slider = h("input", { type: "range", min: 0, max: 1, step: 1, name: "front", "aria-label": "Floors that the front has reached", oninput: () => tools.front.to(Number(slider.value)) });
  const words = h("p", { className: "quiet" });
  const player = h("div", { className: "player" }, h("div", { className: "row" }, play, step, end), slider, words);
  store.show(["front", "pairs", "active"], () => {
    const { front, pairs, active } = store.now;
    const pair = pairs[active];
    grow.disabled = !pair?.from || !pair.to;
    player.hidden = !front;
    if (!front) return;
    play.textContent = front.playing ? "Pause" : "Play";
    slider.max = String(front.count);
    slider.value = String(front.shown);
    const cost = front.costs[Math.max(0, front.shown - 1)] ?? 0;
    words.textContent = `${count(front.shown)} of ${count(front.count)} floors; the last one costs ${metres(cost)}`;
  });
  return h("div", {}, h("div", { className: "row" }, grow, all.element), player);
}
