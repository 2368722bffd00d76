// Writes the playground as one file that needs no other: `build.mjs --cli FOLDER --out FILE`.
//
// FOLDER is `@assize/cli` as `npm/pack.mjs` writes it. Its wasm goes into the page compressed by gzip.
import { readFileSync, writeFileSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, parse, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = import.meta.dirname;
const root = join(here, "../../..");
const { values } = parseArgs({ options: { cli: { type: "string" }, out: { type: "string" } } });
if (!values.cli || !values.out) throw new Error("usage: build.mjs --cli FOLDER --out FILE");

const reviews = (folder) =>
  readdirSync(join(root, "examples", folder)).sort()
    .filter((file) => !file.includes("summary"))
    .map((file) => ({ seat: parse(file).name, text: readFileSync(join(root, "examples", folder, file), "utf8") }));

const examples = [
  { title: "Three reviews, one asks for changes", reviews: reviews("reviews"), policy: "any-blocker" },
  { title: "Everybody passes", reviews: reviews("dartai/all-pass"), policy: "any-blocker" },
  { title: "An answer was cut off", reviews: reviews("dartai/cut-off"), policy: "any-blocker" },
  {
    title: "A reviewer is missing",
    reviews: [...reviews("dartai/missing-security"), { seat: "security", text: "" }],
    policy: "any-blocker",
  },
  { title: "Three formats, two of three decide", reviews: reviews("mixed"), policy: "two-of-three" },
];

const { outputFiles } = await build({
  entryPoints: [join(here, "main.js")],
  bundle: true,
  write: false,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: "es2022",
  // The page hands the bytes in; nothing is fetched.
  alias: { "@assize/cli": resolve(values.cli) },
});
const safe = (json) => json.replaceAll("<", "\\u003c");
const parts = {
  "/* style.css */": readFileSync(join(here, "style.css"), "utf8"),
  "/* engine_bg.wasm */": gzipSync(readFileSync(join(values.cli, "wasm/engine_bg.wasm")), { level: 9 }).toString("base64"),
  "/* examples */": safe(JSON.stringify(examples)),
  "/* main.js */": outputFiles[0].text,
};
let page = readFileSync(join(here, "index.html"), "utf8");
for (const [mark, part] of Object.entries(parts)) {
  if (page.split(mark).length !== 2) throw new Error(`index.html has not one place for ${mark}`);
  page = page.replace(mark, () => part);
}
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, page);
console.log(`${values.out}: ${Buffer.byteLength(page)} bytes`);
