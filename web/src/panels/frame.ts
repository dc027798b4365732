// The frame: bar at the top, panels at the sides, what lies over the picture.

import type { App } from "../app";
import type { Tool } from "../state";
import type { Tools } from "../tools/hands";
import { answersPanel } from "./answers";
import { bodyPanel } from "./body";
import { chooser, showChooser } from "./chooser";
import { fill, h, section } from "./dom";
import { exportMenu, linkButton } from "./export";
import { factsPanel } from "./facts";
import { heightControl } from "./height";
import { helpDialog } from "./help";
import { layersPanel } from "./layers";
import { objectsPanel } from "./objects";
import { obstaclesPanel } from "./obstacles";
import { pickedPanel } from "./picked";
import { searchPanel } from "./search";
import { walkersPanel } from "./walkers";
import { asSentence, place, shortName } from "./words";

const TOOLS: { tool: Tool; title: string; key: string; about: string }[] = [
  { tool: "route", title: "Route", key: "R", about: "Click a start and a goal" },
  { tool: "obstacle", title: "Obstacle", key: "O", about: "Click the ground to put a box there" },
  { tool: "pick", title: "Pick", key: "P", about: "Click a floor to see what is known of it" },
];

/** Milliseconds until the page says that it works on something. */
const PATIENCE = 200;

export function buildFrame(app: App, tools: Tools): void {
  const need = (selector: string): HTMLElement => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`the page has no ${selector}`);
    return element;
  };
  const { store } = app;
  bar(app, tools, need("header"));
  leftPanel(app, tools, need("#left"));
  rightPanel(app, tools, need("#right"));
  over(app, tools, need("#over"));
  document.body.append(helpDialog(app));
  // What was pressed with the mouse gives the keys back to the picture; who moves by Tab keeps the focus.
  document.addEventListener("click", (event) => {
    const pressed = event.detail > 0 && event.target instanceof Element && event.target.closest("header button, aside button, summary");
    if (pressed) app.stage.canvas.focus({ preventScroll: true });
  });
  store.show(["panels", "phase"], () => {
    document.body.classList.toggle("bare", !store.now.panels);
    document.body.classList.toggle("empty", store.now.phase.kind !== "ready");
  });
  store.show(["phase"], () => {
    const { phase } = store.now;
    document.title = phase.kind === "ready" ? `${shortName(store.now.scene ?? "")} · Footpath` : "Footpath";
  });
}

function bar(app: App, tools: Tools, header: HTMLElement): void {
  const { store } = app;
  const scene = h("button", { className: "scene", title: "Choose another scene", onclick: () => showChooser(app) });
  const report = h("span", { className: "scene" });
  const group = h("div", { className: "choices", role: "group", "aria-label": "Tools" });
  const person = h("button", { title: "First person (F)", onclick: () => tools.toggleFirstPerson() }, "First person");
  const busy = h("span", { className: "busy", role: "status" });
  fill(header, h("span", { className: "brand" }, "Footpath"), app.source.live ? scene : report, app.source.live && group,
    h("span", { className: "space" }), busy, h("button", { title: "From above (T)", onclick: () => app.cameras.top() }, "Top"),
    h("button", { title: "All of the scene (Home)", onclick: () => app.frame() }, "Frame"), person, exportMenu(app), app.source.live && linkButton(app),
    h("button", { title: "Keys and pointer (H)", onclick: () => store.set({ help: true }) }, "Help"));
  store.show(["scene"], () => fill(report, `${shortName(store.now.scene ?? "")}, a report`));
  store.show(["scene", "phase"], () => fill(scene, store.now.scene ? shortName(store.now.scene) : "choose a scene", " ▾"));
  store.show(["tool"], () => fill(group, ...TOOLS.map(({ tool, title, key, about }) =>
    h("button", { title: `${about} (${key})`, "aria-pressed": String(store.now.tool === tool), onclick: () => store.set({ tool }) }, title))));
  store.show(["firstPerson", "eyes", "walk"], () => person.setAttribute("aria-pressed", String(store.now.firstPerson || (store.now.eyes && store.now.walk !== null))));
  // What is answered at once needs no word, and a bar that changes while one drags takes time.
  let working = 0;
  store.show(["busy"], () => {
    if (store.now.busy > 0) working ||= window.setTimeout(() => (busy.textContent = "working …"), PATIENCE);
    else {
      clearTimeout(working);
      working = 0;
      if (busy.textContent) busy.textContent = "";
    }
  });
}

