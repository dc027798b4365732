// Gives back what the graphics card holds.

import type { BufferGeometry, Material, Object3D } from "three";

/** Takes a thing off the stage, with all that is in it. */
export function dispose(thing: Object3D): void {
  thing.removeFromParent();
  thing.traverse((part) => {
    const { geometry, material } = part as { geometry?: BufferGeometry; material?: Material | Material[] };
    geometry?.dispose();
    for (const one of Array.isArray(material) ? material : material ? [material] : []) one.dispose();
  });
}
