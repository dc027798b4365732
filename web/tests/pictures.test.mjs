// Pictures beside small stored ones. They are shrunk first, so that another renderer's smoothing does not count.
// FOOTPATH_PICTURES=write stores them anew; look at them before they are committed.

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { answers, settled, start, until } from "./browser.mjs";

const STORED = fileURLToPath(new URL("pictures/", import.meta.url));
const [WIDTH, HEIGHT] = [128, 124];
/** Mean difference of a channel, 0 to 255, that a picture may have; one wrong colour over a twentieth of it has more. */
const MOST = 4;

const PICTURES = {
  "house-route": "#scene=house&cut=4.3&camera=15,17,-16,6,0.5,3",
  "stairs-floors": "#scene=stairs&layers=floors",
  "labyrinth-refused": "#scene=labyrinth&radius=0.8",
};

let server;
before(async () => (server = await start()));
after(() => server?.close());

for (const [name, where] of Object.entries(PICTURES)) {
  test(`the picture ${name} is as stored`, async () => {
    const page = await server.open(where);
    await settled(page);
    await answers(page);
    await until(page, () => window.footpath.state.layers.every((layer) => window.footpath.layerDrawn(layer)));
    await page.waitForTimeout(400); // Edges come a moment after the scene.
    const picture = await page.evaluate(shrunk, [WIDTH, HEIGHT]);
    const file = `${STORED}${name}.png`;
    if (process.env.FOOTPATH_PICTURES === "write") {
      await mkdir(STORED, { recursive: true });
      await writeFile(file, Buffer.from(picture.png, "base64"));
    } else {
      const stored = `data:image/png;base64,${(await readFile(file)).toString("base64")}`;
      const difference = await page.evaluate(compared, [stored, picture.bytes, WIDTH, HEIGHT]);
      assert.ok(difference < MOST, `${name} differs by ${difference.toFixed(1)} of 255 per channel`);
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

/** In the page: what is shown, made small, as bytes and as PNG. */
async function shrunk([width, height]) {
  const shown = await createImageBitmap(await window.footpath.exportPicture(), { resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  context.drawImage(shown, 0, 0);
  return { bytes: [...context.getImageData(0, 0, width, height).data], png: canvas.toDataURL("image/png").split(",")[1] };
}

/** In the page: the mean difference between a stored picture and bytes. */
async function compared([stored, bytes, width, height]) {
  const image = new Image();
  image.src = stored;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const old = context.getImageData(0, 0, width, height).data;
  return bytes.reduce((sum, value, i) => sum + Math.abs(value - old[i]), 0) / bytes.length;
}
