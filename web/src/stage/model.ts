// The scene itself: its triangles as one mesh, edges, the colours of rules, and rays against it.

import {
  BufferAttribute, BufferGeometry, DoubleSide, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, Ray, Vector3,
} from "three";
import type { Pack } from "../source/pack";
import type { Box, SceneObject, Storey, Vec3 } from "../source/types";
import type { SceneLook } from "../state";
import { creases } from "./edges";
import { dispose } from "./dispose";
import { TriangleGrid } from "./grid";
import { givingWay } from "./planes";
import { cornerColours } from "./shade";
import type { Stage } from "./stage";

export interface Touch {
  at: Vec3;
  distance: number;
  object: number;
}

/** Scenes with more triangles get no lines at edges. */
const MOST_FOR_EDGES = 150_000;
/** A moving camera draws at least this many triangles. */
const LEAST_DRAWN = 30_000;
/** Frames that take longer make a moving camera leave out small triangles; in milliseconds. */
const SLOW = 55;
const FAST = 28;
/** Triangles that are looked at to frame a view. */
const OUTLINE = 2000;
/** Points along each side of the plan that are looked at for roofs. */
const SAMPLES = 28;
/** From this share of a storey on, what lies above it is a roof. */
const ROOFED = 0.35;
/** Metres from a storey's floor to its cut. */
const CUT = 1.5;
/** How far a face steps back for another in its plane, as a share of its distance: the corners of large faces are rounded to pixels. */
const BEHIND = 2e-4;
/** Only depths change; on the screen it stays where it is. */
const STEP_BACK = `vec4 back = projectionMatrix * vec4(mvPosition.xyz * (1.0 + behind * ${BEHIND}), 1.0);
gl_Position.z = back.z / back.w * gl_Position.w;`;
const FORBIDDEN = [200, 40, 50] as const;
/** How dark the edges of levels above a height cut are. */
const FADED = 0.09;
/** A face counts as a wall from here on; as in the engine, tan 2. */
const LEVEL = Math.cos(Math.atan(2));

export class Model {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly triangles: number;
  private edges: LineSegments | null = null;
  /** Edges of what a height cut takes away: levels above fade instead of vanishing. */
  private faded: LineSegments | null = null;
  private points: Float32Array;
  private plain: Uint8Array;
  /** The object of each triangle, in the order in which they are drawn: large ones first. */
  private objects: Uint32Array;
  private ignored = new Set<number>();
  private grid: TriangleGrid | null = null;
  private drawn: number;
  private look: SceneLook = "solid";

