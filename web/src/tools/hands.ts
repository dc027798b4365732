// What a click, a drag and a key do, by the chosen tool.

import type { Ray } from "three";
import type { App } from "../app";
import type { Vec3 } from "../source/types";
import { Pointer, type Grip, type Hands } from "../stage/pointer";
import { Ends } from "./ends";
import { Front } from "./front";
import { Obstacles } from "./obstacles";
import { Pick } from "./pick";
import { Planner } from "./planner";
import { Routes } from "./routes";
import { WalkTool } from "./walk";

export class Tools implements Hands {
  readonly planner: Planner;
  readonly ends: Ends;
  readonly obstacles: Obstacles;
  readonly pick: Pick;
  readonly front: Front;
  readonly walk: WalkTool;
  /** The floor under the pointer, for whoever shows it. */
  under: ((at: Vec3 | null, object: string | null) => void) | null = null;

  constructor(private app: App) {
    this.planner = new Planner(app);
    new Routes(app);
    this.ends = new Ends(app, this.planner);
    this.obstacles = new Obstacles(app, this.planner);
    this.pick = new Pick(app);
    this.front = new Front(app);
    this.walk = new WalkTool(app);
    new Pointer(app.stage, app.cameras, this);
    addEventListener("keydown", (event) => this.key(event, true));
    addEventListener("keyup", (event) => this.key(event, false));
  }

  grip(ray: Ray): Grip | null {
    const { app } = this;
    if (!app.model || !app.source.live || app.cameras.firstPerson) return null;
    const nearer = app.model.touch(ray)?.distance ?? Infinity;
    return this.obstacles.grip(ray, nearer) ?? this.ends.grip(ray, nearer);
  }

  click(ray: Ray): void {
    const { app } = this;
    if (!app.model) return;
    if (!app.source.live) return app.tell("this is a report; open the scene with `footpath view` to ask more", "note");
    const touch = app.model.touch(ray);
    const box = this.obstacles.at(ray, touch?.distance ?? Infinity);
    if (box !== null) return this.obstacles.select(box);
    this.obstacles.select(null);
    if (!touch) return app.tell("nothing is there; click on the scene", "note");
    const { tool } = app.store.now;
    if (tool === "route") this.ends.click(touch.at);
    else if (tool === "obstacle") void this.obstacles.add(touch.at);
    else void this.pick.click(touch.at);
  }

  hover(ray: Ray | null): void {
    const { app } = this;
    if (!app.model) return;
    const touch = ray ? app.model.touch(ray) : null;
    this.under?.(touch?.at ?? null, touch ? (app.store.now.facts?.objects[touch.object]?.name ?? null) : null);
    if (!ray || !app.source.live) return;
    const nearer = touch?.distance ?? Infinity;
    const movable = this.obstacles.at(ray, nearer) !== null || this.ends.at(ray, nearer) !== null;
    app.stage.canvas.style.cursor = movable ? "grab" : touch ? "crosshair" : "default";
  }

  toggleFirstPerson(): void {
    const { app } = this;
    if (!app.model) return;
    // Who walks has eyes to look through.
    if (app.store.now.walk && !app.cameras.firstPerson) return app.store.set({ eyes: !app.store.now.eyes });
    if (app.cameras.firstPerson) app.cameras.leaveFirstPerson();
    else {
      const { pairs, active } = app.store.now;
      const pair = pairs[active];
      const feet = pair?.from ? app.stage.local(pair.from) : app.cameras.orbit.target.clone();
      const route = app.store.now.answers[active]?.find((answer) => answer.found);
      const ahead = route?.found ? (route.points[Math.min(4, route.points.length - 1)] ?? null) : (pair?.to ?? null);
      app.cameras.enterFirstPerson(feet, ahead ? app.stage.local(ahead) : null);
    }
    app.store.set({ firstPerson: app.cameras.firstPerson });
  }

  private key(event: KeyboardEvent, down: boolean): void {
    const { app } = this;
    const typing = event.target instanceof HTMLInputElement && !["range", "checkbox", "radio"].includes(event.target.type);
    if (typing || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (app.cameras.key(event.code, down)) return event.preventDefault();
    if (!down || event.repeat) return;
    const button = event.target instanceof HTMLButtonElement || (event.target instanceof HTMLElement && event.target.tagName === "SUMMARY");
    // Tab hides the panels while the picture has the focus; inside a panel, and with Shift, it moves the focus as ever.
    const inPanel = event.target instanceof HTMLElement && event.target.closest("header, aside, dialog, .cover") !== null;
    if (event.key === "Tab" && (inPanel || event.shiftKey)) return;
    const act = button && (event.key === " " || event.key === "Enter") ? undefined : this.keys()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private keys(): Record<string, () => void> {
    const { store } = this.app;
    const { front, selected, help, panels, notice } = store.now;
    const ready = store.now.phase.kind === "ready";
    const common: Record<string, () => void> = {
      h: () => store.set({ help: !help }),
      "?": () => store.set({ help: !help }),
      Escape: () => (help ? store.set({ help: false }) : notice ? store.set({ notice: null }) : this.obstacles.select(null)),
    };
    if (!ready) return common;
    return {
      ...common,
      " ": () => (front ? this.front.toggle() : this.walk.toggle()),
      "1": () => this.front.step(),
      Tab: () => store.set({ panels: !panels }),
      f: () => this.toggleFirstPerson(),
      r: () => store.set({ tool: "route" }),
      o: () => store.set({ tool: "obstacle" }),
      p: () => store.set({ tool: "pick" }),
      t: () => this.app.cameras.top(),
      Home: () => this.app.frame(),
      Delete: () => selected !== null && void this.obstacles.remove(selected),
      Backspace: () => selected !== null && void this.obstacles.remove(selected),
    };
  }
}
