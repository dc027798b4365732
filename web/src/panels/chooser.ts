// What covers the stage while there is no scene on it: the list of scenes, progress, and what went wrong.

import type { App } from "../app";
import { sentence } from "../source/source";
import type { Phase } from "../state";
import { fill, h } from "./dom";
import { asSentence, bytes, shortName } from "./words";

/** Where somebody begins who has nothing to show yet. */
const FIRST = "house";
const ENDINGS = /\.(glb|gltf|obj|stl)$/i;

export function chooser(app: App): HTMLElement {
  const { store } = app;
  const cover = h("div", { className: "cover" });
  store.show(["phase", "scenes"], () => {
    const { phase } = store.now;
    cover.hidden = phase.kind === "ready";
    if (phase.kind === "choose") fill(cover, choose(app));
    else if (phase.kind === "loading") fill(cover, loading(phase));
    else if (phase.kind === "failed") fill(cover, failed(app, phase));
  });
  takeDrops(app);
  return cover;
}

function choose(app: App): HTMLElement {
  const { scenes, facts } = app.store.now;
  const open = (scene: string): void => void app.open(scene);
  const card = (name: string, about: string): HTMLElement => h("button", { className: "card", onclick: () => open(name) }, h("strong", {}, shortName(name)), h("span", {}, about));
  const back = facts !== null && h("button", { className: "plain", onclick: () => app.store.set({ phase: { kind: "ready" } }) }, `Back to ${shortName(facts.scene)}`);
  if (!scenes) return h("div", { className: "choose" }, h("p", { className: "quiet" }, "Asking for scenes …"));
  const house = scenes.built_in.some(({ name }) => name === FIRST) && facts === null
    && h("button", { className: "main first", onclick: () => open(FIRST) }, "Open the house", h("span", {}, "then press Walk"));
  return h("div", { className: "choose" }, h("h1", {}, "Which scene?"), back, house, dropZone(app),
    scenes.built_in.length > 0 && h("h2", {}, "Built in"), h("div", { className: "cards" }, ...scenes.built_in.map(({ name, about }) => card(name, about))),
    scenes.files.length > 0 && h("h2", {}, "Files"), h("div", { className: "cards" }, ...scenes.files.map(({ name, bytes: size }) => card(name, bytes(size)))));
}

function dropZone(app: App): HTMLElement {
  const input = h("input", { type: "file", id: "file", accept: ".glb,.gltf,.obj,.stl", onchange: () => input.files?.[0] && void upload(app, input.files[0]) });
  return h("label", { className: "drop" }, input, h("strong", {}, "Drop a model here, or choose a file"), h("span", {}, "GLB, glTF, OBJ or STL, in metres with Y up; other units and axes can be told afterwards, under Facts. It goes to your own footpath view and no further."));
}

function loading(phase: Extract<Phase, { kind: "loading" }>): HTMLElement {
  const bars = phase.stages.map(({ name, done }) =>
    h("li", {}, h("span", {}, name), h("progress", { max: 1, value: done > 0 ? done : undefined, "aria-label": `Progress of ${name}` }), h("span", { className: "quiet" }, done >= 1 ? "done" : done > 0 ? `${Math.round(100 * done)} %` : "…")));
  return h("div", { className: "state", role: "status" }, h("h1", {}, `Baking ${shortName(phase.scene)}`), h("ul", { className: "stages" }, ...bars), bars.length === 0 && h("p", { className: "quiet" }, "Waiting for the first stage …"));
}

function failed(app: App, phase: Extract<Phase, { kind: "failed" }>): HTMLElement {
  return h("div", { className: "state failed", role: "alert" }, h("h1", {}, `${shortName(phase.scene)} cannot be shown`), h("p", {}, asSentence(phase.message)),
    h("div", { className: "row" }, h("button", { className: "main", onclick: () => showChooser(app) }, "Choose a scene"), h("button", { onclick: () => void app.open(phase.scene) }, "Try again")));
}

export function showChooser(app: App): void {
  app.store.set({ phase: { kind: "choose" } });
  void app.source.scenes().then((scenes) => app.store.set({ scenes }), (error) => app.complain(error));
}

export async function upload(app: App, file: File): Promise<void> {
  const { store } = app;
  const most = store.now.scenes?.limits.upload ?? Infinity;
  if (!ENDINGS.test(file.name)) return app.fail(file.name, `${file.name} is no model that can be read; drop a .glb, .obj or .stl file`);
  if (file.size > most) return app.fail(file.name, `${file.name} has ${bytes(file.size)}; the server takes up to ${bytes(most)}`);
  store.set({ phase: { kind: "loading", scene: file.name, stages: [{ name: "upload", done: 0 }] } });
  try {
    const scene = await app.source.upload(file.name, file, (name, done) =>
      store.set({ phase: { kind: "loading", scene: file.name, stages: [{ name, done }] } }));
    await app.open(scene);
  } catch (error) {
    app.fail(file.name, sentence(error));
  }
}

/** A file may be dropped anywhere on the page. */
function takeDrops(app: App): void {
  let depth = 0;
  const over = (on: boolean): void => void document.body.classList.toggle("dropping", on);
  addEventListener("dragenter", () => over(++depth > 0));
  addEventListener("dragleave", () => over(--depth > 0));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    over(false);
    const file = event.dataTransfer?.files[0];
    if (file && app.source.live) void upload(app, file);
  });
}
