// Pack → things on the stage. One mesh and one set of lines per layer, whatever stage it shows.

import {
  BufferAttribute, BufferGeometry, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial,
  type Object3D,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { Pack, PackLayer } from "../source/pack";
import { cornerColours } from "../stage/shade";
import type { Stage } from "../stage/stage";

/** More lines than this are drawn one pixel wide: wide ones cost eight triangles each. */
const MOST_WIDE = 20_000;

export function drawPack(stage: Stage, pack: Pack): Group {
  const group = new Group();
  group.position.copy(stage.local(pack.origin));
  for (const layer of pack.layers) {
    if (layer.triangleColours.length > 0) group.add(triangles(stage, layer));
    if (layer.lineColours.length > 0) group.add(lines(stage, layer));
  }
  return group;
}

function triangles(stage: Stage, layer: PackLayer): Mesh {
  const geometry = new BufferGeometry();
  const colours = cornerColours(layer.trianglePoints, layer.triangleColours, layer.shaded);
  geometry.setAttribute("position", new BufferAttribute(layer.trianglePoints, 3));
  geometry.setAttribute("color", new BufferAttribute(colours, 4, true));
  const seeThrough = layer.triangleColours.some((value, i) => i % 4 === 3 && value < 255);
  const material = new MeshBasicMaterial({
    vertexColors: true, side: DoubleSide, transparent: seeThrough, depthWrite: !seeThrough, depthTest: !layer.overlay,
  });
  const mesh = new Mesh(geometry, stage.canCut(material));
  mesh.renderOrder = layer.overlay ? 3 : 0;
  return mesh;
}

function lines(stage: Stage, layer: PackLayer): Object3D {
  const count = layer.lineColours.length / 4;
  const colours = new Float32Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) colours[6 * i + c] = colours[6 * i + 3 + c] = layer.lineColours[4 * i + c]! / 255;
  }
  const common = { transparent: layer.overlay, depthTest: !layer.overlay, vertexColors: true };
  const wide = layer.lineWidth > 1 && count <= MOST_WIDE;
  const drawn = wide
    ? new LineSegments2(
        new LineSegmentsGeometry().setPositions(layer.linePoints).setColors(colours),
        stage.canCut(new LineMaterial({ ...common, linewidth: layer.lineWidth })),
      )
    : thin(layer.linePoints, colours, stage.canCut(new LineBasicMaterial(common)));
  drawn.renderOrder = layer.overlay ? 4 : 1;
  return drawn;
}

function thin(points: Float32Array, colours: Float32Array, material: LineBasicMaterial): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(points, 3));
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  return new LineSegments(geometry, material);
}
