// What needs no browser: links, bodies, packs, rays, and which method is asked while one drags.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const source = (name) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));
let folder;
const parts = {};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "footpath-page-"));
  const names = { share: "share.ts", body: "body.ts", pack: "source/pack.ts", grid: "stage/grid.ts", edges: "stage/edges.ts", planes: "stage/planes.ts", state: "state.ts", planner: "tools/planner.ts", words: "panels/words.ts" };
  for (const [name, file] of Object.entries(names)) {
    const outfile = join(folder, `${name}.mjs`);
    await build({ entryPoints: [source(file)], outfile, bundle: true, format: "esm", logLevel: "error" });
    parts[name] = await import(pathToFileURL(outfile).href);
  }
});

after(() => rm(folder, { recursive: true, force: true }));

test("a link says the whole state, and reads back as it was", () => {
  const { fresh } = parts.state;
  const { toHash, fromHash } = parts.share;
  const said = {
    ...fresh(), scene: "models/my house & garden.glb", settings: { cell_size: 0.05, up: "z", scale: 0.01 },
    body: { preset: "child", measures: { radius: 0.25, jump_reach: 1 }, abilities: { crawl: false } },
    pairs: [{ from: [1, 2, 3], to: [-4.5, 0, 6] }, { from: [0, 0, 1], to: null }],
    obstacles: [{ box: [[0, 0, 0], [1, 1.5, 1]], number: null }], forbid: ["Table*", "a,b"], ignore: ["Door 1"],
    layers: ["floors", "links"], look: "faded", cut: 1.5, base: null, hiddenMethods: ["bitmap"], camera: { eye: [1, 2, 3], target: [4, 5, 6] },
  };
  const read = fromHash(`#${toHash(said)}`);
  for (const key of Object.keys(read)) if (key !== "answers") assert.deepEqual(read[key], said[key], key);
  assert.equal(read.answers.length, 2);
});

test("nonsense in a link is left out", () => {
  const read = parts.share.fromHash("#scene=house&way=1,2;NaN,0,0&box=1,2,3&camera=a,b&cut=Infinity&radius=900&crawl=maybe&look=odd");
  assert.equal(read.scene, "house");
  assert.deepEqual(read.pairs, [{ from: null, to: null }]);
  assert.deepEqual(read.obstacles, []);
  assert.equal(read.camera, undefined);
  assert.equal(read.cut, null);
  assert.equal(read.look, undefined);
  assert.deepEqual(read.body, { preset: "adult", measures: { radius: 0.8 }, abilities: {} });
});

test("a body is told as a body's file: changes only, tables last", () => {
  const { toToml } = parts.body;
  assert.equal(toToml({ preset: "adult", measures: {}, abilities: {} }), 'based_on = "adult"');
  const agile = { preset: "elderly", measures: { radius: 0.4, max_slope: 30, jump_reach: 1.5 }, abilities: { jump: true, crawl: false } };
  assert.equal(toToml(agile), 'based_on = "elderly"\nradius = 0.4\nmax_slope = 30.0\ncrawl = false\n[jump]\nreach = 1.5');
  const lame = { preset: "adult", measures: { jump_reach: 1.5 }, abilities: { jump: false } };
  assert.equal(toToml(lame), 'based_on = "adult"\njump = false');
});

test("a slider that comes back to the preset leaves no trace", () => {
  const presets = [{ name: "adult", radius: 0.3, abilities: ["jump"], jump: { reach: 1.2 } }];
  const { withMeasure, withAbility } = parts.body;
  const plain = { preset: "adult", measures: {}, abilities: {} };
  const wide = withMeasure(plain, "radius", 0.5, presets);
  assert.deepEqual(wide.measures, { radius: 0.5 });
  assert.deepEqual(withMeasure(wide, "radius", 0.3, presets), plain);
  assert.deepEqual(withAbility(withAbility(plain, "jump", false, presets), "jump", true, presets), plain);
});

