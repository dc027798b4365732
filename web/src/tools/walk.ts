// Walking figures: an animation of all pairs, played on the stage, with a camera that follows if wanted.

import { AnimationMixer, Color, Group, Mesh, MeshLambertMaterial, Vector3, type MeshStandardMaterial, type Object3D } from "three";
import { GLTFLoader, type GLTF } from "three/addons/loaders/GLTFLoader.js";
import type { App } from "../app";
import { dispose } from "../stage/dispose";
import { Trouble } from "../source/source";
import { withAt } from "../state";

/** Metres from which the camera follows, unless it is nearer already. */
const FOLLOW = 6;
/** Seconds that somebody whose eyes the camera looks through looks ahead. */
const AHEAD = 0.6;
/** Metres above the hips of the followed at which walls are cut. */
const ABOVE_HIPS = 0.3;

export class WalkTool {
  private group = new Group();
  private mixer: AnimationMixer | null = null;
  private leader: Object3D | null = null;
  /** The figure of the leader, and its head. */
  private figure: Object3D | null = null;
  private head: Object3D | null = null;
  private stop: (() => void) | null = null;
  private shownAt = -1;

  constructor(private app: App) {
    app.stage.scene.add(this.group);
    app.store.on(["walk"], () => this.show());
    app.store.on(["follow", "firstPerson", "eyes"], () => this.mixer && this.pose(this.shownAt));
    app.onClosed(() => this.clear());
  }

  /** Lets everybody walk who has a start and a goal. */
  async start(speed: number | null): Promise<void> {
    const { app } = this;
    const pairs = app.store.now.pairs.flatMap(({ from, to }, index) => (from && to ? [{ from, to, index }] : []));
    if (pairs.length === 0) return app.tell("set a start and a goal first", "note");
    app.store.set({ walk: null });
    try {
      const walkers = pairs.map(({ from, to }) => ({ from, to }));
      const walk = await app.ask((session) => session.walk(walkers, app.with(), speed));
      const figure = await new GLTFLoader().parseAsync(walk.glb, "");
      this.clear();
      this.build(figure);
      const figures = walk.figures.map((one, i) => ({ ...one, walker: (pairs[i]?.index ?? i) + 1 }));
      const seconds = Math.max(...figures.map((one) => ("why" in one ? 0 : one.seconds)), ...figure.animations.map((clip) => clip.duration), 0);
      app.store.set({ walk: { figures, seconds, time: 0, playing: true, speed: 1 }, front: null, picked: null });
      this.lookAt();
      const stay = figures.flatMap((one) => ("why" in one ? [one] : []));
      if (stay.length > 0) app.tell(stay.map(({ walker, why }) => `Walker ${walker} has no way: ${why.message}`).join(". "));
    } catch (error) {
      this.refused(error, pairs[0]?.index ?? 0);
    }
  }

  toggle(): void {
    const { walk } = this.app.store.now;
    if (!walk) return;
    const time = walk.time >= walk.seconds ? 0 : walk.time;
    this.app.store.set({ walk: { ...walk, time, playing: !walk.playing } });
  }

  to(time: number): void {
    const { walk } = this.app.store.now;
    if (walk) this.app.store.set({ walk: { ...walk, time: Math.max(0, Math.min(walk.seconds, time)), playing: false } });
  }

  speed(speed: number): void {
    const { walk } = this.app.store.now;
    if (walk) this.app.store.set({ walk: { ...walk, speed } });
  }

  end(): void {
    this.app.store.set({ walk: null });
  }

  private refused(error: unknown, pair: number): void {
    const { store } = this.app;
    const answer = error instanceof Trouble ? error.answer : null;
    if (!answer || answer.found) return this.app.complain(error);
    this.app.tell(answer.why.message);
    if ((store.now.answers[pair]?.length ?? 0) === 0) store.set({ answers: withAt(store.now.answers, pair, [answer]) });
  }

  private build(figure: GLTF): void {
    const { stage } = this.app;
    this.group.position.copy(stage.local([0, 0, 0]));
    this.group.add(figure.scene);
    const roots = figure.scene.children.filter((part) => part.children.length > 0);
    roots.forEach((root) => this.dress(root));
    this.leader = roots[0] ? hips(roots[0], figure) : figure.scene;
    this.figure = roots[0] ?? null;
    this.figure?.traverse((part) => /^head/i.test(part.name) && (this.head ??= part));
    this.mixer = new AnimationMixer(figure.scene);
    for (const clip of figure.animations) {
      const action = this.mixer.clipAction(clip);
      action.clampWhenFinished = true;
      action.play();
    }
  }

