// What the pointer does: drags what can be dragged, turns the camera otherwise; a press without a move is a click.

import { Raycaster, Vector2, type Ray } from "three";
import type { Cameras } from "./cameras";
import type { Stage } from "./stage";

/** Something that can be taken and moved. */
export interface Grip {
  drag(ray: Ray): void;
  drop(): void;
}

export interface Hands {
  /** What lies under the pointer and can be taken, if anything. */
  grip(ray: Ray): Grip | null;
  click(ray: Ray): void;
  hover(ray: Ray | null): void;
}

const CLICK = 5;

export class Pointer {
  private held: Grip | null = null;
  private pressed: Vector2 | null = null;
  private last = new Vector2();
  private hovering = 0;
  private caster = new Raycaster();

  constructor(private stage: Stage, private cameras: Cameras, private hands: Hands) {
    // On the parent and while capturing: earlier than the camera's own listeners on the canvas.
    const place = stage.canvas.parentElement ?? stage.canvas;
    place.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    place.addEventListener("pointermove", (event) => this.move(event), { capture: true });
    place.addEventListener("pointerup", (event) => this.up(event), { capture: true });
    place.addEventListener("pointercancel", () => this.drop());
    place.addEventListener("pointerleave", () => this.hands.hover(null));
    place.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  ray(event: { clientX: number; clientY: number }): Ray {
    const box = this.stage.canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((event.clientY - box.top) / box.height) * 2;
    this.caster.setFromCamera(new Vector2(x, y), this.stage.camera);
    return this.caster.ray.clone();
  }

  private down(event: PointerEvent): void {
    if (event.target !== this.stage.canvas) return;
    this.pressed = new Vector2(event.clientX, event.clientY);
    this.last.copy(this.pressed);
    if (event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey) return;
    this.held = this.hands.grip(this.ray(event));
    if (!this.held) return;
    this.cameras.orbit.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    if (this.held) {
      if (this.isClick(event)) return;
      this.held.drag(this.ray(event));
      this.stage.invalidate();
    } else if (this.pressed && this.cameras.firstPerson) {
      this.cameras.turn(event.clientX - this.last.x, event.clientY - this.last.y);
      this.last.set(event.clientX, event.clientY);
    } else if (!this.pressed && event.target === this.stage.canvas) {
      cancelAnimationFrame(this.hovering);
      this.hovering = requestAnimationFrame(() => this.hands.hover(this.ray(event)));
    }
  }

  private up(event: PointerEvent): void {
    const click = this.isClick(event) && event.button === 0;
    this.pressed = null;
    this.drop();
    if (click && event.target === this.stage.canvas) this.hands.click(this.ray(event));
  }

  private drop(): void {
    this.pressed = null;
    if (!this.held) return;
    this.held.drop();
    this.held = null;
    this.cameras.orbit.enabled = !this.cameras.firstPerson;
  }

  private isClick(event: PointerEvent): boolean {
    return this.pressed !== null && this.pressed.distanceTo(new Vector2(event.clientX, event.clientY)) < CLICK;
  }
}
