// Export: what is shown, as a picture, a model or data; and the link to it.

import type { App } from "../app";
import { toHash } from "../share";
import { h, save } from "./dom";
import { shortName } from "./words";

export async function exportPicture(app: App): Promise<Blob> {
  return app.stage.picture();
}

export async function exportModel(app: App): Promise<Blob> {
  const { layers, look, pairs, active, hiddenMethods, answers } = app.store.now;
  const { from, to } = pairs[active] ?? { from: null, to: null };
  const found = answers[active]?.find((answer) => answer.found && !hiddenMethods.includes(answer.method));
  const way = found ? { from, to, method: found.method } : { from: null, to: null, method: null };
  return app.ask((session) => session.exportModel({ layers, scene: look !== "hidden", with: app.with(), ...way }));
}

export function exportData(app: App): Blob {
  const { scene, settings, pairs, obstacles, forbid, ignore, layers, answers, facts, walk } = app.store.now;
  const walks = walk?.figures ?? [];
  const said = { scene, settings, body: app.with().body, pairs, obstacles: obstacles.map(({ box }) => box), forbid, ignore, layers, answers, walks, facts };
  return new Blob([JSON.stringify(said, null, 2)], { type: "application/json" });
}

export function exportMenu(app: App): HTMLElement {
  const name = (): string => shortName(app.store.now.scene ?? "footpath").replace(/\.\w+$/, "");
  const item = (title: string, about: string, ending: string, make: () => Blob | Promise<Blob>): HTMLElement =>
    h("button", {
      title: about, onclick: async () => {
        menu.open = false;
        try {
          save(await make(), `${name()}.${ending}`);
        } catch (error) {
          app.complain(error);
        }
      },
    }, title);
  const menu: HTMLDetailsElement = h("details", { className: "menu" }, h("summary", { role: "button" }, "Export"),
    h("div", {}, item("Picture, PNG", "What is on the screen", "png", () => exportPicture(app)),
      app.source.live && item("Model, GLB", "Scene, layers and route, for Blender and others", "glb", () => exportModel(app)),
      item("Data, JSON", "Answers, facts and the state of the page", "json", () => exportData(app))));
  document.addEventListener("pointerdown", (event) => {
    if (menu.open && !menu.contains(event.target as Node)) menu.open = false;
  });
  return menu;
}

export function linkButton(app: App): HTMLElement {
  return h("button", {
    title: "Copies a link to exactly this: scene, body, ends, obstacles, layers and camera", onclick: async () => {
      const link = `${location.origin}${location.pathname}#${toHash(app.store.now)}`;
      history.replaceState(null, "", link);
      try {
        await navigator.clipboard.writeText(link);
        app.tell("the link is copied", "note");
      } catch {
        app.tell("the link is in the address bar", "note");
      }
    },
  }, "Copy link");
}
