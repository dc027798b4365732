// A report: the same page with its data inside and no server behind it.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { answers, settled, start, state, until } from "./browser.mjs";

let server;
let folder;
before(async () => {
  server = await start();
  folder = await mkdtemp(join(tmpdir(), "footpath-report-"));
});
after(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a report as the command does: style, data and program inside one file. */
async function write(data) {
  const dist = (name) => readFile(new URL(`../dist/${name}`, import.meta.url), "utf8");
  const [index, program, style] = [await dist("index.html"), await dist("page.js"), await dist("page.css")];
  const text = index
    .replace('<link rel="stylesheet" href="page.css" />', () => `<style>${style}</style>`)
    .replace('<script src="page.js"></script>', () =>
      `<script type="application/json" id="footpath-data">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script><script>${program}</script>`);
  const file = join(folder, "report.html");
  await writeFile(file, text);
  return pathToFileURL(file).href;
}

test("a report shows scene, layers, route and answers without a server", async () => {
  const page = await server.open("#scene=labyrinth");
  await settled(page);
  const found = await answers(page);
  const { facts, pairs } = await page.evaluate(() => ({ facts: window.footpath.facts, pairs: window.footpath.state.pairs }));
  const session = await page.evaluate(async () => {
    const made = await fetch("/api/sessions", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ scene: "labyrinth" }) });
    const { session } = await made.json();
    for (;;) {
      const told = await (await fetch(`/api/sessions/${session}`)).json();
      if (told.state === "ready") return session;
      await new Promise((later) => setTimeout(later, 50));
    }
  });
  const pack = async (path, body) => {
    const init = body ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {};
    return Buffer.from(await (await fetch(`${server.address}/api/sessions/${session}/${path}`, init)).arrayBuffer()).toString("base64");
  };
  const data = { facts, scene: await pack("scene"), layers: { floors: await pack("layers/floors", {}) }, from: pairs[0].from, to: pairs[0].to, answers: found };
  const address = await write(data);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(address);
  await settled(page);
  await page.check('input[name="layer floors"]');
  await until(page, () => window.footpath.layerDrawn("floors") && window.footpath.answers.length > 0);
  assert.deepEqual(await page.evaluate(() => window.footpath.answers), found);
  assert.equal((await state(page)).phase.kind, "ready");
  await page.mouse.click(600, 400);
  await page.waitForSelector(".notice");
  assert.match(await page.textContent(".notice"), /report/);
  assert.deepEqual(asked.filter((url) => /^(http|ws)/.test(url)), [], "a report asks nobody");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