  constructor(private stage: Stage, pack: Pack, private named: SceneObject[]) {
    const { points, colours, objects } = largestFirst(pack);
    this.points = points;
    this.objects = objects;
    this.plain = cornerColours(points, colours, true);
    this.triangles = objects.length;
    this.drawn = this.triangles;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(points, 3));
    geometry.setAttribute("color", new BufferAttribute(this.plain.slice(), 4, true));
    geometry.setAttribute("behind", new BufferAttribute(perCorner(givingWay(points, objects)), 1));
    geometry.computeBoundingSphere();
    const material = new MeshBasicMaterial({
      vertexColors: true, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    });
    material.onBeforeCompile = (shader) => {
      shader.vertexShader = `attribute float behind;\n${shader.vertexShader}`
        .replace("#include <project_vertex>", `#include <project_vertex>\n${STEP_BACK}`);
    };
    this.mesh = new Mesh(geometry, stage.canCut(material));
    stage.scene.add(this.mesh);
    stage.onDraw((moving, milliseconds) => this.spare(moving, milliseconds));
    if (this.triangles <= MOST_FOR_EDGES) setTimeout(() => this.addEdges(), 30);
  }

  /** Solid, faded behind the layers, or not there. */
  setLook(look: SceneLook): void {
    this.look = look;
    const { material } = this.mesh;
    material.transparent = look === "faded";
    material.opacity = look === "faded" ? 0.22 : 1;
    material.depthWrite = look === "solid";
    material.needsUpdate = true;
    this.mesh.visible = look !== "hidden";
    this.stage.invalidate();
  }

  /** Colours forbidden objects, leaves out ignored ones. Names may be patterns with * and ?. */
  setRules(forbid: string[], ignore: string[]): void {
    const state = this.named.map((object) => {
      if (object.tag === "ignored" || matches(ignore, object.name)) return 2;
      return object.tag === "forbidden" || matches(forbid, object.name) ? 1 : 0;
    });
    this.ignored = new Set(state.flatMap((is, i) => (is === 2 ? [i] : [])));
    const attribute = this.mesh.geometry.getAttribute("color") as BufferAttribute;
    const colours = attribute.array as Uint8Array;
    colours.set(this.plain);
    for (let t = 0; t < this.triangles; t++) {
      const is = state[this.objects[t]!] ?? 0;
      if (is === 0) continue;
      for (let k = 12 * t; k < 12 * t + 12; k += 4) {
        if (is === 2) colours[k + 3] = 0;
        else for (let c = 0; c < 3; c++) colours[k + c] = (colours[k + c]! + 2 * FORBIDDEN[c]!) / 3;
      }
    }
    attribute.needsUpdate = true;
    this.mesh.material.alphaTest = this.ignored.size > 0 ? 0.1 : 0;
    this.mesh.material.needsUpdate = true;
    this.stage.invalidate();
  }

  /** The first surface on a ray that is not cut away. */
  touch(ray: Ray): Touch | null {
    this.grid ??= new TriangleGrid(this.points);
    const [low, high] = this.stage.range;
    const shown = (y: number, triangle: number): boolean =>
      y <= high && y >= low && !this.ignored.has(this.objects[triangle]!);
    const hit = this.grid.cast(ray, shown);
    if (!hit) return null;
    const at = ray.at(hit.distance, new Vector3());
    if (this.grid.level(hit.triangle) > LEVEL) {
      return { at: this.stage.world(at), distance: hit.distance, object: this.objects[hit.triangle]! };
    }
    // A wall: what was meant is the floor at its foot, on the side of whoever looks.
    const back = new Vector3(-ray.direction.x, 0, -ray.direction.z).normalize().multiplyScalar(0.35);
    const foot = this.grid.cast(new Ray(at.clone().add(back), new Vector3(0, -1, 0)), shown);
    if (foot) at.add(back).setY(at.y - foot.distance);
    const triangle = foot ? foot.triangle : hit.triangle;
    return { at: this.stage.world(at), distance: hit.distance, object: this.objects[triangle]! };
  }

  /** The height at which a roof must go for the storey below it to be seen; `null` where there is no roof. */
  roofCut(storeys: Storey[], bounds: Box): number | null {
    const lists = this.samples(bounds).map((heights) => heights.map((y) => y + this.stage.origin[1]));
    for (const storey of [...storeys].reverse()) {
      const floor = storey.cut - CUT;
      const inside = lists.filter((heights) => heights.some((y) => Math.abs(y - floor) < 0.6));
      const roofed = inside.filter((heights) => heights.some((y) => y > storey.cut));
      if (roofed.length > ROOFED * inside.length) return storey.cut;
      // What has nothing on top of it is a roof itself, and the storey below counts.
      if (bounds[1][1] - floor > 1) return null;
    }
    return null;
  }

  /** Heights of level surfaces under a grid of points. */
  private samples(bounds: Box): number[][] {
    this.grid ??= new TriangleGrid(this.points);
    const { grid } = this;
    const [low, high] = [this.stage.local(bounds[0]), this.stage.local(bounds[1])];
    return Array.from({ length: SAMPLES * SAMPLES }, (_, i) => {
      const share = (k: number): number => (k + 0.5) / SAMPLES;
      const x = low.x + (high.x - low.x) * share(i % SAMPLES);
      const z = low.z + (high.z - low.z) * share(Math.floor(i / SAMPLES));
      const heights: number[] = [];
      grid.cast(new Ray(new Vector3(x, high.y + 1, z), new Vector3(0, -1, 0)), (y, triangle) => {
        if (grid.level(triangle) > LEVEL) heights.push(y);
        return false;
      });
      return heights;
    });
  }

  /** Corners of the largest triangles that are not cut away: enough to know what fills a view. */
  outline(): Vector3[] {
    const [low, high] = this.stage.range;
    const out: Vector3[] = [];
    for (let i = 0; i < Math.min(this.points.length, 9 * OUTLINE); i += 3) {
      const y = Math.min(high, Math.max(low, this.points[i + 1]!));
      out.push(new Vector3(this.points[i]!, y, this.points[i + 2]!));
    }
    return out;
  }

  /** Draws no more at once than a slow machine can while the camera moves. */
  pace(): void {
    const full = this.stage.measure();
    if (full > SLOW) this.drawn = Math.max(LEAST_DRAWN, (this.triangles * SLOW) / full);
  }

  dispose(): void {
    dispose(this.mesh);
    if (this.edges) dispose(this.edges);
    if (this.faded) dispose(this.faded);
    this.drawn = -1;
  }

  /** Leaves out the smallest triangles while the camera moves and frames come slowly. */
  private spare(moving: boolean, milliseconds: number): void {
    if (this.drawn < 0) return;
    if (moving && milliseconds > SLOW && milliseconds < 1000) {
      this.drawn = Math.max(Math.min(LEAST_DRAWN, this.triangles), this.drawn * Math.max(0.4, SLOW / milliseconds));
    }
    if (moving && milliseconds < FAST) this.drawn = Math.min(this.triangles, this.drawn * 1.2 + 1);
    const count = moving ? Math.floor(this.drawn) : this.triangles;
    this.mesh.geometry.setDrawRange(0, 3 * count);
    const lines = this.look !== "hidden" && (!moving || this.drawn >= this.triangles * 0.9);
    if (this.edges) this.edges.visible = lines;
    if (this.faded) this.faded.visible = lines && this.stage.isCut;
  }

  private addEdges(): void {
    if (this.drawn < 0) return;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(creases(this.points), 3));
    const material = new LineBasicMaterial({ color: 0x3a3f45, transparent: true, opacity: 0.42 });
    this.edges = new LineSegments(geometry, this.stage.canCut(material));
    const pale = new LineBasicMaterial({ color: 0x3a3f45, transparent: true, opacity: FADED, depthWrite: false, clippingPlanes: [this.stage.cutAway] });
    this.faded = new LineSegments(geometry, pale);
    this.faded.renderOrder = 2;
    this.stage.scene.add(this.edges, this.faded);
    this.stage.invalidate();
  }
}

