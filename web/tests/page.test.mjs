// The page against the real server: loading, choosing, layers, keys, links, files.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answers, drag, project, settled, start, state, until } from "./browser.mjs";

let server;
before(async () => (server = await start()));
after(() => server?.close());

/** A page with the house, and the claim that nothing complained until the end. */
function onPage(name, where, body) {
  test(name, async () => {
    const page = await server.open(where);
    try {
      await body(page);
      assert.deepEqual(page.complaints, []);
    } finally {
      await page.context().close();
    }
  });
}

onPage("the scene of the command line is loaded, baked and drawn", "", async (page) => {
  await settled(page);
  const seen = await page.evaluate(() => {
    const { facts, frames, state } = window.footpath;
    return { scene: facts.scene, floors: facts.floors, objects: facts.objects.length, frames, pairs: state.pairs };
  });
  assert.equal(seen.scene, "house");
  assert.ok(seen.floors > 1000 && seen.objects > 50 && seen.frames > 0);
  assert.ok(seen.pairs[0].from && seen.pairs[0].to, "the house begins with a route between its places");
  assert.ok((await colours(page)) > 30, "the picture is not empty");
  const found = await answers(page);
  assert.ok(found.every((answer) => answer.found));
});

onPage("nothing is drawn while nothing changes", "#scene=labyrinth", async (page) => {
  await settled(page);
  await answers(page);
  await page.waitForTimeout(600);
  const before = await page.evaluate(() => window.footpath.frames);
  await page.waitForTimeout(700);
  assert.equal(await page.evaluate(() => window.footpath.frames), before);
});

onPage("another scene is chosen from the list, while questions to the first are under way", "#scene=house&layers=bands", async (page) => {
  await until(page, () => window.footpath?.ready);
  await page.click("header .scene");
  await page.click(".card:has-text('stairs')");
  await until(page, () => window.footpath.ready && window.footpath.facts.scene === "stairs");
  assert.equal(await page.title(), "stairs · Footpath");
  const found = await answers(page);
  assert.ok(found.every((answer) => answer.found && answer.length < 60));
  assert.equal((await state(page)).notice, null, "nobody hears of the scene that was left");
});

onPage("every layer is drawn with its legend", "#scene=stairs", async (page) => {
  await settled(page);
  await answers(page);
  const names = await page.evaluate(() => window.footpath.facts.layers.map((layer) => layer.name));
  assert.ok(names.length >= 10);
  for (const name of names) {
    await page.check(`input[name="layer ${name}"]`);
    await until(page, (layer) => window.footpath.layerDrawn(layer) || window.footpath.state.notice, name);
    const { notice } = await state(page);
    assert.equal(notice, null, `${name}: ${notice?.text}`);
    assert.ok((await page.locator(".layer.on .legend").count()) > 0, name);
    await page.uncheck(`input[name="layer ${name}"]`);
  }
});

onPage("keys: panels, help, first person, tools", "#scene=labyrinth", async (page) => {
  await settled(page);
  await page.focus("#picture");
  await page.keyboard.press("Tab");
  await until(page, () => !window.footpath.state.panels);
  assert.equal(await page.locator("#left").isVisible(), false);
  await page.keyboard.press("Tab");
  await until(page, () => window.footpath.state.panels);
  await page.keyboard.press("h");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" }).catch(() => undefined);
  assert.equal((await state(page)).help, false);
  await page.keyboard.press("f");
  assert.equal((await state(page)).firstPerson, true);
  const before = await project(page, [5, 0, 5]);
  await page.keyboard.down("w");
  await page.waitForTimeout(300);
  await page.keyboard.up("w");
  assert.notDeepEqual(await project(page, [5, 0, 5]), before, "W goes ahead");
  await page.keyboard.press("f");
  assert.equal((await state(page)).firstPerson, false);
  await page.keyboard.press("o");
  assert.equal((await state(page)).tool, "obstacle");
});

onPage("dragging turns the camera, and the link says so", "#scene=labyrinth", async (page) => {
  await settled(page);
  const before = await project(page, [0, 0, 0]);
  await drag(page, [330, 660], [500, 600]);
  assert.notDeepEqual(await project(page, [0, 0, 0]), before);
  await until(page, () => location.hash.includes("camera="));
});