test("a pack is read where its header points, and what is none is refused", () => {
  const header = {
    origin: [10, 0, 0], legend: [{ colour: "#ff0000", text: "red" }], note: null,
    layers: [{ name: "a", shaded: true, overlay: false, line_width: 2, triangles: 1, triangle_points: 0, triangle_colours: 36, lines: 1, line_points: 40, line_colours: 64, labels: [] }],
    arrays: { objects: { at: 68, count: 1, type: "u32" } },
  };
  const text = new TextEncoder().encode(JSON.stringify(header).padEnd(Math.ceil(JSON.stringify(header).length / 4) * 4));
  const bytes = new ArrayBuffer(8 + text.length + 72);
  new Uint8Array(bytes).set([0x46, 0x50, 0x4b, 0x31]);
  new DataView(bytes).setUint32(4, text.length, true);
  new Uint8Array(bytes).set(text, 8);
  new Float32Array(bytes, 8 + text.length, 9).set([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  new Uint8Array(bytes, 8 + text.length + 36, 4).set([255, 0, 0, 128]);
  new Uint32Array(bytes, 8 + text.length + 68, 1).set([7]);
  const pack = parts.pack.readPack(bytes);
  assert.deepEqual([...pack.layers[0].trianglePoints], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual([...pack.layers[0].triangleColours], [255, 0, 0, 128]);
  assert.equal(pack.layers[0].linePoints.length, 6);
  assert.equal(pack.numbers.get("objects")[0], 7);
  assert.throws(() => parts.pack.readPack(new ArrayBuffer(16)), /no pack/);
});

test("rays meet the same triangle through the grid as without it", () => {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const points = new Float32Array(9 * 400);
  for (let t = 0; t < 400; t++) {
    const centre = [random() * 20, random() * 5, random() * 30];
    for (let i = 0; i < 9; i++) points[9 * t + i] = centre[i % 3] + (random() - 0.5) * (t < 5 ? 20 : 2);
  }
  const grid = new parts.grid.TriangleGrid(points);
  let met = 0;
  for (let i = 0; i < 300; i++) {
    const origin = { x: random() * 60 - 20, y: random() * 20 - 5, z: random() * 80 - 25 };
    const aim = { x: random() * 20 - origin.x, y: random() * 5 - origin.y, z: random() * 30 - origin.z };
    const long = Math.hypot(aim.x, aim.y, aim.z);
    const direction = i % 10 === 0 ? { x: 0, y: -1, z: 0 } : { x: aim.x / long, y: aim.y / long, z: aim.z / long };
    const hit = grid.cast({ origin, direction }, () => true);
    const all = Array.from({ length: 400 }, (_, t) => meet(points, t, origin, direction)).filter((d) => d > 0);
    assert.equal(hit === null, all.length === 0, `ray ${i}`);
    if (hit) assert.ok(Math.abs(hit.distance - Math.min(...all)) < 1e-4, `ray ${i}`);
    met += hit ? 1 : 0;
  }
  assert.ok(met > 100);
});

/** Distance by the plane of the triangle and the signs of three areas; unlike the grid's own. */
function meet(p, t, o, d) {
  const corner = (k) => [p[9 * t + 3 * k], p[9 * t + 3 * k + 1], p[9 * t + 3 * k + 2]];
  const [a, b, c] = [corner(0), corner(1), corner(2)];
  const minus = (u, v) => u.map((x, i) => x - v[i]);
  const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const normal = cross(minus(b, a), minus(c, a));
  const [from, way] = [[o.x, o.y, o.z], [d.x, d.y, d.z]];
  const distance = dot(normal, minus(a, from)) / dot(normal, way);
  const at = from.map((x, i) => x + distance * way[i]);
  const sides = [[a, b], [b, c], [c, a]].map(([u, v]) => dot(normal, cross(minus(v, u), minus(at, u))));
  return sides.every((side) => side >= 0) ? distance : -1;
}

test("a cube has the twelve edges that one draws", () => {
  const faces = [];
  for (const axis of [0, 1, 2]) for (const side of [0, 1]) {
    const at = (u, v) => { const q = [0, 0, 0]; q[axis] = side; q[(axis + 1) % 3] = u; q[(axis + 2) % 3] = v; return q; };
    faces.push(...at(0, 0), ...at(1, 0), ...at(1, 1), ...at(0, 0), ...at(1, 1), ...at(0, 1));
  }
  assert.equal(parts.edges.creases(new Float32Array(faces)).length / 6, 12);
});

test("sentences begin with a capital letter, names of files do not", () => {
  const { asSentence } = parts.words;
  assert.equal(asSentence("the way is too narrow"), "The way is too narrow.");
  assert.equal(asSentence("bad.glb, line 1: damaged"), "bad.glb, line 1: damaged.");
});

/** A page whose three methods take as long as told, of which some refuse. */
function slowPage() {
  const { fresh, Store } = parts.state;
  const store = new Store({ ...fresh(), pairs: [{ from: [0, 0, 0], to: [1, 0, 0] }] });
  store.now.facts = { methods: ["cells", "levels", "bitmap"].map((name) => ({ name, about: "", keeps: name === "levels" })) };
  const page = { asked: [], micros: { cells: 40_000, levels: 3_000_000, bitmap: 20_000 }, refuse: [], late: [], stopped: 0, store };
  const plan = async (_from, _to, _with, methods, within) => {
    page.asked.push(...methods.map((method) => (within === null ? `${method}!` : method)));
    await new Promise((later) => setTimeout(later, 12 * methods.length));
    const late = within === null ? [] : methods.filter((method) => page.late.includes(method));
    const found = (method) => !page.refuse.includes(method);
    return { answers: methods.filter((method) => !late.includes(method)).map((method) => ({ method, found: found(method), micros: page.micros[method] })), late };
  };
  const session = { plan, stopPlans: () => page.stopped++ };
  const app = {
    store, session, source: { live: true }, stage: { hold: () => () => undefined }, with: () => ({}),
    ask: (question) => question(session), onOpened: () => undefined, onClosed: () => undefined, complain: (error) => assert.fail(error),
  };
  page.planner = new parts.planner.Planner(app);
  /** Asks for a route, and says which methods were asked; those with a mark for as long as it takes. */
  page.want = async () => {
    const before = page.asked.length;
    store.set({ pairs: [{ from: [0, 0, 0], to: [Math.random(), 0, 0] }] });
    page.planner.want(0);
    while (page.planner.running) await new Promise((later) => setTimeout(later, 2));
    return page.asked.slice(before).join(" ");
  };
  return page;
}

test("a drag asks the method that is fastest once warm, whatever it refused or had to derive meanwhile", async () => {
  const page = slowPage();
  page.planner.want(0);
  while (page.asked.length < 4) await new Promise((later) => setTimeout(later, 2));
  page.micros.levels = 5_000;
  while (page.planner.running) await new Promise((later) => setTimeout(later, 2));
  assert.equal(page.asked.join(" "), "cells! levels! bitmap! cells! levels! bitmap!", "asked twice, for the first answers derive much");
  page.planner.drag(true);
  assert.equal(await page.want(), "levels");
  page.micros.levels = 4_000_000;
  assert.equal(await page.want(), "levels");
  page.micros.levels = 5_000;
  assert.equal(await page.want(), "levels", "one slow answer says little");
  page.refuse = ["cells", "levels", "bitmap"];
  assert.equal(await page.want(), "levels bitmap levels!", "of a refusal a second one is asked, and then the reason");
  page.refuse = [];
  assert.equal(await page.want(), "levels", "what all refuse says nothing of one");
  page.refuse = ["levels"];
  assert.equal(await page.want(), "levels bitmap");
  assert.equal(await page.want(), "bitmap", "what another finds does");
});

test("what is late while one drags is provisional until the exact answer has come, and gives way to another method", async () => {
  const page = slowPage();
  await page.want();
  page.planner.drag(true);
  const seen = [];
  page.store.on(["provisional"], () => seen.push(page.store.now.provisional));
  page.late = ["bitmap"];
  assert.equal(await page.want(), "bitmap bitmap!", "late, and asked for as long as it takes, for nothing moved meanwhile");
  assert.deepEqual([seen, page.store.now.provisional], [["route", null], null]);
  page.late = ["bitmap", "cells"];
  assert.equal(await page.want(), "bitmap bitmap!", "late once says little");
  assert.equal(await page.want(), "cells cells!", "late twice, another method has its turn");
  assert.equal(await page.want(), "cells cells!");
  page.late = ["bitmap", "cells", "levels"];
  for (let i = 0; i < 4; i++) assert.equal(await page.want(), "levels levels!", "where all are late, the one that gets further");
  page.late = [];
  page.refuse = ["cells", "levels", "bitmap"];
  const asked = page.want();
  while (page.store.now.provisional !== "reason") await new Promise((later) => setTimeout(later, 1));
  // Something newer takes the search for the reason back.
  page.planner.want(0);
  assert.equal(page.stopped, 1);
  await asked;
  page.refuse = [];
  page.planner.drag(false);
  assert.equal((await page.want()).includes("levels!"), true, "let go, all are asked");
  assert.equal(page.store.now.provisional, null);
});

test("of faces in one plane the higher and then the smaller object is in front", () => {
  const square = (size, y) => [0, y, 0, size, y, 0, 0, y, size, size, y, 0, size, y, size, 0, y, size];
  const give = (...squares) => [...parts.planes.givingWay(new Float32Array(squares.flatMap(([size, y]) => square(size, y))), new Uint32Array(squares.flatMap((_, i) => [i, i])))];
  assert.deepEqual(give([4, 6], [1, 6]), [1, 1, 0, 0], "a carpet lies on the floor");
  assert.deepEqual(give([4, 6.0004], [1, 6]), [0, 0, 1, 1], "a screed above it hides it");
  assert.deepEqual(give([4, 6], [1, 3]), [0, 0, 0, 0], "storeys have nothing to do with each other");
});
