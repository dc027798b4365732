// How long it takes from a move of the pointer to the route that is drawn for it, with the goal dragged across each scene.
//
//   FOOTPATH_VIEW="footpath view --folder DIR --port 0 --no-browser" node tests/drag.mjs "#scene=house" "#scene=DIR/tower.glb"
//
// `answer` is from question to answer as the page sees it, `server` what planning took, `drawing` the frame with its pixels: most of
// all where a browser draws without a graphics card.
//
// Start and goal are two places of one region, far apart, that can be seen; a scene's own `start` stays where it is.

import { project, settled, start, until } from "./browser.mjs";

const MOVES = 20;
/** Pixels of the picture that are tried for places to go to. */
const TRIED = [6, 5];

const server = await start();
console.log("scene                          moves  median    p90   worst   answer  server  drawing  found  route");
for (const where of process.argv.slice(2)) {
  const page = await server.open(where);
  try {
    await page.waitForFunction(() => window.footpath?.ready || window.footpath?.state.phase.kind === "failed", null, { timeout: 600_000 });
    const failed = await page.evaluate(() => window.footpath.state.phase.message);
    if (failed) throw new Error(failed);
    await page.waitForFunction(() => window.footpath.idle, null, { timeout: 120_000 });
    console.log(await measured(page, where));
  } catch (error) {
    console.log(`${where}: ${String(error.message).split("\n")[0]}`);
  }
  await page.context().close();
}
await server.close();

async function measured(page, where) {
  const [to, beside] = await ends(page);
  await page.evaluate(watch);
  await page.mouse.move(...to);
  await page.mouse.down();
  for (let i = 1; i <= MOVES; i++) {
    const share = Math.sin((0.9 * Math.PI * i) / MOVES); // Not back to where it began: that would be a click.
    const asked = await page.evaluate(() => window.drags.length);
    await page.mouse.move(...to.map((value, axis) => value + share * (beside[axis] - value)));
    await page.waitForFunction((count) => window.drags.length > count, asked, { timeout: 5_000 }).catch(() => undefined);
    await page.waitForTimeout(30);
  }
  await page.mouse.up();
  const { drags, answered, micros, drawing, found, length } = await page.evaluate(() => ({
    drags: window.drags, answered: window.answered, micros: window.micros, drawing: window.drawing, found: window.found.length, length: Math.max(0, ...window.found),
  }));
  const share = (list, at) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(at * list.length))] ?? NaN;
  const ms = (value) => value.toFixed(value < 10 ? 1 : 0).padStart(7);
  const name = new URLSearchParams(where.slice(1)).get("scene").split("/").pop();
  return `${name.padEnd(30)} ${String(drags.length).padStart(5)} ${ms(share(drags, 0.5))}${ms(share(drags, 0.9))} ${ms(share(drags, 1))}  ${ms(share(answered, 0.5))}  ${ms(share(micros, 0.5) / 1000)}  ${ms(share(drawing, 0.5))}  ${String(found).padStart(5)}  ${length.toFixed(1)} m`;
}

/** Sets a start and a goal; pixels of the goal, and of a place that it can be dragged to. */
async function ends(page) {
  const box = await page.locator("#picture").boundingBox();
  await page.keyboard.press("p");
  const found = [];
  for (let x = 1; x < TRIED[0]; x++) {
    for (let y = 1; y < TRIED[1]; y++) {
      const at = [box.x + (box.width * x) / TRIED[0], box.y + (box.height * y) / TRIED[1]];
      await page.evaluate(() => (window.before = window.footpath.state.picked));
      await page.mouse.click(...at);
      await page.waitForFunction(() => window.footpath.idle, null, { timeout: 120_000 });
      await page.waitForTimeout(20);
      const picked = await page.evaluate(() => (window.footpath.state.picked === window.before ? null : window.footpath.state.picked));
      if (picked && picked.region !== null) found.push({ region: picked.region, at, place: picked.at });
    }
  }
  const sizes = new Map();
  for (const { region } of found) sizes.set(region, (sizes.get(region) ?? 0) + 1);
  const largest = [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0];
  const there = found.filter(({ region }) => region === largest);
  if (there.length < 2) throw new Error("no two places of one region are seen");
  const apart = (a, b) => Math.hypot(...a.place.map((value, i) => value - b.place[i]));
  let best = [there[0], there[1]];
  for (const a of there) for (const b of there) if (apart(a, b) > apart(...best)) best = [a, b];
  await page.keyboard.press("r");
  const { pairs } = await page.evaluate(() => window.footpath.state);
  if (pairs[0].from && !pairs[0].to) throw new Error("the page has half a route");
  await page.mouse.click(...best[0].at);
  await until(page, () => window.footpath.state.pairs[0].from && !window.footpath.state.pairs[0].to);
  await page.mouse.click(...best[1].at);
  await page.waitForFunction(() => window.footpath.idle && window.footpath.answers.length === window.footpath.facts.methods.length, null, { timeout: 120_000 });
  // The goal goes to and fro between its place and the nearest that was found.
  const { to } = await page.evaluate(() => window.footpath.state.pairs[0]);
  const near = there.filter((one) => one !== best[1] && one !== best[0]).sort((a, b) => apart(a, best[1]) - apart(b, best[1]))[0] ?? best[0];
  return [await project(page, to), near.at];
}

/** In the page: from every move that changes the question to the end of the frame that shows its answer, the pixels included. */
function watch() {
  for (const list of ["drags", "answered", "micros", "drawing", "found"]) window[list] = [];
  let moved = 0;
  let shown = window.footpath.answers;
  addEventListener("pointermove", (event) => (moved ||= event.timeStamp), { capture: true });
  const context = document.getElementById("picture").getContext("webgl2");
  const plain = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => plain((time) => {
    const before = performance.now();
    draw(time);
    const { answers } = window.footpath;
    if (answers === shown || !moved) return;
    context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
    const now = performance.now();
    window.drawing.push(now - before);
    window.drags.push(now - moved);
    window.answered.push(window.footpath.state.latency.at(-1));
    if (answers.some((answer) => answer.found)) window.found.push(Math.min(...answers.filter((answer) => answer.found).map((answer) => answer.length)));
    window.micros.push(answers.reduce((sum, answer) => sum + (answer.micros ?? 0), 0));
    [shown, moved] = [answers, 0];
  });
}
