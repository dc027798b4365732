// Routes on the page: clicks, drags, sliders, refusals, obstacles, rules, picks, searches, walks.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answers, drag, project, settled, start, state, until } from "./browser.mjs";

let server;
before(async () => (server = await start()));
after(() => server?.close());

/** From above, so that a position on the ground is a pixel that nothing else covers. */
const GARDEN = "#scene=house&camera=6,24,-3.4,6,0,-3.5";
const LAWN = { start: [3.6, -0.3, -4.5], goal: [8.6, -0.3, -4.5], middle: [7, -0.3, -4.5] };
const ACROSS = `${GARDEN}&way=${LAWN.start};${LAWN.goal}`;

function onPage(name, where, body) {
  test(name, async () => {
    const page = await server.open(where);
    try {
      await settled(page);
      await body(page);
      assert.deepEqual(page.complaints, []);
    } finally {
      await page.context().close();
    }
  });
}

const length = (found) => Math.min(...found.map((answer) => answer.length));
const near = (a, b, tolerance) => a.every((value, i) => Math.abs(value - b[i]) < tolerance);

onPage("the first click is the start, the second the goal", GARDEN, async (page) => {
  await answers(page);
  await page.mouse.click(...(await project(page, LAWN.start)));
  await until(page, () => window.footpath.state.pairs[0].to === null);
  await page.mouse.click(...(await project(page, LAWN.goal)));
  const found = await answers(page);
  const { pairs } = await state(page);
  assert.ok(near(pairs[0].from, LAWN.start, 0.1), `${pairs[0].from}`);
  assert.ok(near(pairs[0].to, LAWN.goal, 0.1), `${pairs[0].to}`);
  for (const answer of found) assert.ok(answer.found && answer.length > 4 && answer.length < 6, `${answer.method} ${answer.length}`);
  const methods = await page.evaluate(() => window.footpath.facts.methods.map((method) => method.name));
  assert.deepEqual(found.map((answer) => answer.method), methods);
  assert.equal(await page.locator("table.answers tbody tr").count() >= methods.length, true);
});

onPage("the route follows while the goal is dragged", ACROSS, async (page) => {
  const before = length(await answers(page));
  await drag(page, await project(page, LAWN.goal), await project(page, LAWN.middle));
  await until(page, () => window.footpath.idle && window.footpath.state.pairs[0].to[0] < 7.5);
  const after = length(await answers(page));
  assert.ok(after < before - 1, `${before} → ${after}`);
});

/** In the page: the server has no time for what is dragged, and what may take long is not sent before it is let through. */
function noTime() {
  const send = WebSocket.prototype.send;
  window.held = [];
  WebSocket.prototype.send = function (text) {
    const said = JSON.parse(text);
    if (said.do === "plan" && said.within === null) window.held.push(() => send.call(this, text));
    else send.call(this, said.within ? JSON.stringify({ ...said, within: 0 }) : text);
  };
  window.letThrough = () => {
    WebSocket.prototype.send = send;
    for (const again of window.held) again();
  };
}

onPage("a drag that is faster than its answers shows what is known, says so, and becomes exact where it rests", ACROSS, async (page) => {
  const before = await answers(page);
  await page.evaluate(noTime);
  const [goal, middle] = [await project(page, LAWN.goal), await project(page, LAWN.middle)];
  await page.mouse.move(...goal);
  await page.mouse.down();
  await page.mouse.move(...middle, { steps: 4 });
  await until(page, () => window.footpath.state.provisional === "route" && window.held.length > 0);
  assert.deepEqual(await page.evaluate(() => window.footpath.answers), before, "nothing is made up");
  assert.match(await page.textContent("#right"), /Searching/);
  await page.evaluate(() => window.letThrough());
  // Still held, and nothing moves: the exact answer comes all the same.
  await until(page, () => window.footpath.state.provisional === null && window.footpath.idle);
  assert.ok(length(await page.evaluate(() => window.footpath.answers)) < length(before) - 1);
  assert.doesNotMatch(await page.textContent("#right"), /Searching/);
  await page.mouse.up();
  await answers(page);
});

onPage("a box in the way makes a detour, moves, and goes", ACROSS, async (page) => {
  const free = length(await answers(page));
  const detour = (wanted) =>
    until(page, ([before, longer]) => {
      const { idle, answers } = window.footpath;
      const now = Math.min(...answers.map((answer) => answer.length));
      return idle && answers.length > 0 && now > before + 0.01 === longer;
    }, [free, wanted]);
  await page.click("header button:has-text('Obstacle')");
  await page.mouse.click(...(await project(page, LAWN.middle)));
  await until(page, () => window.footpath.state.obstacles.length === 1);
  await detour(true);
  const [inTheWay, aside] = [await project(page, [7, 0.7, -4.5]), await project(page, [7, 0.7, -2.6])];
  await drag(page, inTheWay, aside);
  await until(page, () => window.footpath.state.obstacles[0].box[0][2] > -4);
  await detour(false);
  await drag(page, aside, inTheWay);
  await until(page, () => window.footpath.state.obstacles[0].box[0][2] < -4);
  await detour(true);
  await page.keyboard.press("Delete");
  await until(page, () => window.footpath.state.obstacles.length === 0);
  await detour(false);
  assert.ok(Math.abs(length(await answers(page)) - free) < 1e-9, "the world is as it was");
});

