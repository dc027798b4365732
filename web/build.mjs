// Bundles the page: dist/index.html, page.js, page.css. Nothing else is asked for at run time.
import { build } from "esbuild";
import { copyFile, mkdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

await mkdir(here("dist"), { recursive: true });
// The script comes last: it says how new the page is.
await copyFile(here("index.html"), here("dist/index.html"));
await copyFile(here("page.css"), here("dist/page.css"));
await build({
  entryPoints: [here("src/main.ts")],
  outfile: here("dist/page.js"),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "inline",
  logLevel: "warning",
});
const { size } = await stat(here("dist/page.js"));
console.log(`dist/page.js ${Math.round(size / 1000)} kB`);
