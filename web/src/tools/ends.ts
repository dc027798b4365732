// Start and goal of each pair: the body as a translucent cylinder at its feet, to be dragged; set by clicks.

import {
  Box3, CylinderGeometry, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial,
  RingGeometry, Vector3, type Ray,
} from "three";
import type { App } from "../app";
import { measure } from "../body";
import { dispose } from "../stage/dispose";
import type { Vec3 } from "../source/types";
import type { Word } from "../stage/labels";
import type { Grip } from "../stage/pointer";
import { MOST_PAIRS, withAt, type Pair } from "../state";
import type { Planner } from "./planner";

const COLOURS = { from: 0x1a7f37, to: 0xb3261e } as const;
export type End = keyof typeof COLOURS;
/** Grips are at least this many pixels wide, whatever the distance. */
const LEAST_PIXELS = 9;

export class Ends {
  private group = new Group();
  /** Whether they were drawn flat, to stand in nobody's way. */
  private walking = false;

  constructor(private app: App, private planner: Planner) {
    app.stage.scene.add(this.group);
    app.store.on(["pairs", "body", "active", "facts"], () => this.draw());
    // A walk that plays changes with every frame, and the ends only when it begins or ends.
    app.store.on(["walk"], () => this.walking !== (app.store.now.walk !== null) && this.draw());
    app.onClosed(() => this.draw());
  }

  /** The first click sets the start, the second the goal, a third begins anew. */
  click(at: Vec3): void {
    const { pairs, active } = this.app.store.now;
    const pair = pairs[active] ?? { from: null, to: null };
    if (!pair.from || pair.to) this.set(active, { from: at, to: null });
    else this.set(active, { ...pair, to: at });
  }

  set(index: number, pair: Pair): void {
    const { store } = this.app;
    store.set({ pairs: withAt(store.now.pairs, index, pair), walk: null, front: null });
    this.planner.want(index);
  }

  /** A further walker, or the one that is still without ends. */
  another(): void {
    const { store } = this.app;
    const { pairs, answers } = store.now;
    const empty = pairs.findIndex((pair) => !pair.from);
    if (empty >= 0) store.set({ active: empty, tool: "route", provisional: null });
    else if (pairs.length < MOST_PAIRS) {
      store.set({ pairs: [...pairs, { from: null, to: null }], answers: [...answers, []], active: pairs.length, tool: "route", provisional: null });
    }
  }

  remove(index: number): void {
    const { store } = this.app;
    const without = <T>(list: T[]): T[] => list.filter((_, i) => i !== index);
    const [pairs, answers] = [without(store.now.pairs), without(store.now.answers)];
    if (pairs.length === 0) store.set({ pairs: [{ from: null, to: null }], answers: [[]], active: 0, walk: null, provisional: null });
    else store.set({ pairs, answers, active: Math.min(store.now.active, pairs.length - 1), walk: null, provisional: null });
    this.planner.wantAll();
  }

  choose(index: number): void {
    this.app.store.set({ active: index, provisional: null });
    this.planner.want(index);
  }

  grip(ray: Ray, nearer: number): Grip | null {
    const found = this.at(ray, nearer);
    return found && this.held(found.index, found.end);
  }

  /** The end under a ray, unless the scene is nearer. */
  at(ray: Ray, nearer: number): { index: number; end: End } | null {
    const { pairs } = this.app.store.now;
    const [radius, height] = this.size();
    for (const [index, pair] of pairs.entries()) {
      for (const end of ["from", "to"] as const) {
        const at = pair[end];
        if (!at) continue;
        const foot = this.app.stage.local(at);
        const wide = Math.max(radius, LEAST_PIXELS * this.app.stage.metresPerPixel(foot));
        const box = new Box3(new Vector3(-wide, 0, -wide).add(foot), new Vector3(wide, height, wide).add(foot));
        const hit = ray.intersectBox(box, new Vector3());
        if (hit && hit.distanceTo(ray.origin) < nearer + 0.3) return { index, end };
      }
    }
    return null;
  }

  private held(index: number, end: End): Grip {
    const { app } = this;
    if (app.store.now.active !== index) this.choose(index);
    return {
      drag: (ray) => {
        const touch = app.model?.touch(ray);
        const pair = app.store.now.pairs[index];
        this.planner.drag(true);
        if (touch && pair) this.set(index, { ...pair, [end]: touch.at });
      },
      drop: () => this.planner.drag(false),
    };
  }

  private size(): [number, number] {
    const { body, facts } = this.app.store.now;
    const presets = facts?.bodies ?? [];
    return [measure(body, "radius", presets), measure(body, "height", presets)];
  }

  private draw(): void {
    for (const thing of [...this.group.children]) dispose(thing);
    const { pairs, active, facts, walk } = this.app.store.now;
    const words: Word[] = [];
    const [radius, height] = this.size();
    this.walking = walk !== null;
    if (facts) {
      pairs.forEach((pair, index) => {
        for (const end of ["from", "to"] as const) {
          const at = pair[end];
          if (!at) continue;
          const foot = this.app.stage.local(at);
          this.add(foot, radius, walk ? 0.02 : height, COLOURS[end], index === active);
          const number = pairs.length > 1 ? ` ${index + 1}` : "";
          const colour = end === "from" ? "#125c27" : "#8c1d18";
          words.push({
            at: foot.clone().setY(foot.y + (walk ? 0.3 : height + 0.25)), text: `${end === "from" ? "start" : "goal"}${number}`, colour,
            strong: index === active, always: true,
          });
        }
      });
    }
    this.app.stage.labels.set("ends", words);
    this.app.stage.invalidate();
  }

  private add(foot: Vector3, radius: number, height: number, colour: number, strong: boolean): void {
    const shape = new CylinderGeometry(radius, radius, height, 24, 1, true).translate(0, height / 2, 0);
    const skin = { color: colour, transparent: true, opacity: strong ? 0.4 : 0.18, depthWrite: false, side: DoubleSide };
    const body = new Mesh(shape, new MeshBasicMaterial(skin));
    const rim = new LineSegments(new EdgesGeometry(shape, 40), new LineBasicMaterial({ color: colour }));
    const ring = new Mesh(
      new RingGeometry(radius * 0.82, radius, 32).rotateX(-Math.PI / 2),
      new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity: strong ? 0.9 : 0.4 }),
    );
    ring.position.y = 0.03;
    const group = new Group().add(body, rim, ring);
    group.position.copy(foot);
    group.traverse((part) => (part.renderOrder = 50));
    this.group.add(group);
  }
}
