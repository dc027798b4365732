// Boxes in the way: added by a click, dragged over the ground, changed in size, removed. The world changes with them.

import {
  Box3, BoxGeometry, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, Plane, Vector3,
  type Ray,
} from "three";
import type { App } from "../app";
import { dispose } from "../stage/dispose";
import type { Box, Vec3 } from "../source/types";
import type { Grip } from "../stage/pointer";
import { withAt } from "../state";
import type { Planner } from "./planner";

const COLOUR = 0xe0a030;
const SELECTED = 0xd06000;

export class Obstacles {
  private group = new Group();

  constructor(private app: App, private planner: Planner) {
    app.stage.scene.add(this.group);
    app.store.on(["obstacles", "selected", "facts"], () => this.draw());
    app.store.on(["boxSize"], () => this.resize());
    app.onClosed(() => {
      for (const thing of [...this.group.children]) dispose(thing);
    });
  }

  /** Puts a box of the chosen size onto the floor. */
  async add(at: Vec3): Promise<void> {
    const { app } = this;
    try {
      const placed = await app.ask((session) => session.add(standing(at, app.store.now.boxSize)));
      const { obstacles } = app.store.now;
      const entry = { box: placed.box, number: placed.obstacle };
      app.store.set({ obstacles: [...obstacles, entry], selected: obstacles.length, revision: placed.revision, walk: null });
    } catch (error) {
      app.complain(error);
    }
  }

  async remove(index: number): Promise<void> {
    const { app } = this;
    const gone = app.store.now.obstacles[index];
    if (!gone) return;
    app.store.set({ obstacles: app.store.now.obstacles.filter((_, i) => i !== index), selected: null, walk: null });
    const { number } = gone;
    if (number === null) return;
    try {
      const { revision } = await app.ask((session) => session.remove(number));
      app.store.set({ revision });
    } catch (error) {
      app.complain(error);
    }
  }

  select(index: number | null): void {
    const box = index === null ? null : this.app.store.now.obstacles[index]?.box;
    if (box) this.app.store.set({ boxSize: [0, 1, 2].map((i) => box[1][i]! - box[0][i]!) as Vec3 });
    this.app.store.set({ selected: index });
  }

  at(ray: Ray, nearer: number): number | null {
    let best: { index: number; distance: number } | null = null;
    this.app.store.now.obstacles.forEach(({ box }, index) => {
      const hit = ray.intersectBox(new Box3(this.app.stage.local(box[0]), this.app.stage.local(box[1])), new Vector3());
      const distance = hit?.distanceTo(ray.origin) ?? Infinity;
      if (distance < nearer && (!best || distance < best.distance)) best = { index, distance };
    });
    return best === null ? null : (best as { index: number }).index;
  }

  grip(ray: Ray, nearer: number): Grip | null {
    const index = this.at(ray, nearer);
    if (index === null) return null;
    this.select(index);
    const box = this.app.store.now.obstacles[index]?.box;
    if (!box) return null;
    // The box moves in the plane in which it was taken, and so stays under the pointer.
    const [low, high] = [this.app.stage.local(box[0]), this.app.stage.local(box[1])];
    const hit = ray.intersectBox(new Box3(low, high), new Vector3());
    const plane = new Plane(new Vector3(0, 1, 0), -(hit?.y ?? low.y));
    const begin = ray.intersectPlane(plane, new Vector3()) ?? low;
    return {
      drag: (now) => {
        const to = now.intersectPlane(plane, new Vector3());
        if (!to || to.distanceTo(now.origin) > 1000) return;
        this.planner.drag(true);
        this.place(index, this.shifted(box, to.x - begin.x, to.z - begin.z));
      },
      drop: () => this.planner.drag(false),
    };
  }

  private shifted(box: Box, dx: number, dz: number): Box {
    const moved = box.map(([x, y, z]) => [x + dx, y, z + dz] as Vec3);
    return [moved[0]!, moved[1]!];
  }

  private place(index: number, box: Box): void {
    const { store } = this.app;
    const obstacle = store.now.obstacles[index];
    if (!obstacle) return;
    store.set({ obstacles: withAt(store.now.obstacles, index, { ...obstacle, box }), walk: null });
    if (obstacle.number !== null) this.planner.move(obstacle.number, box);
  }

  private resize(): void {
    const { obstacles, selected, boxSize } = this.app.store.now;
    const box = selected === null ? null : obstacles[selected]?.box;
    if (!box || selected === null) return;
    if ([0, 1, 2].every((i) => Math.abs(box[1][i]! - box[0][i]! - boxSize[i]!) < 1e-6)) return;
    this.place(selected, standing([(box[0][0] + box[1][0]) / 2, box[0][1], (box[0][2] + box[1][2]) / 2], boxSize));
  }

  private draw(): void {
    for (const thing of [...this.group.children]) dispose(thing);
    const { obstacles, selected, facts } = this.app.store.now;
    if (facts) obstacles.forEach(({ box }, index) => this.show(box, index === selected));
    this.app.stage.invalidate();
  }

  private show(box: Box, selected: boolean): void {
    const [low, high] = [this.app.stage.local(box[0]), this.app.stage.local(box[1])];
    const shape = new BoxGeometry(high.x - low.x, high.y - low.y, high.z - low.z);
    const solid = new Mesh(shape, new MeshBasicMaterial({ color: COLOUR, transparent: true, opacity: 0.8 }));
    const rim = new LineSegments(new EdgesGeometry(shape), new LineBasicMaterial({ color: selected ? SELECTED : 0x6b4a10 }));
    const group = new Group().add(solid, rim);
    group.position.copy(low.add(high).multiplyScalar(0.5));
    this.group.add(group);
  }
}

function standing(at: Vec3, size: Vec3): Box {
  const [hx, hz] = [size[0] / 2, size[2] / 2];
  return [
    [at[0] - hx, at[1], at[2] - hz],
    [at[0] + hx, at[1] + size[1], at[2] + hz],
  ];
}
