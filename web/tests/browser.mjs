// What browser tests share: the real server, Debian's Chromium with software WebGL, and waiting for the page.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.FOOTPATH_BROWSER ?? "/usr/bin/chromium";
const ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
/** Complaints of the software renderer that say nothing about the page. */
const HARMLESS = /GPU stall|GL Driver Message/;

/** The command that starts the server: FOOTPATH_VIEW, or the debug build beside the sources with the house. */
export function command() {
  if (process.env.FOOTPATH_VIEW) return process.env.FOOTPATH_VIEW;
  const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../target", import.meta.url));
  const built = `${target}/debug/footpath`;
  if (!existsSync(built)) throw new Error("set FOOTPATH_VIEW to the command that starts the server, or build footpath-cli first");
  return `${built} view house --port 0 --no-browser`;
}

/** Starts the server and a browser; `close` ends both. Without a scene the page begins with the list of them. */
export async function start(scene = "house") {
  const server = spawn(`exec ${command().replace(" house ", ` ${scene} `)}`, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
  const address = await new Promise((found, fail) => {
    let said = "";
    const hear = (part) => {
      said += part;
      const match = said.match(/listening on (http:\/\/[\d.:]+)/);
      if (match) found(match[1]);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("exit", (code) => fail(new Error(`the server ended with ${code}: ${said}`)));
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: ARGUMENTS });
  return {
    address,
    pid: server.pid,
    /** A page at an address of the server, e.g. "#scene=house"; it must not complain. */
    async open(where = "") {
      const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
      const page = await context.newPage();
      page.complaints = [];
      page.on("pageerror", (error) => page.complaints.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error" && !HARMLESS.test(message.text())) page.complaints.push(message.text());
      });
      await page.goto(where === "about:blank" ? where : `${address}/${where}`);
      return page;
    },
    async close() {
      await browser.close();
      server.kill();
    },
  };
}

/** Waits until a scene is shown and nothing is under way. */
export async function settled(page) {
  await page.waitForFunction(() => window.footpath?.ready && window.footpath.idle, null, { timeout: 60_000 });
}

/** Waits until a claim about the page's handle is true. */
export async function until(page, claim, argument) {
  await page.waitForFunction(claim, argument, { timeout: 30_000 });
}

/** Waits for answers to the newest question: all methods, nothing under way. */
export async function answers(page) {
  await until(page, () => window.footpath.idle && window.footpath.answers.length === window.footpath.facts.methods.length);
  return page.evaluate(() => window.footpath.answers);
}

export async function project(page, at) {
  return page.evaluate((position) => window.footpath.project(position), at);
}

export async function state(page) {
  return page.evaluate(() => {
    const { camera, pairs, obstacles, tool, panels, help, firstPerson, layers, body, forbid, ignore, front, walk, cut, notice, phase } = window.footpath.state;
    const steps = front && { count: front.count, shown: front.shown, playing: front.playing };
    return { camera, pairs, obstacles, tool, panels, help, firstPerson, layers, body, forbid, ignore, front: steps, walk, cut, notice, phase };
  });
}

/** Presses, moves in small steps, releases. */
export async function drag(page, from, to) {
  await page.mouse.move(from[0], from[1]);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) {
    await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / 8, from[1] + ((to[1] - from[1]) * i) / 8);
  }
  await page.mouse.up();
}