onPage("a wider body is refused at the place that stops it, and a preset brings it back", "", async (page) => {
  await answers(page);
  await page.click("#tab-body");
  await page.fill('input[name="radius"]', "0.6");
  await until(page, () => window.footpath.idle && window.footpath.answers.length > 0 && window.footpath.answers.every((answer) => !answer.found));
  const [answer] = await page.evaluate(() => window.footpath.answers);
  assert.equal(answer.why.kind, "too_narrow");
  assert.ok(answer.why.has < answer.why.needs);
  const said = await page.textContent(".refusal");
  assert.match(said, /No route: too narrow.+wide; this body needs 1\.20 m/s);
  await page.click("text=Show the place");
  await page.click("text=Back to the preset");
  await until(page, () => window.footpath.idle && window.footpath.answers.every((one) => one.found));
  assert.equal(await page.locator(".refusal").count(), 0);
});

onPage("another body takes another way, or none", "", async (page) => {
  await answers(page);
  await page.click("#tab-body");
  await page.click("button:has-text('wheelchair')");
  await until(page, () => window.footpath.idle && window.footpath.answers.every((answer) => !answer.found));
  assert.match(await page.textContent(".refusal strong"), /No route/);
});

onPage("forbidden ground is not walked on", ACROSS, async (page) => {
  await answers(page);
  await page.click("#tab-objects");
  await page.fill("input[type=search]", "Grass");
  await page.click("button[aria-label='Forbid Grass']");
  await until(page, () => window.footpath.idle && window.footpath.answers.length > 0 && window.footpath.answers.every((answer) => !answer.found));
  await page.click("button[aria-label='Forbid Grass']");
  await until(page, () => window.footpath.idle && window.footpath.answers.every((answer) => answer.found));
});

onPage("a picked floor tells what is known of it", GARDEN, async (page) => {
  await answers(page);
  await page.keyboard.press("p");
  await page.mouse.click(...(await project(page, LAWN.middle)));
  await until(page, () => window.footpath.state.picked !== null);
  const picked = await page.evaluate(() => window.footpath.state.picked);
  assert.ok(near(picked.at, LAWN.middle, 0.15), `${picked.at}`);
  assert.equal(picked.object.name, "Grass");
  assert.ok(picked.links.length >= 4 && picked.refused === null && picked.slope < 1);
  assert.match(await page.textContent("#right"), /can stand here/);
});

onPage("a search is stepped through", ACROSS, async (page) => {
  await answers(page);
  await page.click("summary:has-text('Search')");
  await page.click("#grow");
  await until(page, () => window.footpath.state.front?.shown > 10);
  await page.keyboard.press(" ");
  await until(page, () => window.footpath.state.front.playing === false);
  const { front } = await state(page);
  await page.keyboard.press("1");
  await until(page, (shown) => window.footpath.state.front.shown === shown + 1, front.shown);
  await page.fill('input[name="front"]', String(front.count));
  await until(page, () => window.footpath.state.front.shown === window.footpath.state.front.count);
  await page.click("button:text-is('End'):visible");
  await until(page, () => window.footpath.state.front === null);
  await page.keyboard.press("1");
  await until(page, () => window.footpath.state.front?.shown === 1 && !window.footpath.state.front.playing);
});

onPage("two walkers walk, and the camera goes along", `${ACROSS}&way=8.6,-0.3,-3;3.6,-0.3,-3`, async (page) => {
  await answers(page);
  const before = (await state(page)).camera;
  await page.click("#walk");
  await until(page, () => window.footpath.state.walk?.time > 0.3);
  const { walk } = await state(page);
  assert.equal(walk.figures.length, 2);
  assert.ok(walk.seconds > 3 && walk.figures.every((figure) => figure.collisions === 0));
  await page.keyboard.press(" ");
  await until(page, () => window.footpath.state.walk.playing === false);
  await until(page, (old) => JSON.stringify(window.footpath.state.camera) !== old, JSON.stringify(before));
  await page.click(".player button:has-text('End')");
  await until(page, () => window.footpath.state.walk === null);
});

onPage("whoever has no way stays, it is said who, and the others walk", `${ACROSS}&way=8.6,-0.3,-3;8.6,40,-3`, async (page) => {
  await answers(page);
  await page.click("#walk");
  await until(page, () => window.footpath.state.walk?.time > 0.3);
  const { walk } = await state(page);
  assert.deepEqual(walk.figures.map((figure) => [figure.walker, "why" in figure]), [[1, false], [2, true]]);
  assert.match(await page.textContent(".notice"), /Walker 2 has no way: there is no floor/);
  assert.match(await page.textContent(".player + div tr.no"), /2\s*stays: goal off map/);
});

onPage("nobody walks without a way, and the page says why", "#scene=house&radius=0.8", async (page) => {
  await until(page, () => window.footpath.idle && window.footpath.answers.length > 0);
  await page.click("#walk");
  await page.waitForSelector(".notice.error");
  assert.match(await page.textContent(".notice"), /needs|narrow|wide/);
  page.complaints.length = 0; // The browser notes the refused request.
});

onPage("the picture is what the walker sees, if wanted", ACROSS, async (page) => {
  await answers(page);
  const before = await project(page, LAWN.middle);
  await page.click("#walk");
  await until(page, () => window.footpath.state.walk?.time > 0.3);
  // A second on, however long the page took.
  await page.fill('input[name="walk time"]', "1");
  await until(page, () => window.footpath.state.walk.time === 1);
  await page.locator("#picture").focus();
  await page.keyboard.press("f");
  await until(page, () => window.footpath.state.eyes);
  // Ahead lies the goal, in the middle of the picture; the camera stands in the head of who walks there.
  const { x, width } = await page.locator("#picture").boundingBox();
  const [ahead] = await project(page, LAWN.goal);
  assert.ok(Math.abs(ahead - x - width / 2) < width / 8, `${ahead}`);
  await page.keyboard.press("f");
  await page.click(".player button:has-text('End')");
  await until(page, () => window.footpath.state.walk === null);
  const after = await project(page, LAWN.middle);
  assert.ok(after[1] > 0 && before[1] > 0);
});
