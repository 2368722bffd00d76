// Writes the packages of npm as tarballs:
//
//     node bindings/js/npm/pack.mjs --wasm target/js/wasm --command target/debug/assize --out target/npm linux-x64=BINARY
//
// `@assize/cli` has the launcher of the command and the engine, with types from the schemas that `--command` prints; one
// package for each platform that is named has the command. Version, licence and repository are those of Cargo.toml.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compile } from "json-schema-to-typescript";

const here = import.meta.dirname;
const root = join(here, "../../..");
const usage = "usage: pack.mjs --wasm FOLDER --command ASSIZE --out FOLDER [PLATFORM=BINARY …]";

const { values, positionals } = parseArgs({
  options: { wasm: { type: "string" }, command: { type: "string" }, out: { type: "string" } },
  allowPositionals: true,
});
if (!values.wasm || !values.command || !values.out) throw new Error(usage);

const platforms = JSON.parse(readFileSync(join(here, "platforms.json"), "utf8"));
const binaries = positionals.map((given) => {
  const [name, binary] = given.split(/=(.*)/s);
  const platform = platforms.find((known) => known.name === name);
  if (!platform || !binary) {
    throw new Error(`${usage}\n  ${given}: the platforms are ${platforms.map((known) => known.name).join(", ")}`);
  }
  return { platform, binary };
});

const metadata = ["metadata", "--no-deps", "--format-version", "1", "--locked", "--offline"];
const { packages } = JSON.parse(execFileSync("cargo", metadata, { cwd: root, maxBuffer: 1 << 26 }));
const { version, license, repository, description } = packages.find((known) => known.name === "assize");
const common = { version, license, repository: { type: "git", url: `git+${repository}.git` }, homepage: repository };

/** Writes one package, and packs it. */
const pack = (manifest, fill) => {
  const folder = join(values.out, manifest.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  fill(folder);
  for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(join(root, licence), join(folder, licence));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...manifest, ...common }, null, 2)}\n`);
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", values.out, folder], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [told] = [JSON.parse(packed)].flat();
  console.log(`${told.filename}: ${told.size} bytes, ${told.unpackedSize} unpacked`);
};

/** Types of what the engine takes and returns: a file for each schema of the command. */
const types = {};
for (const shape of ["docket", "fields", "ruling", "verdicts"]) {
  const schema = execFileSync(values.command, ["contract", shape, "--schema"], { encoding: "utf8" });
  types[shape] = await compile(JSON.parse(schema), shape, { bannerComment: "", additionalProperties: false });
}

mkdirSync(values.out, { recursive: true });
const manifest = JSON.parse(readFileSync(join(here, "cli/package.json"), "utf8"));
const optionalDependencies = Object.fromEntries(platforms.map(({ name }) => [`@assize/cli-${name}`, version]));
pack({ ...manifest, description, optionalDependencies }, (folder) => {
  cpSync(join(here, "cli"), folder, { recursive: true });
  cpSync(values.wasm, join(folder, "wasm"), { recursive: true });
  mkdirSync(join(folder, "types"));
  for (const [shape, text] of Object.entries(types)) writeFileSync(join(folder, `types/${shape}.d.ts`), text);
  chmodSync(join(folder, "bin/assize.js"), 0o755);
});
for (const { platform, binary } of binaries) {
  const { name, os, cpu, file } = platform;
  const about = `The command assize for ${name}, which @assize/cli runs.`;
  pack({ name: `@assize/cli-${name}`, description: about, os: [os], cpu: [cpu], files: [file, "LICENSE-*"] }, (folder) => {
    cpSync(binary, join(folder, file));
    chmodSync(join(folder, file), 0o755);
  });
}