/** A number of each triangle, for each of its corners. */
function perCorner(values: Uint8Array): Uint8Array {
  const out = new Uint8Array(3 * values.length);
  for (let i = 0; i < out.length; i++) out[i] = values[Math.floor(i / 3)]!;
  return out;
}

export function matches(patterns: string[], name: string): boolean {
  return patterns.some((pattern) => {
    if (!/[*?]/.test(pattern)) return pattern === name;
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".");
    return new RegExp(`^${escaped}$`).test(name);
  });
}

/** All triangles of a pack in one list, the largest first. */
function largestFirst(pack: Pack): { points: Float32Array; colours: Uint8Array; objects: Uint32Array } {
  const count = pack.layers.reduce((sum, layer) => sum + layer.triangleColours.length / 4, 0);
  const points = new Float32Array(9 * count);
  const colours = new Uint8Array(4 * count);
  const objects = new Uint32Array(count);
  const given = pack.numbers.get("objects");
  const [allPoints, allColours] = [new Float32Array(9 * count), new Uint8Array(4 * count)];
  let at = 0;
  for (const layer of pack.layers) {
    allPoints.set(layer.trianglePoints, 9 * at);
    allColours.set(layer.triangleColours, 4 * at);
    at += layer.triangleColours.length / 4;
  }
  const order = bySize(allPoints);
  for (let t = 0; t < count; t++) {
    const from = order[t]!;
    points.set(allPoints.subarray(9 * from, 9 * from + 9), 9 * t);
    colours.set(allColours.subarray(4 * from, 4 * from + 4), 4 * t);
    objects[t] = given?.[from] ?? 0;
  }
  return { points, colours, objects };
}

/** Triangles by falling area; among equals in their own order. Area and number are sorted as one integer. */
function bySize(p: Float32Array): Uint32Array {
  const count = p.length / 9;
  const keys = new Float64Array(count);
  for (let t = 0; t < count; t++) {
    const i = 9 * t;
    const ax = p[i + 3]! - p[i]!, ay = p[i + 4]! - p[i + 1]!, az = p[i + 5]! - p[i + 2]!;
    const bx = p[i + 6]! - p[i]!, by = p[i + 7]! - p[i + 1]!, bz = p[i + 8]! - p[i + 2]!;
    const area = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
    const small = Math.min(4095, Math.round(-128 * Math.log2(Math.min(Math.max(area, 1e-9), 1e4) / 1e4)));
    keys[t] = small * 0x8000000 + t;
  }
  keys.sort();
  const order = new Uint32Array(count);
  for (let t = 0; t < count; t++) order[t] = keys[t]! % 0x8000000;
  return order;
}
