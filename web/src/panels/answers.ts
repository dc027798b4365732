// Answers: all methods side by side, the actions of the route, and the reasoned no.

import type { App } from "../app";
import type { Answer, Found, Refused, Why } from "../source/types";
import { actionColour, methodColour } from "../tools/actions";
import { measureOf } from "../tools/routes";
import type { Tools } from "../tools/hands";
import { fill, h, swatch } from "./dom";
import { asSentence, count, metres, time } from "./words";

export function answersPanel(app: App, tools: Tools): HTMLElement {
  const { store } = app;
  const table = h("div", {});
  const below = h("div", {});
  const show = (): void => {
    const { facts, answers, active, hiddenMethods, pairs, provisional } = store.now;
    const list = answers[active] ?? [];
    const pair = pairs[active];
    const methods = facts?.methods ?? [];
    if (list.length === 0) {
      const hint = !pair?.from ? "Click a start on the ground." : !pair.to ? "Click a goal." : "Asking …";
      fill(table, h("p", { className: "hint" }, hint));
      fill(below);
      return;
    }
    const best = Math.min(...list.filter((answer): answer is Found => answer.found).map((answer) => answer.cost));
    // Always in the same order: rows that change places while one drags cannot be read. A report may have a method of another name.
    const names = new Set([...methods.map(({ name }) => name), ...list.map(({ method }) => method)]);
    const rows = [...names].flatMap((name) => {
      const answer = list.find(({ method }) => method === name);
      if (answer) return [row(answer, methods, hiddenMethods, best)];
      return store.now.live ? [h("tr", { className: "waits" }, h("th", { scope: "row" }, name), h("td", { colSpan: 4 }, "…"))] : [];
    });
    fill(table, h("table", { className: provisional === "route" ? "answers before" : "answers" },
      h("thead", {}, h("tr", {}, ...["Method", "Length", "Cost", "Time", "Work"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, ...rows)));
    const refused = list.find((answer): answer is Refused => !answer.found);
    const found = list.find((answer): answer is Found => answer.found && !hiddenMethods.includes(answer.method));
    if (provisional === "route") fill(below, h("p", { className: "hint", role: "status" }, "Searching … These are the answers of a moment ago."));
    else fill(below, found ? actions(found) : null, refused && !found ? (provisional === "reason" ? noReason() : reason(refused.why)) : null);
  };
  const row = (answer: Answer, methods: { name: string; about: string }[], hidden: string[], best: number): HTMLElement => {
    const index = Math.max(0, methods.findIndex((method) => method.name === answer.method));
    const input = h("input", {
      type: "checkbox", name: `method ${answer.method}`, checked: !hidden.includes(answer.method), "aria-label": `Show the route of ${answer.method}`,
      onchange: () => store.set({ hiddenMethods: input.checked ? store.now.hiddenMethods.filter((name) => name !== answer.method) : [...store.now.hiddenMethods, answer.method] }),
    });
    const name = h("th", { scope: "row" }, h("label", { title: methods[index]?.about }, input, h("i", { className: "rim", style: `border-color:${methodColour(index)}` }), answer.method));
    const took = answer.micros === undefined ? "–" : time(answer.micros);
    if (!answer.found) return h("tr", { className: "no" }, name, h("td", { colSpan: 2 }, answer.why.kind === "budget" ? "stopped" : answer.why.kind.replaceAll("_", " ")), h("td", {}, took), h("td", {}, "–"));
    const work = Object.entries(answer.work);
    const all = work.map(([key, value]) => `${count(value)} ${key.replaceAll("_", " ")}`).join(", ");
    return h("tr", {}, name, h("td", {}, metres(answer.length)), h("td", { className: answer.cost <= best * 1.0005 ? "best" : "" }, answer.cost.toFixed(2)),
      h("td", {}, took), h("td", { title: all }, count(work[0]?.[1] ?? 0)));
  };
  const noReason = (): HTMLElement => h("div", { className: "refusal", role: "status" }, h("strong", {}, "No route"), h("p", {}, "Looking for the reason …"));
  const reason = (why: Why): HTMLElement => {
    const show = (one: Why): void => app.cameras.approach(app.stage.local(one.at), 7);
    const also = why.also.map((one) => h("li", {}, h("button", { className: "link", title: asSentence(one.message), onclick: () => show(one) }, `${one.object ?? one.kind.replaceAll("_", " ")}: ${measureOf(one)}`)));
    const stopped = why.kind === "budget";
    const next = stopped ? h("button", { onclick: () => tools.planner.wantAll() }, "Ask again") : h("button", { onclick: () => show(why) }, "Show the place");
    return h("div", { className: "refusal", role: "alert" }, h("strong", {}, stopped ? "No answer yet" : `No route: ${why.kind.replaceAll("_", " ")}`), h("p", {}, asSentence(why.message)),
      next, also.length > 0 && h("details", {}, h("summary", {}, `${also.length} more on the same way`), h("ul", {}, ...also)));
  };
  const ends = endsChoice(app, tools);
  store.show(["answers", "active", "hiddenMethods", "pairs", "facts", "provisional"], show);
  return h("div", {}, ends, table, below);
}

/** Metres of each action, in their order. */
function actions(route: Found): HTMLElement {
  const sums = new Map<string, number>();
  for (const section of route.sections) {
    const points = route.points.slice(section.first, section.last + 1);
    const length = points.slice(1).reduce((sum, to, i) => sum + Math.hypot(...to.map((value, axis) => value - points[i]![axis]!)), 0);
    sums.set(section.action, (sums.get(section.action) ?? 0) + length);
  }
  return h("div", { className: "legend row" }, ...[...sums].map(([action, length]) => swatch(actionColour(action), `${action} ${length.toFixed(1)} m`)));
}

/** Named places as ends, for keys and for scenes that have them. */
function endsChoice(app: App, tools: Tools): HTMLElement {
  const { store } = app;
  const box = h("div", { className: "ends" });
  store.show(["facts", "pairs", "active"], () => {
    const { facts, pairs, active } = store.now;
    const pair = pairs[active] ?? { from: null, to: null };
    const choice = (end: "from" | "to"): HTMLElement => {
      const at = pair[end];
      const here = facts?.places.findIndex((place) => at !== null && Math.hypot(...place.at.map((value, i) => value - at[i]!)) < 0.01) ?? -1;
      const select = h("select", {
        "aria-label": end === "from" ? "Start" : "Goal", name: end, disabled: !store.now.live || !facts,
        onchange: () => {
          const place = facts?.places[Number(select.value)];
          if (place) tools.ends.set(active, { ...pair, [end]: place.at });
        },
      }, h("option", { value: "-1" }, at ? at.map((value) => value.toFixed(1)).join(", ") : "click …"),
        ...(facts?.places ?? []).map((place, i) => h("option", { value: String(i) }, place.name)));
      select.value = String(here);
      return h("label", { className: `field ${end}` }, h("span", {}, end === "from" ? "Start" : "Goal"), select);
    };
    fill(box, choice("from"), choice("to"));
  });
  return box;
}
