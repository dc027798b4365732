// Routes on the stage: a line in the colours of what the body does, in a rim that tells the method; refusals at their place. A route of a moment ago,
// while the one to where the pointer is now is still searched for, is pale, and broken lines lead from it to its ends.

import { Group, Mesh, MeshBasicMaterial, RingGeometry, SphereGeometry, type Vector3 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { App } from "../app";
import { dispose } from "../stage/dispose";
import type { Found, Refused, Vec3, Why } from "../source/types";
import type { Word } from "../stage/labels";
import { actionColour, methodColour } from "./actions";

/** Metres above the ground at which a route is drawn. */
const ABOVE = 0.06;
const FLIGHT = 12;
const BEHIND = 0x9fc3e2;
const NEARER = -300;
const REFUSAL = 0xc0142c;
const ALSO = 0xd98a00;
const SEARCHING = 0x6b7580;
/** Metres by which the ends of a route may be off without being told apart from it. */
const THERE = 0.5;
const DASHES = 14;

export class Routes {
  private group = new Group();

  constructor(private app: App) {
    app.stage.scene.add(this.group);
    app.store.on(["answers", "hiddenMethods", "active", "facts", "provisional"], () => this.draw());
    app.store.on(["pairs"], () => {
      if (app.store.now.provisional === "route") this.draw();
    });
    app.onClosed(() => this.clear());
  }

  private clear(): void {
    for (const thing of [...this.group.children]) dispose(thing);
    this.app.stage.labels.set("refusal", []);
    this.app.stage.labels.set("searching", []);
    this.app.stage.invalidate();
  }

  private draw(): void {
    this.clear();
    const { answers, hiddenMethods, active, facts, provisional } = this.app.store.now;
    const methods = facts?.methods.map((method) => method.name) ?? [];
    answers.forEach((list, pair) => {
      const shown = list.filter((answer) => !hiddenMethods.includes(answer.method));
      const found = shown.filter((answer): answer is Found => answer.found);
      if (pair === active && provisional === "route") {
        this.search(found[0] ?? null, pair);
        return;
      }
      // Narrower rims lie above wider ones, so that routes on top of each other are all seen.
      found.forEach((route, i) => {
        const rim = pair === active ? methodColour(Math.max(0, methods.indexOf(route.method))) : "#8a9096";
        this.add(route, rim, pair === active ? 6.5 + 3 * (found.length - 1 - i) : 4.5, i);
      });
      const refused = shown.find((answer): answer is Refused => !answer.found);
      if (refused && found.length === 0 && pair === active) this.refuse(refused.why);
    });
    this.app.stage.invalidate();
  }

  private add(route: Found, rim: string, width: number, order: number): void {
    const { stage } = this.app;
    const points: number[] = [];
    const colours: number[] = [];
    for (const section of route.sections) {
      const way = curve(route.points.slice(section.first, section.last + 1), section.action).map((at) => this.lifted(at));
      const hex = parseInt(actionColour(section.action).slice(1), 16);
      const rgb = [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255];
      for (let i = 0; i + 1 < way.length; i++) {
        points.push(...way[i]!.toArray(), ...way[i + 1]!.toArray());
        colours.push(...rgb, ...rgb);
      }
    }
    if (points.length === 0) return;
    const geometry = new LineSegmentsGeometry().setPositions(points).setColors(colours);
    const line = (material: LineMaterial, rank: number): void => {
      const drawn = new LineSegments2(geometry, material);
      drawn.renderOrder = rank;
      this.group.add(drawn);
    };
    // Behind walls and above a height cut a route is still seen: narrower, in a pale colour (opaque, for half-transparent pieces would overlap).
    line(new LineMaterial({ color: BEHIND, linewidth: 3, depthTest: false, depthWrite: false }), 5);
    // A line has the depth of its middle; drawn a little nearer, none of its width sinks into the ground.
    const nearer = { depthWrite: false, transparent: true, polygonOffset: true, polygonOffsetFactor: 0, polygonOffsetUnits: NEARER };
    line(stage.canCut(new LineMaterial({ color: rim, linewidth: width, ...nearer })), 20 + 2 * order);
    line(stage.canCut(new LineMaterial({ vertexColors: true, linewidth: 4, ...nearer })), 40 + order);
  }

  /** What is known while a route is searched for: the last one, and where it has to lead. */
  private search(last: Found | null, pair: number): void {
    const { from, to } = this.app.store.now.pairs[pair] ?? { from: null, to: null };
    if (!from || !to) return;
    const points = last?.points ?? [];
    const [first, end] = [points[0] ?? from, points[points.length - 1] ?? from];
    const lifted = points.map((at) => this.lifted(at));
    const way = lifted.slice(1).flatMap((at, i) => [...lifted[i]!.toArray(), ...at.toArray()]);
    const bare = { color: SEARCHING, depthTest: false, depthWrite: false, transparent: true };
    const line = (positions: number[], material: LineMaterial): void => {
      const drawn = new LineSegments2(new LineSegmentsGeometry().setPositions(positions), material);
      drawn.renderOrder = 20;
      this.group.add(drawn);
    };
    if (way.length > 0) line(way, new LineMaterial({ ...bare, linewidth: 4, opacity: 0.55 }));
    for (const [a, b] of [[from, first], [end, to]] as const) {
      if (Math.hypot(...a.map((value, axis) => value - b[axis]!)) < THERE) continue;
      const [start, stop] = [this.lifted(a), this.lifted(b)];
      const dashes = Array.from({ length: DASHES }, (_, i) => [i, i + 0.5].flatMap((at) => start.clone().lerp(stop, at / DASHES).toArray()));
      line(dashes.flat(), new LineMaterial({ ...bare, linewidth: 2.5 }));
    }
    // Between the two, where the word of the goal is not.
    const between = this.lifted(end).lerp(this.lifted(to), 0.5);
    this.app.stage.labels.set("searching", [{ at: between, text: "searching …", colour: "#4a5259", strong: false, always: true }]);
  }

  private lifted(at: Vec3): Vector3 {
    return this.app.stage.local([at[0], at[1] + ABOVE, at[2]]);
  }

  /** Marks the place that stops the body, and further ones on the same way. */
  private refuse(why: Why): void {
    const words: Word[] = [];
    const mark = (one: Why, colour: number, size: number): void => {
      const at = this.lifted(one.at);
      const flat = { depthTest: false, transparent: true };
      const ring = new Mesh(new RingGeometry(size * 0.8, size, 40).rotateX(-Math.PI / 2), new MeshBasicMaterial({ color: colour, ...flat }));
      const dot = new Mesh(new SphereGeometry(size * 0.25, 12, 8), new MeshBasicMaterial({ color: colour, ...flat }));
      ring.position.copy(at);
      dot.position.copy(at);
      ring.renderOrder = dot.renderOrder = 60;
      this.group.add(ring, dot);
      const text = measureOf(one);
      if (text) words.push({ at: at.clone().setY(at.y + 0.45), text, colour: colour === REFUSAL ? "#a50f22" : "#8a5600", strong: colour === REFUSAL, always: true });
    };
    why.also.slice(0, 12).forEach((one) => mark(one, ALSO, 0.18));
    mark(why, REFUSAL, 0.4);
    this.app.stage.labels.set("refusal", words.reverse().slice(0, 5));
  }
}

/** Points of a section; a flight through the air is an arc. */
function curve(points: Vec3[], action: string): Vec3[] {
  const [from, to] = points;
  if ((action !== "jump" && action !== "drop") || points.length !== 2 || !from || !to) return points;
  const rise = Math.max(0.25, 0.2 * Math.hypot(to[0] - from[0], to[2] - from[2]));
  return Array.from({ length: FLIGHT + 1 }, (_, i) => {
    const t = i / FLIGHT;
    const at = from.map((value, axis) => value + t * (to[axis]! - value)) as Vec3;
    at[1] += 4 * t * (1 - t) * rise;
    return at;
  });
}

/** What there is and what is needed, in a few words. */
export function measureOf(why: Why): string {
  const metres = (value: number): string => `${value.toFixed(2)} m`;
  if (why.has === null || why.needs === null) return why.kind.replaceAll("_", " ");
  switch (why.kind) {
    case "too_narrow": return `${metres(why.has)} wide, needs ${metres(why.needs)}`;
    case "too_low": return `${metres(why.has)} high, needs ${metres(why.needs)}`;
    case "too_steep": return `${why.has.toFixed(0)}° steep, takes ${why.needs.toFixed(0)}°`;
    case "too_high_a_step": return `step of ${metres(why.has)}, takes ${metres(why.needs)}`;
    case "gap_too_wide": return `gap of ${metres(why.has)}, takes ${metres(why.needs)}`;
    default: return why.kind.replaceAll("_", " ");
  }
}
