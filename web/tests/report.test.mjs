// A report: the same page with its data inside and no server behind it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { command, settled, start, state, until } from "./browser.mjs";

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

/** The program that the server was started with. */
const PROGRAM = command().split(" ")[0];

test("a report of the command shows scene, layers, route and walk without a server", async () => {
  const file = join(folder, "report.html");
  execFileSync(PROGRAM, ["plan", "labyrinth", "--from", "start", "--to", "goal", "--report", file, "--quiet"]);
  const page = await server.open("about:blank");
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.context().setOffline(true);
  await page.goto(pathToFileURL(file).href);
  await settled(page);
  const [answer] = await page.evaluate(() => window.footpath.answers);
  assert.ok(answer.found && answer.length > 10);
  assert.match(await page.textContent("table.answers"), new RegExp(answer.length.toFixed(2)));
  await page.check('input[name="layer floors"]');
  await until(page, () => window.footpath.layerDrawn("floors"));
  await page.click("#walk");
  await until(page, () => window.footpath.state.walk?.time > 0.2);
  await page.mouse.click(600, 400);
  await page.waitForSelector(".notice");
  assert.match(await page.textContent(".notice"), /report/);
  assert.equal((await state(page)).phase.kind, "ready");
  assert.deepEqual(asked.filter((url) => /^(http|ws)/.test(url)), [], "a report asks nobody");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