function leftPanel(app: App, tools: Tools, aside: HTMLElement): void {
  const { store } = app;
  // A report answers nothing new, so it needs no body; its facts stand at the right.
  const tabs = [
    { name: "layers", title: "Layers", panel: layersPanel(app) },
    ...(app.source.live ? [{ name: "body", title: "Body", panel: bodyPanel(app, tools) }] : []),
    { name: "objects", title: "Objects", panel: objectsPanel(app) },
    ...(app.source.live ? [{ name: "facts", title: "Facts", panel: factsPanel(app) }] : []),
  ];
  const buttons = tabs.map(({ name, title }) => h("button", { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => store.set({ tab: name }) }, title));
  const panels = tabs.map(({ name, panel }) => h("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` }, panel));
  fill(aside, h("div", { className: "tabs", role: "tablist" }, ...buttons), ...panels);
  store.show(["tab"], () => tabs.forEach(({ name }, i) => {
    buttons[i]!.setAttribute("aria-selected", String(name === store.now.tab));
    panels[i]!.hidden = name !== store.now.tab;
  }));
}

function rightPanel(app: App, tools: Tools, aside: HTMLElement): void {
  const { store } = app;
  const { live, has } = app.source;
  const picked = section("Picked floor", false, pickedPanel(app));
  const obstacles = section("Obstacles", false, obstaclesPanel(app, tools));
  const search = section("Search, step by step", false, searchPanel(app, tools));
  fill(aside, has.route && section("Routes", true, answersPanel(app, tools)), has.walk && section("Walk", true, walkersPanel(app, tools)),
    live && search, live && obstacles, live && picked, !live && section("Facts", true, factsPanel(app)));
  store.on(["tool"], () => {
    if (store.now.tool === "obstacle") obstacles.open = true;
    if (store.now.tool === "pick") picked.open = true;
  });
  store.on(["picked"], () => {
    if (!store.now.picked) return;
    picked.open = true;
    picked.scrollIntoView({ block: "nearest" });
  });
  store.on(["front"], () => store.now.front && (search.open = true));
}

/** Height, the floor under the pointer, what to do next, and what went wrong. */
function over(app: App, tools: Tools, box: HTMLElement): void {
  const { store } = app;
  const under = h("div", { className: "under" });
  const hint = h("div", { className: "next" });
  const notice = h("div", { className: "notice", role: "alert", hidden: true });
  tools.under = (at, object) => (under.textContent = at ? `${place(at)}${object ? `  ${object}` : ""}` : "");
  store.show(["tool", "pairs", "active", "phase", "firstPerson", "walk", "live"], () => {
    const { tool, pairs, active, firstPerson, walk, live } = store.now;
    const pair = pairs[active];
    const words = firstPerson ? "W A S D to go, drag to look, F to leave" : walk || !live ? "" : tool === "obstacle" ? "Click the ground to put a box there" : tool === "pick" ? "Click a floor"
      : !pair?.from ? "Click a start" : !pair.to ? "Click a goal" : "";
    hint.textContent = words;
    hint.hidden = words === "";
  });
  let gone = 0;
  store.show(["notice"], () => {
    const { notice: now } = store.now;
    notice.hidden = !now;
    clearTimeout(gone);
    if (!now) return;
    notice.className = `notice ${now.kind}`;
    fill(notice, asSentence(now.text), h("button", { "aria-label": "Close", onclick: () => store.set({ notice: null }) }, "×"));
    gone = window.setTimeout(() => store.set({ notice: null }), now.kind === "error" ? 9000 : 3500);
  });
  fill(box, heightControl(app), under, hint, notice, chooser(app), h("div", { className: "drop-hint" }, "Drop it: it will be baked"));
}
