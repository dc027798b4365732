// Cameras: one that circles around a point, one that stands on its feet, one that follows somebody.

import { Box3, Euler, Sphere, Spherical, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Box, Vec3 } from "../source/types";
import type { CameraView } from "../state";
import type { Stage } from "./stage";

const EYES = 1.65;
/** Metres per second on foot, and with Shift. */
const PACE = 2.5;
const FAST = 8;
const TURN = 0.004;
/** Share of the view that a framed box fills. */
const FILL = 0.94;
/** Pixels at the right that the height slider covers. */
const EDGE = 72;

export class Cameras {
  readonly orbit: OrbitControls;
  firstPerson = false;
  private keys = new Set<string>();
  private stopWalking: (() => void) | null = null;
  private look = new Euler(0, 0, 0, "YXZ");
  private saved: CameraView | null = null;
  private followed: Vector3 | null = null;
  private inEyes = false;
  /** A ball around the scene, and the nearest that is drawn for a camera inside it. */
  private scene = new Sphere();
  private nearest = 0.05;

  constructor(private stage: Stage, private moved: () => void) {
    this.orbit = new OrbitControls(stage.camera, stage.canvas);
    this.orbit.zoomToCursor = true;
    this.orbit.maxPolarAngle = Math.PI * 0.495;
    this.orbit.addEventListener("change", () => this.changed());
    addEventListener("blur", () => this.release());
  }

  get view(): CameraView {
    return { eye: this.stage.world(this.stage.camera.position), target: this.stage.world(this.orbit.target) };
  }

  set view(view: CameraView) {
    this.stage.camera.position.copy(this.stage.local(view.eye));
    this.orbit.target.copy(this.stage.local(view.target));
    this.orbit.update();
    this.changed();
  }

  /** All of a box from above, as a doll's house is looked into; from the side on which `near` lies. Points say what of the box is filled. */
  frame(bounds: Box, points: Vector3[] = [], near: Vec3 | null = null): void {
    const box = new Box3(this.stage.local(bounds[0]), this.stage.local(bounds[1]));
    const size = box.getSize(new Vector3()).length();
    const { camera } = this.stage;
    const { target } = this.orbit;
    this.nearest = Math.max(0.05, size / 2000);
    this.scene.set(box.getCenter(new Vector3()), size / 2);
    camera.far = size * 20 + 50;
    this.setNear();
    box.getCenter(target);
    const away = near ? this.stage.local(near).sub(target).setY(0) : new Vector3();
    const sides = [0, 1, 2, 3].map((side) => new Vector3().setFromSpherical(new Spherical(1, 0.82, 0.5 + (side * Math.PI) / 2)));
    const side = sides.reduce((best, other) => (other.dot(away) > best.dot(away) + 1e-6 ? other : best));
    let distance = Math.max(size, 1) * 1.5;
    const edge = Math.min(0.3, EDGE / Math.max(this.stage.canvas.clientWidth, 1));
    const corners = Array.from({ length: 8 }, (_, i) => new Vector3(box[i & 1 ? "max" : "min"].x, box[i & 2 ? "max" : "min"].y, box[i & 4 ? "max" : "min"].z));
    const all = points.length > 0 ? points : corners;
    // Perspective shows what is near larger: look again a few times until the view is filled evenly.
    for (let round = 0; round < 6; round++) {
      camera.position.copy(target).addScaledVector(side, distance);
      camera.lookAt(target);
      camera.updateMatrixWorld();
      const seen = new Box3();
      for (const point of all) seen.expandByPoint(new Vector3().copy(point).project(camera));
      const centre = seen.getCenter(new Vector3());
      target.copy(new Vector3(centre.x + edge, centre.y, new Vector3().copy(target).project(camera).z).unproject(camera));
      distance *= Math.max((seen.max.x - seen.min.x) / (1 - edge), seen.max.y - seen.min.y) / 2 / FILL;
    }
    camera.position.copy(target).addScaledVector(side, distance);
    this.orbit.minDistance = 0.3;
    this.orbit.maxDistance = distance * 6;
    this.orbit.update();
    this.changed();
  }

  /** Straight from above. */
  top(): void {
    const distance = this.stage.camera.position.distanceTo(this.orbit.target);
    this.stage.camera.position.copy(this.orbit.target).add(new Vector3(0, distance, distance * 0.001));
    this.orbit.update();
  }

