// The one place where a stage of the chain tells the page how it likes to be shown.
//
// The server names its layers and sends them as coloured triangles, lines and labels with a legend, so a new stage needs
// no entry here: it appears in the list by itself. An entry says where it stands, and what else the page should do.

import type { LayerAbout } from "../source/types";
import type { SceneLook } from "../state";

export interface LayerTaste {
  /** The name that people know from RecastDemo, said in the tooltip. */
  known?: string;
  /** How the scene steps back while this layer is shown; `solid` unless given. */
  look?: SceneLook;
  /** Layers that cover the same floors: choosing one takes the others off. */
  covers?: "ground";
}

export const TASTES: Record<string, LayerTaste> = {
  spans: { known: "Voxels", look: "hidden", covers: "ground" },
  floors: { known: "Walkable Voxels", covers: "ground" },
  headroom: { covers: "ground" },
  slope: { covers: "ground" },
  objects: { covers: "ground" },
  refused: { covers: "ground" },
  links: { known: "Nodes", look: "faded" },
  bands: { covers: "ground" },
  clearance: { known: "Compact Distance", covers: "ground" },
  sheets: { known: "Regions", covers: "ground" },
  slices: { covers: "ground" },
  areas: { known: "Portals", look: "faded", covers: "ground" },
  regions: { known: "Regions", covers: "ground" },
  border: { known: "Raw Contours", covers: "ground" },
  front: { look: "faded", covers: "ground" },
};

/** The order of the chain; stages that are not in it come last. */
export const STAGES = ["read", "faces", "columns", "floors", "links", "bands", "sheets", "waypoints", "field", "mesh", "levels", "plan", "motion"];

/** The place of a stage in the chain. */
export function rank(stage: string): number {
  return STAGES.includes(stage) ? STAGES.indexOf(stage) : STAGES.length;
}

export function taste(name: string): LayerTaste {
  return TASTES[name] ?? {};
}

export function byStage(layers: LayerAbout[]): { stage: string; layers: LayerAbout[] }[] {
  const names = [...new Set(layers.map((layer) => layer.stage))];
  names.sort((a, b) => rank(a) - rank(b));
  return names.map((stage) => ({ stage, layers: layers.filter((layer) => layer.stage === stage) }));
}

/** The layers shown after one of them was switched. */
export function toggled(shown: string[], name: string): string[] {
  if (shown.includes(name)) return shown.filter((other) => other !== name);
  const { covers } = taste(name);
  return [...shown.filter((other) => !covers || taste(other).covers !== covers), name];
}