onPage("a link brings back scene, body, ends, boxes, rules, layers and camera", "#scene=house", async (page) => {
  await settled(page);
  const said = "scene=house&body=child&radius=0.25&crawl=false&way=5.9,-0.28,-5.2;6,0,1.5&box=1,-0.3,-4,1.8,0.7,-3.2&forbid=Grass&ignore=Tree_1&layers=slope&cut=1.5&without=bitmap&camera=20,20,-20,6,0,3";
  await page.goto("about:blank");
  await page.goto(`${server.address}/#${said}`);
  await settled(page);
  await until(page, () => window.footpath.layerDrawn("slope"));
  const shown = await state(page);
  assert.deepEqual(shown.body, { preset: "child", measures: { radius: 0.25 }, abilities: { crawl: false } });
  assert.equal(shown.obstacles.length, 1);
  assert.notEqual(shown.obstacles[0].number, null, "the box is in the world");
  assert.deepEqual([shown.forbid, shown.ignore, shown.cut], [["Grass"], ["Tree_1"], 1.5]);
  const link = new URLSearchParams(await page.evaluate(() => window.footpath.link));
  for (const [key, value] of new URLSearchParams(said)) assert.equal(link.get(key), value, key);
});

onPage("a file that is no model is refused with a sentence, and one that is is baked", "#scene=labyrinth", async (page) => {
  await settled(page);
  await page.click("header .scene");
  await page.setInputFiles("#file", { name: "broken.glb", mimeType: "model/gltf-binary", buffer: Buffer.from("hello, I am no model") });
  await page.waitForSelector(".state.failed");
  assert.match(await page.textContent(".state.failed"), /broken\.glb cannot be shown.+\w/s);
  page.complaints.length = 0; // The browser notes the refused request.
  await page.click("text=Choose a scene");
  const plate = "v 0 0 0\nv 6 0 0\nv 6 0 6\nv 0 0 6\no Plate\nf 1 4 3 2\n";
  await page.setInputFiles("#file", { name: "plate.obj", mimeType: "text/plain", buffer: Buffer.from(plate) });
  await settled(page);
  assert.equal(await page.evaluate(() => window.footpath.facts.objects[0].name), "Plate");
});

onPage("what is shown is exported as picture, model and data", "#scene=labyrinth&layers=floors", async (page) => {
  await settled(page);
  await answers(page);
  const [picture, model, data] = await page.evaluate(async () => {
    const bytes = async (blob) => [...new Uint8Array(await blob.arrayBuffer())];
    const { footpath } = window;
    return [await bytes(await footpath.exportPicture()), await bytes(await footpath.exportModel()), JSON.parse(await footpath.exportData().text())];
  });
  assert.deepEqual(picture.slice(1, 4), [...Buffer.from("PNG")]);
  assert.ok(picture.length > 10_000);
  assert.deepEqual(model.slice(0, 4), [...Buffer.from("glTF")]);
  assert.equal(data.scene, "labyrinth");
  assert.ok(data.answers[0].every((answer) => answer.found));
  const download = page.waitForEvent("download");
  await page.click("summary:has-text('Export')");
  await page.click("text=Picture, PNG");
  assert.equal((await download).suggestedFilename(), "labyrinth.png");
});

test("a newcomer sees somebody walk through the house after two clicks", async () => {
  const bare = await start("");
  try {
    const page = await bare.open();
    await page.click("text=Open the house");
    await settled(page);
    await answers(page);
    await page.click("#walk");
    await until(page, () => window.footpath.state.walk?.time > 0.5);
    assert.deepEqual(page.complaints, []);
  } finally {
    await bare.close();
  }
});

/** Different colours in a coarse sample of the picture: an empty stage has one. */
async function colours(page) {
  return page.evaluate(async () => {
    const picture = await createImageBitmap(await window.footpath.exportPicture());
    const small = new OffscreenCanvas(64, 64);
    const context = small.getContext("2d");
    context.drawImage(picture, 0, 0, 64, 64);
    const { data } = context.getImageData(0, 0, 64, 64);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add((data[i] >> 3) * 4096 + (data[i + 1] >> 3) * 64 + (data[i + 2] >> 3));
    return seen.size;
  });
}
