// Walkers: up to ten pairs of start and goal, and the walk of all of them with its controls.

import type { App } from "../app";
import { MOST_PAIRS } from "../state";
import type { Answer } from "../source/types";
import type { Tools } from "../tools/hands";
import { fill, h, toggle } from "./dom";
import { asSentence, metres } from "./words";

export function walkersPanel(app: App, tools: Tools): HTMLElement {
  const { store } = app;
  const list = h("div", { className: "chips", role: "group", "aria-label": "Walkers" });
  store.show(["pairs", "active", "answers", "live"], () => {
    const { pairs, active, answers, live } = store.now;
    const chips = pairs.map((pair, i) => {
      const state = !pair.from || !pair.to ? "unset" : isRefused(answers[i]) ? "no" : "yes";
      const button = h("button", { className: `chip ${state}`, "aria-pressed": String(i === active), title: `Walker ${i + 1}`, onclick: () => tools.ends.choose(i) }, String(i + 1));
      const close = pairs.length > 1 && h("button", { className: "chip close", title: `Remove walker ${i + 1}`, "aria-label": `Remove walker ${i + 1}`, onclick: () => tools.ends.remove(i) }, "×");
      return h("span", {}, button, i === active && close);
    });
    const add = h("button", { className: "plain", disabled: !live || pairs.length >= MOST_PAIRS, title: "A further start and goal, up to ten", onclick: () => tools.ends.another() }, "+ walker");
    fill(list, ...chips, add);
  });
  return h("div", {}, list, controls(app, tools));
}

/** Whether there are answers, and no route among them. */
function isRefused(answers: Answer[] = []): boolean {
  return answers.length > 0 && answers.every((answer) => !answer.found);
}

function controls(app: App, tools: Tools): HTMLElement {
  const { store } = app;
  const walk = h("button", { className: "main", id: "walk", title: "Lets everybody walk", onclick: () => void tools.walk.start(null) }, "Walk");
  const pause = h("button", { title: "Space", onclick: () => tools.walk.toggle() }, "Pause");
  const end = h("button", { className: "plain", onclick: () => tools.walk.end() }, "End");
  const slider = h("input", { type: "range", min: 0, max: 1, step: 0.01, name: "walk time", "aria-label": "Time of the walk in seconds", oninput: () => tools.walk.to(Number(slider.value)) });
  const clock = h("output", {});
  const speed = h("select", { "aria-label": "Speed of the film", onchange: () => tools.walk.speed(Number(speed.value)) },
    ...[0.25, 0.5, 1, 2, 4].map((value) => h("option", { value: String(value), selected: value === 1 }, `${value}×`)));
  const follow = toggle("camera follows", "The camera keeps its view of the first walker", (on) => store.set({ follow: on }));
  const eyes = toggle("through its eyes", "The picture is what the first walker sees (F)", (on) => store.set({ eyes: on }));
  const player = h("div", { className: "player" }, h("div", { className: "row" }, pause, speed, end), h("label", { className: "slider" }, h("span", {}, "Time"), slider, clock));
  const figures = h("div", {});
  store.show(["walk", "follow", "eyes", "pairs"], () => {
    const { walk: now, follow: on, pairs } = store.now;
    follow.input.checked = on;
    eyes.input.checked = store.now.eyes;
    walk.disabled = !pairs.some((pair) => pair.from && pair.to);
    player.hidden = !now;
    if (!now) return fill(figures);
    pause.textContent = now.playing ? "Pause" : "Play";
    slider.max = String(now.seconds);
    slider.value = String(now.time);
    clock.textContent = `${now.time.toFixed(1)} s`;
    speed.value = String(now.speed);
    if (figures.childElementCount === 0) {
      const head = h("tr", {}, ...["", "Seconds", "Foot slide", "Off route", "Hits"].map((title) => h("th", { scope: "col" }, title)));
      const rows = now.figures.map((one) => "why" in one
        ? h("tr", { className: "no" }, h("th", { scope: "row" }, String(one.walker)), h("td", { colSpan: 4, title: asSentence(one.why.message) }, `stays: ${one.why.kind.replaceAll("_", " ")}`))
        : h("tr", {}, h("th", { scope: "row" }, String(one.walker)), h("td", {}, one.seconds.toFixed(1)),
        h("td", { title: "Mean speed of planted feet" }, `${(1000 * one.foot_slide).toFixed(1)} mm/s`), h("td", { title: "Mean distance from the route" }, metres(one.tracking_error)), h("td", {}, String(one.collisions))));
      fill(figures, h("table", { className: "answers" }, h("thead", {}, head), h("tbody", {}, ...rows)));
    }
  });
  return h("div", {}, h("div", { className: "row" }, walk, follow.element, eyes.element), player, figures);
}
