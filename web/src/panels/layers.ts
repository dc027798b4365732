// Layers: how the scene looks, and one picture of every stage with its legend.

import type { App } from "../app";
import { byStage, taste, toggled } from "../layers/table";
import type { SceneLook } from "../state";
import { fill, h, swatch } from "./dom";
import { asSentence } from "./words";

const LOOKS: { look: SceneLook; title: string; about: string }[] = [
  { look: "solid", title: "Solid", about: "The scene as it is; it steps back by itself behind layers that need it" },
  { look: "faded", title: "Faded", about: "The scene as a shadow, so that layers are seen inside. In RecastDemo: Trans." },
  { look: "hidden", title: "Hidden", about: "Only layers and routes. In RecastDemo: Invis." },
];

export function layersPanel(app: App): HTMLElement {
  const { store } = app;
  const looks = h("div", { className: "choices", role: "group", "aria-label": "How the scene is drawn" });
  const list = h("div", {});
  /** What was switched on last: its legend is brought into view, for it may begin below the window. */
  let newest = "";
  const showLooks = (): void =>
    fill(looks, ...LOOKS.map(({ look, title, about }) =>
      h("button", { title: about, "aria-pressed": String(store.now.look === look), onclick: () => store.set({ look }) }, title)));
  const showList = (): void => {
    const { facts, layers } = store.now;
    const rows = byStage(facts?.layers ?? []).flatMap((group) => [
      h("h3", {}, group.stage),
      ...group.layers.map((layer) => {
        const on = layers.includes(layer.name);
        const known = taste(layer.name).known;
        const input = h("input", {
          type: "checkbox", name: `layer ${layer.name}`, checked: on, onchange: () => {
            newest = input.checked ? layer.name : "";
            store.set({ layers: toggled(store.now.layers, layer.name) });
          },
        });
        const about = `${asSentence(layer.about)}${known ? ` In RecastDemo: ${known}.` : ""}${layer.uses_query ? " Of the chosen start and goal." : layer.uses_body ? " Of the chosen body." : ""}`;
        const name = h("label", { className: "toggle", title: about }, input, h("span", {}, layer.title), h("small", {}, layer.about));
        return h("div", { className: on ? "layer on" : "layer", "data-layer": layer.name }, name, on && legend(layer.name));
      }),
    ]);
    fill(list, ...(rows.length > 0 ? rows : [h("p", { className: "quiet" }, "No layers are in this report.")]));
    if (!app.layers.isDrawn(newest)) return;
    list.querySelector(`[data-layer="${newest}"]`)?.scrollIntoView({ block: "nearest" });
    newest = "";
  };
  const legend = (name: string): HTMLElement => {
    const { legend: entries, note } = app.layers.legend(name);
    if (!app.layers.isDrawn(name)) return h("p", { className: "quiet" }, "drawing …");
    const long = entries.some(({ text }) => text.length > 14 || /\S{12}/.test(text));
    return h("div", { className: long ? "legend long" : "legend" }, ...entries.map(({ colour, text }) => swatch(colour, text)), note && h("p", { className: "quiet" }, asSentence(note)));
  };
  store.show(["look"], showLooks);
  store.show(["facts", "layers"], showList);
  app.layers.onChange(showList);
  return h("div", {}, h("h3", {}, "Scene"), looks, list);
}
