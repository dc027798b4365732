// How long it takes from a move of the pointer to the route that is drawn for it, with the goal dragged across each scene.
//
//   FOOTPATH_VIEW="footpath view --folder DIR --port 0 --no-browser" node tests/drag.mjs "#scene=house" "#scene=DIR/tower.glb"
//
// `median`, `p90` and `worst` are from the move to the page that has its answer, route and table in place and the frame asked for: the
// exact route, or what is shown until it comes, marked as provisional. `exact` says how many were exact at once, and `later` the median of how
// long the others took, or were left for a newer move. Of the first, `question` is from question to answer as the page sees it, and `server` what planning
// took. `frame` is what comes after it: waiting for the frame and drawing it with its pixels, long where a browser draws without a
// graphics card. `asked` are the methods. After the last move `rest` is how long it takes until all answers are exact.
//
// On a machine with other work all of these are longer. `cpu` hardly is: the server's processor time per move.
//
// Start and goal are two places of one region, far apart, that can be seen. Where little of it can, walls are cut at the height of a
// storey, as one would with the slider, and one looks from straight above; so rooms behind high walls count too.

import { readFileSync } from "node:fs";
import { project, start, until } from "./browser.mjs";

const MOVES = 30;
/** Pixels of the picture that are tried for places to go to: more where few of them show ground. */
const TRIED = [[6, 5], [12, 9], [24, 16]];

/** Places of one region that are enough to choose from. */
const ENOUGH = 3;

const server = await start();
console.log("scene                          moves  median    p90  worst  exact  later  question  server    frame     cpu    route   rest  asked");
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
  const before = spent();
  await page.mouse.move(...to);
  await page.mouse.down();
  for (let i = 1; i <= MOVES; i++) {
    const share = Math.sin((0.9 * Math.PI * i) / MOVES); // Not back to where it began: that would be a click.
    const asked = await page.evaluate(() => window.drawing.length);
    await page.mouse.move(...to.map((value, axis) => value + share * (beside[axis] - value)));
    await page.waitForFunction((count) => window.drawing.length > count, asked, { timeout: 5_000 }).catch(() => undefined);
    await page.waitForTimeout(30);
  }
  const used = (spent() - before) / MOVES;
  const { drags, later, answered, micros, drawing, found, asked } = await page.evaluate(() => {
    const { drags, later, answered, micros, drawing, found, asked } = window;
    return { drags, later, answered, micros, drawing, found, asked };
  });
  const letGo = Date.now();
  await page.mouse.up();
  await page.waitForFunction(() => window.footpath.idle && window.footpath.state.provisional === null && window.footpath.answers.length === window.footpath.facts.methods.length, null, { timeout: 120_000 });
  const rest = Date.now() - letGo;
  const share = (list, at) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(at * list.length))] ?? NaN;
  const ms = (value) => value.toFixed(value < 10 ? 1 : 0).padStart(7);
  const name = new URLSearchParams(where.slice(1)).get("scene").split("/").pop();
  const moved = `${ms(share(drags, 0.5))}${ms(share(drags, 0.9))}${ms(share(drags, 1))}`;
  const parts = `${ms(share(answered, 0.5))}  ${ms(share(micros, 0.5) / 1000)}  ${ms(share(drawing, 0.5))}`;
  const exact = `${drags.length - later.length}`.padStart(6) + (later.length > 0 ? ms(share(later, 0.5)) : "      –");
  const route = `${Math.max(0, ...found).toFixed(1)} m`.padStart(8);
  return `${name.padEnd(30)} ${String(drags.length).padStart(5)} ${moved} ${exact}   ${parts}  ${ms(used)} ${route} ${ms(rest)}  ${[...new Set(asked)].join(" ")}`;
}

/** Milliseconds of processor time that the server has used so far. */
function spent() {
  // After the name, which may have spaces: the 14th and 15th fields, in hundredths of a second.
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return 10 * fields.slice(11, 13).reduce((sum, value) => sum + Number(value), 0);
}

/** Sets a start and a goal; pixels of the goal, and of a place that it can be dragged to. */
async function ends(page) {
  let there = [];
  for (let i = 0; i < TRIED.length && there.length < ENOUGH; i++) {
    if (i === 1) await lookInto(page);
    there = largestRegion(await places(page, ...TRIED[i]));
  }
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

/** Cuts walls at the lowest storey, unless something is cut already, and looks from above. */
async function lookInto(page) {
  if (await page.evaluate(() => window.footpath.state.cut === null)) await page.click(".height button[aria-label='Storey 1']");
  await page.click("button:has-text('Top')");
  await page.waitForTimeout(300);
}

/** What is known of the floors under a grid of pixels. */
async function places(page, columns, rows) {
  const box = await page.locator("#picture").boundingBox();
  await page.keyboard.press("p");
  const found = [];
  for (let x = 1; x < columns; x++) {
    for (let y = 1; y < rows; y++) {
      const at = [box.x + (box.width * x) / columns, box.y + (box.height * y) / rows];
      await page.evaluate(() => (window.before = window.footpath.state.picked));
      await page.mouse.click(...at);
      await page.waitForFunction(() => window.footpath.idle, null, { timeout: 120_000 });
      await page.waitForTimeout(20);
      const picked = await page.evaluate(() => (window.footpath.state.picked === window.before ? null : window.footpath.state.picked));
      if (picked && picked.region !== null) found.push({ region: picked.region, at, place: picked.at });
    }
  }
  return found;
}

function largestRegion(found) {
  const sizes = new Map();
  for (const { region } of found) sizes.set(region, (sizes.get(region) ?? 0) + 1);
  const largest = [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0];
  return found.filter(({ region }) => region === largest);
}

/** In the page: from every move that changes the question to its answer, and on to the pixels. */
function watch() {
  for (const list of ["drags", "later", "answered", "micros", "drawing", "found", "asked"]) window[list] = [];
  // When the pointer moved, when the page was ready with it, and since when it waits for the exact answer.
  let [moved, ready, waits] = [0, 0, 0];
  addEventListener("pointermove", (event) => {
    const { pairs } = window.footpath.state;
    const began = moved === 0;
    moved ||= event.timeStamp;
    // Where there is no ground under the pointer nothing is asked.
    setTimeout(() => began && window.footpath.state.pairs === pairs && (moved = 0));
  }, { capture: true });
  // Told when a question is answered, in time or as late, and when an exact answer follows; by then the panels have it.
  let counted = window.footpath.state.latency;
  window.footpath.on(["latency", "answers", "provisional"], () => {
    const { answers, state: { provisional, latency } } = window.footpath;
    const now = performance.now();
    if (waits && (latency !== counted || !provisional)) {
      // A move that was overtaken by the next one while its exact answer was still searched for has waited until now.
      window.later.push(now - waits);
      waits = 0;
    }
    if (latency === counted || !moved) return;
    ready = now;
    window.drags.push(ready - moved);
    if (provisional) waits = moved;
    window.answered.push(latency.at(-1));
    window.asked.push(answers.map((answer) => answer.method).join("+"));
    if (answers.some((answer) => answer.found)) window.found.push(Math.min(...answers.filter((answer) => answer.found).map((answer) => answer.length)));
    if (!provisional) window.micros.push(answers.reduce((sum, answer) => sum + (answer.micros ?? 0), 0));
    [counted, moved] = [latency, 0];
  });
  const context = document.getElementById("picture").getContext("webgl2");
  const plain = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => plain((time) => {
    draw(time);
    if (!ready) return;
    context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
    window.drawing.push(performance.now() - ready);
    ready = 0;
  });
}
