// Stepping through a search: the floors in the order in which the front reached them, as many as the slider says.

import { BufferAttribute, BufferGeometry, Group, Points, PointsMaterial, Vector3 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { App } from "../app";
import { dispose } from "../stage/dispose";
import type { Pack } from "../source/pack";

const MOST = 200_000;
/** A search plays for about this many seconds, whatever its size. */
const PLAY = 6;
/** Share of the floors that counts as the rim, drawn brighter. */
const RIM = 0.03;
const RAMP = [[60, 20, 92], [60, 78, 138], [36, 128, 142], [56, 174, 118], [150, 210, 70], [250, 232, 60]] as const;

export class Front {
  private group = new Group();
  private reached: Points<BufferGeometry, PointsMaterial> | null = null;
  private rim: Points<BufferGeometry, PointsMaterial> | null = null;
  private stop: (() => void) | null = null;

  constructor(private app: App) {
    app.stage.scene.add(this.group);
    app.store.on(["front"], () => this.show());
    app.onClosed(() => this.clear());
  }

  /** Searches anew; plays at once, or shows the first step and waits. */
  async grow(bushfire: boolean, playing = true): Promise<void> {
    const { app } = this;
    const { pairs, active } = app.store.now;
    const { from, to } = pairs[active] ?? { from: null, to: null };
    if (!from || !to) return app.tell("set a start and a goal first", "note");
    try {
      const pack = await app.ask((session) => session.front({ from, to, with: app.with(), bushfire, most: MOST }));
      const costs = pack.floats.get("costs") ?? new Float32Array();
      this.clear();
      if (costs.length === 0) return app.tell("the search reached no floor", "note");
      this.build(pack, costs);
      app.store.set({ front: { count: costs.length, shown: playing ? 0 : 1, playing, bushfire, costs } });
    } catch (error) {
      app.complain(error);
    }
  }

  toggle(): void {
    const { front } = this.app.store.now;
    if (!front) return;
    const shown = front.shown >= front.count ? 0 : front.shown;
    this.app.store.set({ front: { ...front, shown, playing: !front.playing } });
  }

  to(shown: number): void {
    const { front } = this.app.store.now;
    if (front) this.app.store.set({ front: { ...front, shown: Math.max(0, Math.min(front.count, shown)), playing: false } });
  }

  /** One step further; the first where nothing was searched yet. */
  step(): void {
    const { front } = this.app.store.now;
    if (front) this.to(front.shown + 1);
    else void this.grow(false, false);
  }

  private build(pack: Pack, costs: Float32Array): void {
    const { stage } = this.app;
    const points = pack.floats.get("points") ?? new Float32Array();
    const most = costs.reduce((high, cost) => Math.max(high, cost), 1e-6);
    const colours = new Uint8Array(3 * costs.length);
    costs.forEach((cost, i) => colours.set(ramp(cost / most), 3 * i));
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(points, 3));
    geometry.setAttribute("color", new BufferAttribute(colours, 3, true));
    const size = (this.app.store.now.facts?.cell_size ?? 0.1) * 1.2;
    const common = { sizeAttenuation: true };
    this.reached = new Points(geometry, stage.canCut(new PointsMaterial({ ...common, vertexColors: true, size })));
    const rim = new BufferGeometry();
    rim.setAttribute("position", geometry.getAttribute("position"));
    this.rim = new Points(rim, stage.canCut(new PointsMaterial({ ...common, color: 0xff2d6f, size: size * 1.15 })));
    this.group.position.copy(stage.local(pack.origin)).y += 0.04;
    this.group.add(this.reached, this.rim);
    const way = pack.way.map((i) => new Vector3().fromArray(points, 3 * i));
    if (way.length > 1) {
      const pieces = way.slice(1).flatMap((to, i) => [...way[i]!.toArray(), ...to.toArray()]);
      const line = new LineSegments2(new LineSegmentsGeometry().setPositions(pieces), new LineMaterial({ color: 0x111111, linewidth: 3, depthTest: false }));
      line.name = "way";
      line.renderOrder = 30;
      this.group.add(line);
    }
  }

  private show(): void {
    const { front } = this.app.store.now;
    if (!front) return this.clear();
    this.reached?.geometry.setDrawRange(0, front.shown);
    const rim = front.shown >= front.count ? 0 : Math.max(1, Math.round(front.shown * RIM));
    this.rim?.geometry.setDrawRange(front.shown - rim, rim);
    const way = this.group.getObjectByName("way");
    if (way) way.visible = front.shown >= front.count;
    if (front.playing && !this.stop) this.stop = this.app.stage.loop((seconds) => this.play(seconds));
    if (!front.playing) this.halt();
    this.app.stage.invalidate();
  }

  private play(seconds: number): void {
    const { front } = this.app.store.now;
    if (!front?.playing) return this.halt();
    const shown = Math.min(front.count, front.shown + Math.max(1, Math.round((front.count * seconds) / PLAY)));
    this.app.store.set({ front: { ...front, shown, playing: shown < front.count } });
  }

  private halt(): void {
    this.stop?.();
    this.stop = null;
  }

  private clear(): void {
    this.halt();
    for (const thing of [...this.group.children]) dispose(thing);
    this.reached = this.rim = null;
    this.app.stage.invalidate();
  }
}

function ramp(t: number): [number, number, number] {
  const along = Math.max(0, Math.min(1, t)) * (RAMP.length - 1);
  const first = Math.min(RAMP.length - 2, Math.floor(along));
  const [a, b] = [RAMP[first]!, RAMP[first + 1]!];
  return [0, 1, 2].map((i) => a[i]! + (b[i]! - a[i]!) * (along - first)) as [number, number, number];
}