  /** The same colours, cheaper to light. */
  private dress(root: Object3D): void {
    root.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      const old = part.material as MeshStandardMaterial;
      part.material = new MeshLambertMaterial({ color: new Color().copyLinearToSRGB(old.color), vertexColors: old.vertexColors });
      part.frustumCulled = false;
      part.renderOrder = 6; // After the pale part of routes, which knows no depth.
      old.dispose();
    });
  }

  private show(): void {
    const { walk } = this.app.store.now;
    if (!walk) {
      this.clear();
      return;
    }
    if (walk.time !== this.shownAt) this.pose(walk.time);
    if (walk.playing && !this.stop) this.stop = this.app.stage.loop((seconds) => this.play(seconds));
    if (!walk.playing) this.halt();
    this.app.stage.invalidate();
  }

  private play(seconds: number): void {
    const { walk } = this.app.store.now;
    if (!walk?.playing) return this.halt();
    const time = Math.min(walk.seconds, walk.time + seconds * walk.speed);
    this.pose(time);
    this.app.store.set({ walk: { ...walk, time, playing: time < walk.seconds } });
  }

  private pose(time: number): void {
    this.shownAt = time;
    const { eyes, follow } = this.app.store.now;
    const ahead = eyes ? this.ahead(time) : null;
    this.at(time);
    this.follow(follow || eyes ? this.leader : null);
    if (this.figure) this.figure.visible = !eyes;
    this.app.cameras.through(eyes ? (this.head?.getWorldPosition(new Vector3()) ?? null) : null, ahead);
  }

  private at(time: number): void {
    this.mixer?.setTime(Math.max(0, time));
    this.group.updateMatrixWorld(true);
  }

  /** Where the leader goes from here, in the plane; at the end, where it came from. */
  private ahead(time: number): Vector3 | null {
    const from = Math.max(0, Math.min(time, (this.app.store.now.walk?.seconds ?? 0) - AHEAD));
    const [here, there] = [from, from + AHEAD].map((at) => {
      this.at(at);
      return this.leader?.getWorldPosition(new Vector3()) ?? new Vector3();
    });
    const way = there!.sub(here!).setY(0);
    return way.length() > 0.02 ? way.normalize() : null;
  }

  /** Keeps somebody in view: the camera goes along, and what is higher than their hips is cut away. */
  private follow(leader: Object3D | null): void {
    const { cameras, stage, store } = this.app;
    const at = leader?.getWorldPosition(new Vector3()) ?? null;
    cameras.follow(at);
    const { base, cut, eyes } = store.now;
    if (at && eyes) return stage.cut(null, null);
    if (!at || cameras.firstPerson) return stage.cut(base, cut);
    const height = stage.world(at)[1] + ABOVE_HIPS;
    stage.cut(base, cut === null ? height : Math.min(cut, height));
  }

  private lookAt(): void {
    this.pose(0);
    const { follow, eyes } = this.app.store.now;
    if (!follow || eyes || !this.leader || this.app.cameras.firstPerson) return;
    this.app.cameras.approach(this.leader.getWorldPosition(new Vector3()), FOLLOW);
  }

  private halt(): void {
    this.stop?.();
    this.stop = null;
  }

  private clear(): void {
    this.halt();
    this.follow(null);
    this.app.cameras.through(null, null);
    for (const thing of [...this.group.children]) dispose(thing);
    this.mixer = this.leader = this.figure = this.head = null;
    this.shownAt = -1;
    this.app.stage.invalidate();
  }
}

/** The innermost node of a figure whose place is animated: the hips. */
function hips(root: Object3D, figure: GLTF): Object3D {
  const moved = new Set(figure.animations.flatMap((clip) => clip.tracks).filter((track) => track.name.endsWith(".position")).map((track) => track.name.split(".")[0]));
  let found: Object3D | null = null;
  root.traverse((part) => {
    if (moved.has(part.name) || moved.has(part.uuid)) found = part;
  });
  return found ?? root;
}
