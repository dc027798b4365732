// Body: presets, sliders and abilities. Routes follow as they move.

import type { App } from "../app";
import { ABILITIES, MEASURES, can, measure, withAbility, withMeasure } from "../body";
import type { Tools } from "../tools/hands";
import { h, slider, toggle } from "./dom";

export function bodyPanel(app: App, tools: Tools): HTMLElement {
  const { store } = app;
  const presets = h("div", { className: "choices wrap", role: "group", "aria-label": "Body presets" });
  const bodies = (): NonNullable<typeof store.now.facts>["bodies"] => store.now.facts?.bodies ?? [];
  const sliders = MEASURES.map((about) => {
    const move = (value: number): void => {
      tools.planner.drag(true);
      store.set({ body: withMeasure(store.now.body, about.key, value, bodies()) });
    };
    const made = slider(about.key, about, move, () => tools.planner.drag(false));
    return { about, made };
  });
  const abilities = ABILITIES.map(({ key, about }) => {
    const made = toggle(key, about, (on) => store.set({ body: withAbility(store.now.body, key, on, bodies()) }));
    return { key, made };
  });
  const reset = h("button", {
    className: "plain", onclick: () => store.set({ body: { preset: store.now.body.preset, measures: {}, abilities: {} } }),
  }, "Back to the preset");

  store.show(["facts", "body"], () => {
    const { body } = store.now;
    presets.replaceChildren(...bodies().map(({ name }) =>
      h("button", {
        "aria-pressed": String(name === body.preset), onclick: () => store.set({ body: { preset: name, measures: {}, abilities: {} } }),
      }, name)));
    for (const { about, made } of sliders) {
      made.show(measure(body, about.key, bodies()), about.key in body.measures);
      made.element.classList.toggle("off", about.key === "jump_reach" && !can(body, "jump", bodies()));
    }
    for (const { key, made } of abilities) {
      made.input.checked = can(body, key, bodies());
      made.element.classList.toggle("changed", key in body.abilities);
    }
    reset.disabled = Object.keys(body.measures).length + Object.keys(body.abilities).length === 0;
  });
  return h("div", {}, h("h3", {}, "Who walks"), presets,
    h("h3", {}, "Measures"), ...sliders.map(({ made }) => made.element),
    h("h3", {}, "Can"), h("div", { className: "toggles" }, ...abilities.map(({ made }) => made.element)), reset);
}
