// The words of the API, as the server speaks them. Metres, Y up, world coordinates, positions at the feet.

export type Vec3 = [number, number, number];
export type Box = [Vec3, Vec3];

export interface Scenes {
  built_in: { name: string; about: string }[];
  files: { name: string; bytes: number }[];
  opened: string | null;
  limits: { upload: number };
}

/** What a bake is told beside the scene; what is left out is the server's to choose. */
export interface Settings {
  cell_size?: number;
  cell_height?: number;
  up?: "y" | "z";
  scale?: number;
}

export type Tag = "walkable" | "obstacle" | "forbidden" | "ignored";

export interface SceneObject {
  name: string;
  tag: Tag;
  triangles: number;
}

export interface Storey {
  floor: number;
  low: number | null;
  high: number | null;
  cut: number;
}

export interface LayerAbout {
  name: string;
  title: string;
  stage: string;
  about: string;
  uses_body: boolean;
  uses_query: boolean;
}

export interface Preset {
  name: string;
  height: number;
  bent_height: number;
  crawling_height: number;
  radius: number;
  max_climb: number;
  foot_span: number;
  max_slope: number;
  abilities: string[];
  jump: { reach: number; up: number; down: number } | null;
}

export interface Facts {
  scene: string;
  hash: string;
  cell_size: number;
  cell_height: number;
  origin: Vec3;
  bounds: Box | null;
  triangles: number;
  columns: [number, number];
  spans: number;
  floors: number;
  sheets: number | null;
  areas: number | null;
  millis: Record<string, number>;
  bytes: number;
  warnings: string[];
  objects: SceneObject[];
  places: { name: string; at: Vec3 }[];
  storeys: Storey[];
  layers: LayerAbout[];
  methods: Method[];
  bodies: Preset[];
}

/** Who asks, and under which rules: part of every question. */
export interface With {
  body: string;
  forbid: string[];
  ignore: string[];
}

export interface Section {
  action: string;
  posture: string;
  behaviour: string;
  first: number;
  last: number;
  height: number;
  half_width: number;
  clearance: number | null;
}

export interface Why {
  kind: string;
  at: Vec3;
  has: number | null;
  needs: number | null;
  also: Why[];
  object: string | null;
  passes_with: string | null;
  message: string;
}

export interface Found {
  found: true;
  method: string;
  length: number;
  cost: number;
  micros: number;
  goal: number;
  points: Vec3[];
  sections: Section[];
  work: Record<string, number>;
}

export interface Refused {
  found: false;
  method: string;
  micros?: number;
  why: Why;
}

export type Answer = Found | Refused;

/** A method; `keeps` if most of its work is kept, so that asked again after it was late it gets further. */
export interface Method {
  name: string;
  about: string;
  keeps?: boolean;
}

/** Derived data that the server keeps for the next queries, in bytes, and how much it may keep. */
export interface CacheUse {
  bytes: number;
  limit: number;
}

/** What methods answered, and which of them have not in the time they had. */
export interface Told {
  answers: Answer[];
  late: string[];
  cache?: CacheUse;
}

export interface Picked {
  at: Vec3;
  headroom: number | null;
  slope: number;
  object: { name: string; tag: Tag } | null;
  sheet: { tile: [number, number]; sheet: number } | null;
  area: number | null;
  clearance: number | null;
  refused: string | null;
  region: number | null;
  links: { to: Vec3; rise: number; step: number }[];
  spans: [number, number][];
}

export interface Edited {
  revision: number;
  micros: number;
}

export interface Placed extends Edited {
  obstacle: number;
  box: Box;
}

/** How somebody walked. */
export interface Walked {
  seconds: number;
  foot_slide: number;
  tracking_error: number;
  collisions: number;
}

/** What there is to say of a walker: how it went, or why it has no way and stays. */
export type Figure = Walked | { why: Why };

export interface Walk {
  glb: ArrayBuffer;
  figures: Figure[];
}

export interface FrontRequest {
  from: Vec3;
  to: Vec3;
  with: With;
  bushfire: boolean;
  most: number;
}

export interface ExportRequest {
  layers: string[];
  scene: boolean;
  with: With;
  from: Vec3 | null;
  to: Vec3 | null;
  method: string | null;
}
