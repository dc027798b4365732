// Help: keys and the pointer.

import type { App } from "../app";
import { h } from "./dom";

const KEYS: [string, string][] = [
  ["click", "start, then goal; with another tool: a box, or what is known of a floor"],
  ["drag", "turn; on a start, goal or box: move it"],
  ["right drag, Shift drag", "move the view"],
  ["wheel, pinch", "nearer and farther, towards the pointer"],
  ["R  O  P", "tools: Route, Obstacle, Pick"],
  ["Space", "play or pause the search or the walk"],
  ["1", "single step of the search"],
  ["Tab", "hide or show the panels (while the picture has the focus)"],
  ["F", "first person: W A S D or arrows to go, Q E down and up, Shift faster, drag to look; in a walk: through the walker's eyes"],
  ["T  Home", "from above; all of the scene"],
  ["Delete", "remove the chosen box"],
  ["H", "this help"],
];

export function helpDialog(app: App): HTMLElement {
  const { store } = app;
  const close = (): void => store.set({ help: false });
  const rows = KEYS.map(([key, about]) => h("tr", {}, h("th", { scope: "row" }, ...key.split("  ").flatMap((one, i) => [i > 0 && " ", h("kbd", {}, one)])), h("td", {}, about)));
  const dialog = h("dialog", { className: "help", "aria-label": "Help", onclose: close, onclick: (event: MouseEvent) => event.target === dialog && close() },
    h("div", {}, h("h2", {}, "Keys and pointer"), h("table", {}, h("tbody", {}, ...rows)), h("p", { className: "quiet" }, "Drop a .glb, .obj or .stl file anywhere on the page to bake it."),
      h("button", { className: "main", onclick: close }, "Close")));
  store.show(["help"], () => {
    if (store.now.help && !dialog.open) dialog.showModal();
    if (!store.now.help && dialog.open) dialog.close();
  });
  return dialog;
}
