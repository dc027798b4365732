// Keeps the shown layers on the stage in step with the state: fetched once, again after an edit or for another body.

import { Color, type Group } from "three";
import type { App } from "../app";
import type { Legend, Pack } from "../source/pack";
import { dispose } from "../stage/dispose";
import { drawPack } from "./drawn";

interface Shown {
  key: string;
  group: Group | null;
  legend: Legend[];
  note: string | null;
}

/** Body sliders and dragged obstacles move fast; layers follow when they rest this many milliseconds. */
const REST = 250;

export class Layers {
  private shown = new Map<string, Shown>();
  private timer = 0;
  private listeners: (() => void)[] = [];

  constructor(private app: App) {
    app.store.on(["layers", "facts"], () => void this.update());
    app.store.on(["body", "forbid", "ignore", "revision", "pairs", "active"], () => this.later());
  }

  onChange(tell: () => void): void {
    this.listeners.push(tell);
  }

  legend(name: string): { legend: Legend[]; note: string | null } {
    const shown = this.shown.get(name);
    return { legend: shown?.legend ?? [], note: shown?.note ?? null };
  }

  isDrawn(name: string): boolean {
    return this.shown.get(name)?.group != null;
  }

  clear(): void {
    for (const name of [...this.shown.keys()]) this.hide(name);
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.update(), REST);
  }

  /** What a layer's picture depends on; as long as it is the same, the picture stays. */
  private key(name: string): string {
    const { facts, revision, forbid, ignore, pairs, active } = this.app.store.now;
    const about = facts?.layers.find((layer) => layer.name === name);
    const pair = about?.uses_query ? pairs[active] : null;
    return JSON.stringify([facts?.hash, revision, forbid, ignore, about?.uses_body ? this.app.with().body : "", pair]);
  }

  private async update(): Promise<void> {
    const { layers, facts } = this.app.store.now;
    const known = layers.filter((name) => facts?.layers.some((layer) => layer.name === name));
    for (const name of [...this.shown.keys()]) if (!known.includes(name)) this.hide(name);
    await Promise.all(known.map((name) => this.fetch(name)));
  }

  private async fetch(name: string): Promise<void> {
    const { app } = this;
    const key = this.key(name);
    if (this.shown.get(name)?.key === key) return;
    const before = this.shown.get(name);
    this.shown.set(name, before ? { ...before, key } : { key, group: null, legend: [], note: null });
    const pair = app.store.now.pairs[app.store.now.active];
    try {
      const uses = app.store.now.facts?.layers.find((layer) => layer.name === name)?.uses_query ?? false;
      const ends = uses ? pair : null;
      const around = app.cameras.view.target;
      const pack = await app.ask((session) => session.layer(name, app.with(), around, ends?.from ?? null, ends?.to ?? null));
      if (this.shown.get(name)?.key === key) this.put(name, key, pack);
    } catch (error) {
      if (this.shown.get(name)?.key !== key) return;
      this.shown.delete(name);
      before?.group && dispose(before.group);
      app.complain(error);
      app.store.set({ layers: app.store.now.layers.filter((other) => other !== name) });
    }
    for (const tell of this.listeners) tell();
  }

  private put(name: string, key: string, pack: Pack): void {
    const { stage } = this.app;
    const old = this.shown.get(name)?.group;
    if (old) dispose(old);
    const group = drawPack(stage, pack);
    stage.scene.add(group);
    const words = pack.layers.flatMap((layer) => layer.labels);
    stage.labels.set(
      `layer ${name}`,
      words.map(({ at, text, colour }) => ({ at: stage.local(at), text, colour: `#${new Color(colour).getHexString()}` })),
    );
    this.shown.set(name, { key, group, legend: pack.legend, note: pack.note });
    stage.invalidate();
  }

  private hide(name: string): void {
    const group = this.shown.get(name)?.group;
    if (group) dispose(group);
    this.app.stage.labels.set(`layer ${name}`, []);
    this.shown.delete(name);
    this.app.stage.invalidate();
    for (const tell of this.listeners) tell();
  }
}
