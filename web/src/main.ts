// From a link or the command line to a scene on the stage.

import { App } from "./app";
import { giveHandle } from "./handle";
import { buildFrame } from "./panels/frame";
import { showChooser } from "./panels/chooser";
import { fromHash, toHash } from "./share";
import { Kept, keptData } from "./source/kept";
import { Live } from "./source/live";
import { sentence } from "./source/source";
import { fresh, Store } from "./state";
import { Tools } from "./tools/hands";

function canvas(id: string): HTMLCanvasElement {
  const element = document.getElementById(id);
  if (element instanceof HTMLCanvasElement) return element;
  throw new Error(`the page has no canvas ${id}`);
}

async function start(): Promise<void> {
  const kept = keptData();
  const store = new Store({ ...fresh(), live: kept === null });
  const app = new App(store, kept ? new Kept(kept) : new Live(), canvas("picture"), canvas("words"));
  const tools = new Tools(app);
  buildFrame(app, tools);
  giveHandle(app);
  keepLink(app);
  app.onOpened(() => beginAtPlaces(app, tools));
  if (kept) {
    const { from = null, to = null, answers = [], obstacles = [] } = kept;
    if (kept.body) store.set({ body: { preset: "adult", measures: { radius: kept.body.radius, height: kept.body.height }, abilities: {} } });
    const layers = from || !kept.layers?.["floors"] ? [] : ["floors"];
    await app.open(kept.facts.scene, { pairs: [{ from, to }], answers: [answers], layers, obstacles: obstacles.map((box) => ({ box, number: null })) });
    return;
  }
  try {
    const scenes = await app.source.scenes();
    store.set({ scenes });
    const said = fromHash(location.hash);
    const scene = said.scene ?? scenes.opened;
    if (scene) await app.open(scene, said);
    else showChooser(app);
  } catch (error) {
    app.fail("Footpath", sentence(error));
  }
}

/** A scene that has places `start` and `goal` begins with a route between them. */
function beginAtPlaces(app: App, tools: Tools): void {
  const { pairs, facts, live } = app.store.now;
  const at = (name: string) => facts?.places.find((place) => place.name === name)?.at ?? null;
  const [from, to] = [at("start"), at("goal")];
  if (live && from && to && pairs.every((pair) => !pair.from && !pair.to)) tools.ends.set(0, { from, to });
}

/** The address bar always has the link to what is shown; a link that is pasted there is followed. */
function keepLink(app: App): void {
  const { store } = app;
  let timer = 0;
  let written = location.hash;
  const write = (): void => {
    if (store.now.phase.kind !== "ready" || !store.now.live) return;
    written = `#${toHash(store.now)}`;
    history.replaceState(null, "", written);
  };
  store.on(["scene", "settings", "body", "pairs", "obstacles", "forbid", "ignore", "layers", "look", "cut", "base", "hiddenMethods", "camera", "phase"], () => {
    clearTimeout(timer);
    timer = window.setTimeout(write, 300);
  });
  addEventListener("hashchange", () => {
    const said = fromHash(location.hash);
    if (location.hash !== written && said.scene && store.now.live) void app.open(said.scene, said);
  });
}

start().catch((error: unknown) => {
  document.body.textContent = `The page cannot start: ${sentence(error)}. It needs WebGL 2.`;
});
