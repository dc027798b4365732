// Live: a server on the same address, over HTTP for what is large and a WebSocket for what moves.

import { readPack, type Pack } from "./pack";
import { Line } from "./socket";
import { Left, Trouble, type Progress, type Session, type Source } from "./source";
import type {
  Answer, Box, Edited, ExportRequest, Facts, Figure, FrontRequest, Picked, Placed, Scenes, Settings, Told as Answers, Vec3, Walk, With,
} from "./types";

type Told =
  | { state: "baking"; stage: string; done: number }
  | { state: "failed"; message: string }
  | { state: "ready"; facts: Facts };

async function ask(path: string, body?: unknown, method = body === undefined ? "GET" : "POST", signal: AbortSignal | null = null): Promise<Response> {
  let response: Response;
  try {
    const init: RequestInit = { method, signal };
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      init.headers = { "content-type": "application/json" };
    }
    response = await fetch(path, init);
  } catch {
    if (signal?.aborted) throw new Left();
    throw new Trouble("the server cannot be reached; is `footpath view` still running?");
  }
  if (!response.ok) throw await trouble(response);
  return response;
}

async function trouble(response: Response): Promise<Trouble> {
  try {
    const said = (await response.json()) as { error: { message: string }; answer?: Answer };
    return new Trouble(said.error.message, said.answer ?? null);
  } catch {
    return new Trouble(`the server answered ${response.status} ${response.statusText}`);
  }
}

export class Live implements Source {
  readonly live = true;
  readonly has = { route: true, walk: true };

  async scenes(): Promise<Scenes> {
    return (await (await ask("/api/scenes")).json()) as Scenes;
  }

  /** Over XMLHttpRequest, for `fetch` does not tell how much of a body is sent. */
  upload(name: string, bytes: Blob, progress: Progress): Promise<string> {
    return new Promise((done, fail) => {
      const request = new XMLHttpRequest();
      request.open("POST", `/api/uploads?name=${encodeURIComponent(name)}`);
      request.responseType = "json";
      request.upload.addEventListener("progress", (event) => {
        if (event.lengthComputable) progress("upload", event.loaded / event.total);
      });
      request.addEventListener("error", () => fail(new Trouble(`${name} could not be sent to the server`)));
      request.addEventListener("load", () => {
        const said = request.response as { scene?: string; error?: { message: string } } | null;
        if (request.status < 300 && said?.scene) done(said.scene);
        else fail(new Trouble(said?.error?.message ?? `the server answered ${request.status} to ${name}`));
      });
      request.send(bytes);
    });
  }

  async open(scene: string, settings: Settings, progress: Progress): Promise<Session> {
    const { session } = (await (await ask("/api/sessions", { scene, ...settings })).json()) as { session: string };
    const path = `/api/sessions/${encodeURIComponent(session)}`;
    const line = new Line(new WebSocket(`${location.origin.replace(/^http/, "ws")}${path}/socket`));
    try {
      const facts = await baked(path, line, progress);
      return new LiveSession(path, line, facts);
    } catch (error) {
      line.close();
      void ask(path, undefined, "DELETE").catch(() => undefined);
      throw error;
    }
  }
}

/** Waits for the end of a bake: by the events of the line, and by asking, should an event have come too early to be heard. */
async function baked(path: string, line: Line, progress: Progress): Promise<Facts> {
  let wake: () => void = () => undefined;
  let next = new Promise<void>((resolve) => (wake = resolve));
  line.onEvent((event) => {
    if (event.event === "progress") progress(event.stage ?? "", event.done ?? 0);
    else wake();
  });
  line.onLost(() => wake());
  for (;;) {
    const told = (await (await ask(path)).json()) as Told;
    if (told.state === "ready") return told.facts;
    if (told.state === "failed") throw new Trouble(told.message);
    progress(told.stage, told.done);
    await Promise.race([next, new Promise((later) => setTimeout(later, 1000))]);
    next = new Promise<void>((resolve) => (wake = resolve));
  }
}

class LiveSession implements Session {
  /** What is under way, by its path: asked anew, it is no longer waited for. */
  private underWay = new Map<string, AbortController>();

  constructor(
    private path: string,
    private line: Line,
    readonly facts: Facts,
  ) {
    addEventListener("pagehide", () => this.close(), { once: true });
  }

  scene(): Promise<Pack> {
    return this.pack("scene");
  }

  layer(name: string, what: With, around: Vec3, from: Vec3 | null, to: Vec3 | null): Promise<Pack> {
    const ends = from && to ? { from, to: [to] } : {};
    return this.pack(`layers/${encodeURIComponent(name)}`, { with: what, around, ...ends });
  }

  plan(from: Vec3, to: Vec3, what: With, methods: string[], within: number | null): Promise<Answers> {
    return this.line.ask("plan", { from, to: [to], with: what, methods, within });
  }

  stopPlans(): void {
    this.line.stop("plan");
  }

  pick(at: Vec3, what: With): Promise<Picked | null> {
    return this.line.ask("pick", { at, with: what });
  }

  add(box: Box): Promise<Placed> {
    return this.line.ask("add", { obstacle: { box } });
  }

  move(obstacle: number, box: Box): Promise<Placed> {
    return this.line.ask("move", { obstacle, to: { box } });
  }

  remove(obstacle: number): Promise<Edited> {
    return this.line.ask("remove", { obstacle });
  }

  front(request: FrontRequest): Promise<Pack> {
    return this.pack("front", { ...request, to: [request.to] });
  }

  async walk(walkers: { from: Vec3; to: Vec3 }[], what: With, speed: number | null): Promise<Walk> {
    const response = await this.newest("walk", { walkers, with: what, speed });
    const figures = JSON.parse(response.headers.get("x-footpath-figures") ?? "[]") as Figure[];
    return { glb: await response.arrayBuffer(), figures };
  }

  async exportModel(request: ExportRequest): Promise<Blob> {
    const { from, to, method, ...rest } = request;
    const way = from && to ? { from, to: [to], method } : {};
    return (await ask(`${this.path}/export.glb`, { ...rest, ...way })).blob();
  }

  onLost(tell: (message: string) => void): void {
    this.line.onLost(tell);
  }

  close(): void {
    this.line.close();
    void fetch(this.path, { method: "DELETE", keepalive: true }).catch(() => undefined);
  }

  private async pack(what: string, body?: unknown): Promise<Pack> {
    return readPack(await (await this.newest(what, body)).arrayBuffer());
  }

  /** Asks, and takes back what was asked there before. */
  private async newest(what: string, body?: unknown): Promise<Response> {
    this.underWay.get(what)?.abort();
    const control = new AbortController();
    this.underWay.set(what, control);
    try {
      return await ask(`${this.path}/${what}`, body, undefined, control.signal);
    } finally {
      if (this.underWay.get(what) === control) this.underWay.delete(what);
    }
  }
}
