// Picking: what the engine knows of the floor that was clicked, with its links drawn.

import { Group, Mesh, MeshBasicMaterial, RingGeometry } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { App } from "../app";
import { dispose } from "../stage/dispose";
import type { Vec3 } from "../source/types";

const INK = 0x6a1b9a;

export class Pick {
  private group = new Group();

  constructor(private app: App) {
    app.stage.scene.add(this.group);
    app.store.on(["picked"], () => this.draw());
  }

  async click(at: Vec3): Promise<void> {
    const { app } = this;
    try {
      const picked = await app.ask((session) => session.pick(at, app.with()));
      app.store.set({ picked });
      if (!picked) app.tell("there is no floor here", "note");
    } catch (error) {
      app.complain(error);
    }
  }

  private draw(): void {
    for (const thing of [...this.group.children]) dispose(thing);
    const { picked } = this.app.store.now;
    if (picked) {
      const { stage } = this.app;
      const at = stage.local(picked.at);
      const skin = { color: INK, depthTest: false, transparent: true };
      const ring = new Mesh(new RingGeometry(0.06, 0.1, 24).rotateX(-Math.PI / 2), new MeshBasicMaterial(skin));
      ring.position.copy(at).y += 0.03;
      ring.renderOrder = 61;
      this.group.add(ring);
      const points = picked.links.flatMap(({ to }) => {
        const end = stage.local(to);
        return [at.x, at.y + 0.03, at.z, end.x, end.y + 0.03, end.z];
      });
      if (points.length > 0) {
        const lines = new LineSegments2(new LineSegmentsGeometry().setPositions(points), new LineMaterial({ ...skin, linewidth: 2 }));
        lines.renderOrder = 61;
        this.group.add(lines);
      }
    }
    this.app.stage.invalidate();
  }
}
