// Obstacles: the size of the next box or of the chosen one, and what there is.

import type { App } from "../app";
import type { Vec3 } from "../source/types";
import type { Tools } from "../tools/hands";
import { fill, h, slider } from "./dom";
import { place } from "./words";

const SIZES = [
  { title: "Width", axis: 0 },
  { title: "Height", axis: 1 },
  { title: "Depth", axis: 2 },
] as const;

export function obstaclesPanel(app: App, tools: Tools): HTMLElement {
  const { store } = app;
  const sliders = SIZES.map(({ title, axis }) => {
    const made = slider(`box ${title.toLowerCase()}`, { title, unit: "m", min: 0.1, max: 4, step: 0.05 }, (value) => {
      const size: Vec3 = [...store.now.boxSize];
      size[axis] = value;
      store.set({ boxSize: size });
    });
    return { axis, made };
  });
  const list = h("ul", { className: "objects" });
  const hint = h("p", { className: "quiet" });
  store.show(["boxSize"], () => sliders.forEach(({ axis, made }) => made.show(store.now.boxSize[axis], false)));
  store.show(["obstacles", "selected", "tool"], () => {
    const { obstacles, selected, tool } = store.now;
    fill(list, ...obstacles.map(({ box }, i) =>
      h("li", { className: i === selected ? "on" : "" },
        h("button", { className: "link", onclick: () => tools.obstacles.select(i) }, `Box at ${place([(box[0][0] + box[1][0]) / 2, box[0][1], (box[0][2] + box[1][2]) / 2])}`),
        h("button", { className: "rule", "aria-label": `Remove box ${i + 1}`, onclick: () => void tools.obstacles.remove(i) }, "Remove"))));
    hint.textContent = tool === "obstacle" ? "Click the ground to put a box there; drag boxes to move them; Delete removes." : "Choose Obstacle (O), then click the ground.";
  });
  return h("div", {}, hint, ...sliders.map(({ made }) => made.element), list);
}