  enterFirstPerson(feet: Vector3, towards: Vector3 | null): void {
    this.saved = this.view;
    this.firstPerson = true;
    this.orbit.enabled = false;
    const { camera } = this.stage;
    const ahead = towards && towards.distanceTo(feet) > 0.1 ? towards : feet.clone().sub(camera.position).add(feet);
    camera.position.set(feet.x, feet.y + EYES, feet.z);
    this.look.set(0, Math.atan2(-(ahead.x - feet.x), -(ahead.z - feet.z)), 0);
    camera.quaternion.setFromEuler(this.look);
    this.changed();
  }

  leaveFirstPerson(): void {
    this.release();
    this.firstPerson = false;
    this.orbit.enabled = true;
    if (this.saved) this.view = this.saved;
  }

  turn(dx: number, dy: number): void {
    this.look.y += dx * TURN;
    this.look.x = Math.max(-1.4, Math.min(1.4, this.look.x + dy * TURN));
    this.stage.camera.quaternion.setFromEuler(this.look);
    this.changed();
  }

  /** W A S D and arrows to go, E and Q to rise and sink; true when the key was of use. */
  key(name: string, down: boolean): boolean {
    if (!this.firstPerson || !/^(Key[WASDQE]|Arrow(Up|Down|Left|Right)|Shift(Left|Right))$/.test(name)) return false;
    if (down) this.keys.add(name);
    else this.keys.delete(name);
    if (this.keys.size > 0 && !this.stopWalking) this.stopWalking = this.stage.loop((seconds) => this.step(seconds));
    if (this.keys.size === 0) this.release();
    return true;
  }

  /** Keeps the same view of somebody who moves; `null` lets go. */
  follow(at: Vector3 | null): void {
    if (at && this.followed && !this.firstPerson && !this.inEyes) {
      const by = at.clone().sub(this.followed);
      this.stage.camera.position.add(by);
      this.orbit.target.add(by);
      this.orbit.update();
    }
    this.followed = at ? at.clone() : null;
  }

  /** Looks out of somebody's eyes, level ahead; `null` goes back to where the camera was. */
  through(eyes: Vector3 | null, ahead: Vector3 | null): void {
    if (!eyes) {
      if (!this.inEyes) return;
      this.inEyes = false;
      this.orbit.enabled = !this.firstPerson;
      if (this.saved) this.view = this.saved;
      return;
    }
    if (this.firstPerson) return;
    if (!this.inEyes) this.saved = this.view;
    this.inEyes = true;
    this.orbit.enabled = false;
    const { camera } = this.stage;
    camera.position.copy(eyes);
    this.setNear();
    if (ahead) camera.lookAt(eyes.clone().add(ahead.clone().setY(-0.12 * ahead.length())));
    this.stage.invalidate();
  }

  /** Looks at a place from the present side, from not too far away. */
  approach(at: Vector3, distance: number): void {
    const away = this.stage.camera.position.clone().sub(this.orbit.target);
    if (away.length() > distance) away.setLength(distance);
    this.orbit.target.copy(at);
    this.stage.camera.position.copy(at).add(away);
    this.orbit.update();
  }

  private step(seconds: number): void {
    const has = (...names: string[]): number => (names.some((name) => this.keys.has(name)) ? 1 : 0);
    const ahead = has("KeyW", "ArrowUp") - has("KeyS", "ArrowDown");
    const aside = has("KeyD") - has("KeyA");
    const up = has("KeyE") - has("KeyQ");
    this.look.y += (has("ArrowLeft") - has("ArrowRight")) * 1.6 * seconds;
    const pace = seconds * (has("ShiftLeft", "ShiftRight") ? FAST : PACE);
    const { camera } = this.stage;
    camera.quaternion.setFromEuler(this.look);
    const way = new Vector3(aside, 0, -ahead).applyAxisAngle(new Vector3(0, 1, 0), this.look.y);
    camera.position.addScaledVector(way, pace).add(new Vector3(0, up * pace, 0));
    this.changed();
  }

  private release(): void {
    this.keys.clear();
    this.stopWalking?.();
    this.stopWalking = null;
  }

  /**
   * From outside nothing is nearer than the scene, give or take what stands beside it. Depths are told apart the better the
   * farther away they begin: floors that lie a centimetre apart otherwise show through each other from a distance.
   */
  private setNear(): void {
    const { camera } = this.stage;
    const outside = camera.position.distanceTo(this.scene.center) - this.scene.radius;
    const near = Math.max(this.nearest, outside / 2);
    if (Math.abs(near - camera.near) < 0.02 * near) return;
    camera.near = near;
    camera.updateProjectionMatrix();
  }

  private changed(): void {
    this.setNear();
    this.stage.move();
    this.moved();
  }
}
