// Kept: a report. Everything stands inside the page, in <script type="application/json" id="footpath-data">.
//
// {"facts": Facts, "scene": pack, "layers": {"floors": pack, …}, "from": [3]?, "to": [3]?, "answers": [Answer…]?,
//  "body": {"name", "radius", "height"}?, "obstacles": [[[3], [3]]…]?, "walk": {"glb": …, "figures": […]}?}; packs and models are base64.

import { readPack, type Pack } from "./pack";
import { Trouble, type Progress, type Session, type Source } from "./source";
import type { Answer, Box, Facts, Figure, Scenes, Settings, Told, Vec3, Walk } from "./types";

export interface KeptData {
  facts: Facts;
  scene: string;
  layers?: Record<string, string>;
  from?: Vec3 | null;
  to?: Vec3 | null;
  answers?: Answer[];
  obstacles?: Box[];
  body?: { name: string; radius: number; height: number } | null;
  walk?: { glb: string; figures: Figure[] } | null;
}

export function keptData(): KeptData | null {
  const text = document.getElementById("footpath-data")?.textContent;
  return text ? (JSON.parse(text) as KeptData) : null;
}

const ASK = "this is a report, which only shows what was found; open the scene with `footpath view` to ask more";

export class Kept implements Source {
  readonly live = false;
  readonly has: { route: boolean; walk: boolean };

  constructor(readonly data: KeptData) {
    this.has = { route: (data.answers ?? []).length > 0, walk: data.walk != null };
  }

  async scenes(): Promise<Scenes> {
    return { built_in: [], files: [], opened: this.data.facts.scene, limits: { upload: 0 } };
  }

  async upload(): Promise<string> {
    throw new Trouble(ASK);
  }

  async open(_scene: string, _settings: Settings, _progress: Progress): Promise<Session> {
    const have = this.data.layers ?? {};
    const facts = { ...this.data.facts, layers: this.data.facts.layers.filter((layer) => layer.name in have) };
    return new KeptSession(this.data, facts);
  }
}

class KeptSession implements Session {
  constructor(
    private data: KeptData,
    readonly facts: Facts,
  ) {}

  async scene(): Promise<Pack> {
    return readPack(bytes(this.data.scene));
  }

  async layer(name: string): Promise<Pack> {
    const pack = this.data.layers?.[name];
    if (!pack) throw new Trouble(ASK);
    return readPack(bytes(pack));
  }

  async plan(_from: Vec3, _to: Vec3, _what: unknown, methods: string[]): Promise<Told> {
    return { answers: (this.data.answers ?? []).filter((answer) => methods.includes(answer.method) || answer.method === "auto"), late: [] };
  }

  stopPlans(): void {}

  async walk(): Promise<Walk> {
    if (!this.data.walk) throw new Trouble(ASK);
    return { glb: bytes(this.data.walk.glb), figures: this.data.walk.figures };
  }

  async pick(): Promise<never> {
    throw new Trouble(ASK);
  }

  async add(): Promise<never> {
    throw new Trouble(ASK);
  }

  async move(): Promise<never> {
    throw new Trouble(ASK);
  }

  async remove(): Promise<never> {
    throw new Trouble(ASK);
  }

  async front(): Promise<never> {
    throw new Trouble(ASK);
  }

  async exportModel(): Promise<never> {
    throw new Trouble(ASK);
  }

  onLost(): void {}

  close(): void {}
}

function bytes(base64: string): ArrayBuffer {
  const text = atob(base64);
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
  return out.buffer;
}
