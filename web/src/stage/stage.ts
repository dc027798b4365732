// The stage: renderer, things, camera. Draws when something changed and at no other time.
//
// All positions inside are metres relative to `origin`, so that coordinates far from zero keep their precision.

import {
  AmbientLight, Color, ColorManagement, DirectionalLight, LinearSRGBColorSpace, PerspectiveCamera, Plane, Scene, Vector2, Vector3,
  WebGLRenderer, type Material,
} from "three";
import type { Vec3 } from "../source/types";
import { Labels } from "./labels";

/** Colours are what the server says, byte for byte; nothing is converted on the way to the screen. */
ColorManagement.enabled = false;

const BACKGROUND = 0xf3f1ea;
/** How long nothing may move until all is drawn again, in milliseconds. */
const REST = 140;
/** How long a frame waits for an answer, in milliseconds. */
const HOLD = 60;

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(50, 1, 0.05, 2000);
  readonly labels: Labels;
  /** Heights that are drawn, relative to the origin. */
  range: [number, number] = [-1e6, 1e6];
  origin: Vec3 = [0, 0, 0];
  /** Frames drawn, for tests and for the frame rate of heavy scenes. */
  frames = 0;

  /** Keeps what a height cut takes away, for those who want to hint at it. */
  readonly cutAway = new Plane(new Vector3(0, 1, 0), -1e6);
  private planes = [new Plane(new Vector3(0, -1, 0), 1e6), new Plane(new Vector3(0, 1, 0), 1e6)];
  private cuttable = new Set<Material>();
  private wanted = false;
  private holding = 0;
  private loops = new Set<(seconds: number) => void>();
  private beforeDraw: ((moving: boolean, milliseconds: number) => void)[] = [];
  private moving = false;
  private lastFrame = 0;
  private restTimer = 0;
  private software = isSoftware();

  constructor(readonly canvas: HTMLCanvasElement, overlay: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.software, powerPreference: "high-performance" });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.localClippingEnabled = true;
    this.renderer.setPixelRatio(this.software ? 1 : Math.min(devicePixelRatio, 2));
    this.scene.background = new Color(BACKGROUND);
    // Only the walking figures are lit; the colours of all else carry their shade already.
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(2, 5, 3);
    this.scene.add(new AmbientLight(0xffffff, 2.1), sun);
    this.labels = new Labels(overlay, this.camera);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement ?? canvas);
    this.resize();
  }

  local(at: Vec3): Vector3 {
    return new Vector3(at[0] - this.origin[0], at[1] - this.origin[1], at[2] - this.origin[2]);
  }

  world(at: Vector3): Vec3 {
    return [at.x + this.origin[0], at.y + this.origin[1], at.z + this.origin[2]];
  }

  /** Draws only what lies between two heights, of the things that can be cut. */
  cut(low: number | null, high: number | null): void {
    this.range = [low === null ? -1e6 : low - this.origin[1], high === null ? 1e6 : high - this.origin[1]];
    [this.planes[0]!.constant, this.planes[1]!.constant] = [this.range[1], -this.range[0]];
    this.cutAway.constant = -this.range[1];
    this.labels.range = this.range;
    for (const material of this.cuttable) this.dress(material);
    this.invalidate();
  }

  get isCut(): boolean {
    return this.range[0] > -1e5 || this.range[1] < 1e5;
  }

  /** From now on a height cut cuts what is made of this. */
  canCut<M extends Material>(material: M): M {
    this.cuttable.add(material);
    material.addEventListener("dispose", () => this.cuttable.delete(material));
    this.dress(material);
    return material;
  }

  /** Asks for one frame. */
  invalidate(): void {
    if (this.wanted) return;
    this.wanted = true;
    if (this.holding === 0) requestAnimationFrame((time) => this.draw(time));
  }

  /**
   * Draws nothing until released, or for a moment: what is dragged and the answer to it then come in one frame, and the answer
   * does not wait for a frame to be drawn without it.
   */
  hold(): () => void {
    const release = (): void => {
      if (this.holding !== timer) return;
      clearTimeout(timer);
      this.holding = 0;
      if (this.wanted) requestAnimationFrame((time) => this.draw(time));
    };
    clearTimeout(this.holding);
    const timer = window.setTimeout(release, HOLD);
    this.holding = timer;
    return release;
  }

  /** As `invalidate`, for a camera that moves: a heavy scene may leave out what is small until it rests, and while something plays. */
  move(): void {
    this.moving = true;
    clearTimeout(this.restTimer);
    this.restTimer = window.setTimeout(() => {
      this.moving = false;
      this.invalidate();
    }, REST);
    this.invalidate();
  }

  /** Calls for every frame until stopped. */
  loop(step: (seconds: number) => void): () => void {
    this.loops.add(step);
    this.invalidate();
    return () => {
      this.loops.delete(step);
      this.invalidate();
    };
  }

  onDraw(tell: (moving: boolean, milliseconds: number) => void): void {
    this.beforeDraw.push(tell);
  }

  /** Pixels of the page, relative to the canvas. */
  project(at: Vec3): [number, number] {
    this.camera.updateMatrixWorld(); // It may have moved since it was drawn.
    const seen = this.local(at).project(this.camera);
    return [((seen.x + 1) / 2) * this.canvas.clientWidth, ((1 - seen.y) / 2) * this.canvas.clientHeight];
  }

  /** Metres that one pixel shows at a place. */
  metresPerPixel(at: Vector3): number {
    const distance = at.distanceTo(this.camera.position);
    return (2 * distance * Math.tan((this.camera.fov * Math.PI) / 360)) / this.canvas.clientHeight;
  }

  /** Milliseconds for one frame with everything in it, the work of the graphics card included. */
  measure(): number {
    this.drawNow(false, 0);
    const context = this.renderer.getContext();
    const wait = (): void => context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
    wait();
    const before = performance.now();
    this.drawNow(false, 0);
    wait();
    return performance.now() - before;
  }

  /** The picture as it is shown, labels and all. */
  async picture(): Promise<Blob> {
    this.drawNow(false, 0);
    const size = this.renderer.getDrawingBufferSize(new Vector2());
    const whole = document.createElement("canvas");
    [whole.width, whole.height] = [size.x, size.y];
    const context = whole.getContext("2d");
    if (!context) throw new Error("this browser gives no 2D canvas to draw the picture on");
    context.drawImage(this.canvas, 0, 0, size.x, size.y);
    context.drawImage(this.labels.canvas, 0, 0, size.x, size.y);
    return new Promise((done, fail) =>
      whole.toBlob((blob) => (blob ? done(blob) : fail(new Error("the picture could not be written"))), "image/png"),
    );
  }

  /** Planes cost time at every pixel, so there are none where nothing is cut. */
  private dress(material: Material): void {
    const wanted = this.isCut ? this.planes : null;
    if ((material.clippingPlanes === null) === (wanted === null)) return;
    material.clippingPlanes = wanted;
    material.needsUpdate = true;
  }

  private draw(time: number): void {
    if (this.holding !== 0) return;
    this.wanted = false;
    const elapsed = Math.min(time - this.lastFrame, 1000);
    this.lastFrame = time;
    for (const step of this.loops) step(Math.min(elapsed, 250) / 1000);
    // What plays is seen by its movement, as what a camera does is.
    this.drawNow(this.moving || this.loops.size > 0, elapsed);
    if (this.loops.size > 0) this.invalidate();
  }

  private drawNow(moving: boolean, milliseconds: number): void {
    for (const tell of this.beforeDraw) tell(moving, milliseconds);
    this.renderer.render(this.scene, this.camera);
    this.labels.draw();
    this.frames++;
  }

  /** Fills its part of the page. */
  resize(): void {
    const box = this.canvas.parentElement?.getBoundingClientRect();
    if (!box || box.width < 1 || box.height < 1) return;
    this.renderer.setSize(box.width, box.height, false);
    this.labels.resize(box.width, box.height, this.renderer.getPixelRatio());
    this.camera.aspect = box.width / box.height;
    this.camera.updateProjectionMatrix();
    this.drawNow(false, 0);
  }
}

/** Whether pictures are drawn without a graphics card: then every sample counts. */
function isSoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) return false;
  const names = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
