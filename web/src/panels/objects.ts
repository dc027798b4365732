// Objects by name and tag; each can be forbidden or ignored for the questions that follow.

import type { App } from "../app";
import { matches } from "../stage/model";
import type { SceneObject } from "../source/types";
import { fill, h } from "./dom";
import { count } from "./words";

/** Rows drawn at once; a search narrows the rest. */
const MOST = 250;

export function objectsPanel(app: App): HTMLElement {
  const { store } = app;
  const list = h("ul", { className: "objects" });
  const search = h("input", { type: "search", placeholder: "Find an object", "aria-label": "Find an object", oninput: () => show() });
  const summary = h("p", { className: "quiet" });

  const rule = (name: string, which: "forbid" | "ignore", on: boolean): void => {
    const other = which === "forbid" ? "ignore" : "forbid";
    const without = (names: string[]): string[] => names.filter((pattern) => pattern !== name);
    store.set({
      [which]: on ? [...without(store.now[which]), name] : without(store.now[which]),
      [other]: without(store.now[other]),
    });
  };
  const row = (object: SceneObject): HTMLElement => {
    const box = (which: "forbid" | "ignore", title: string): HTMLElement => {
      const on = matches(store.now[which], object.name);
      return h("button", {
        className: `rule ${which}`, "aria-pressed": String(on), title: `${title} ${object.name}`, "aria-label": `${title} ${object.name}`,
        disabled: !store.now.live, onclick: () => rule(object.name, which, !on),
      }, title);
    };
    const tag = object.tag === "walkable" ? null : h("em", {}, object.tag);
    return h("li", { title: `${count(object.triangles)} triangles` }, h("span", {}, object.name, tag), box("forbid", "Forbid"), box("ignore", "Ignore"));
  };
  const show = (): void => {
    const all = store.now.facts?.objects ?? [];
    const wanted = search.value.toLowerCase();
    const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
    const ruled = store.now.forbid.length + store.now.ignore.length;
    summary.textContent = `${count(found.length)} of ${count(all.length)} objects${ruled > 0 ? `; ${ruled} under a rule` : ""}${found.length > MOST ? `; the first ${MOST} are shown` : ""}`;
    const top = list.scrollTop;
    fill(list, ...found.slice(0, MOST).map(row));
    list.scrollTop = top;
  };
  store.show(["facts", "forbid", "ignore"], show);
  return h("div", { className: "tall" }, search, summary, list,
    h("p", { className: "quiet" }, "Forbidden objects are neither stepped on nor over. Ignored ones are not there."));
}
