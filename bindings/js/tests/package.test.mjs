// The package as npm installs it: the command by its launcher, types, and what is in it.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { cli, installed, root } from "./installed.mjs";

const npx = (args, options = {}) =>
  spawnSync("npx", ["--no-install", "assize", ...args], { encoding: "utf8", cwd: installed, ...options });

test("npx runs the command, with its exit codes, its input and its output", () => {
  const reviews = join(root, "examples/reviews");
  const shut = npx(["gate", reviews, "--no-summary"]);
  assert.equal(shut.status, 1);
  assert.match(shut.stdout, /^SHUT {2}fail: a reviewer failed the change/);
  const docket = { schema_version: 1, id: "t", seats: [{ name: "qa" }], submissions: [{ seat: "qa", text: "verdict: pass\nconfidence: high\n" }] };
  const open = npx(["gate", "--docket", "-", "--no-summary"], { input: JSON.stringify(docket) });
  assert.deepEqual([open.status, open.stdout.startsWith("OPEN")], [0, true], open.stdout + open.stderr);
  assert.equal(npx(["gate", "--no-such-flag"]).status, 2);
});

test("a signal reaches the command, and its end is the end of the launcher", async () => {
  const launcher = spawn(process.execPath, [join(cli, "bin/assize.js"), "parse", "-"], { stdio: ["pipe", "ignore", "inherit"] });
  // It waits for its input until the signal.
  await new Promise((begun) => setTimeout(begun, 500));
  const ended = new Promise((end) => launcher.on("exit", (code, signal) => end(signal ?? code)));
  launcher.kill("SIGTERM");
  assert.equal(await ended, "SIGTERM");
});

test("without the package of the platform the launcher says what to do, and the gate is shut", () => {
  const folder = mkdtempSync(join(tmpdir(), "assize-"));
  cpSync(join(cli, "bin"), join(folder, "bin"), { recursive: true });
  cpSync(join(cli, "package.json"), join(folder, "package.json"));
  const ran = spawnSync(process.execPath, [join(folder, "bin/assize.js"), "gate", "."], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  assert.equal(ran.status, 2);
  assert.match(ran.stderr, /^assize: the package @assize\/cli-\S+ is not installed[^]*help: install @assize\/cli again/);
});

test("the types let through what is right, and refuse what is not", () => {
  const tsc = join(root, "bindings/js/node_modules/typescript/bin/tsc");
  cpSync(join(root, "bindings/js/tests/types.ts"), join(installed, "types.mts"));
  const flags = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom", "--types", ""];
  const ran = spawnSync(process.execPath, [tsc, ...flags, "types.mts"], { encoding: "utf8", cwd: installed });
  assert.equal(ran.status, 0, ran.stdout + ran.stderr);
});

test("the packages say alike what they are, and hold their licences", () => {
  const manifest = JSON.parse(readFileSync(join(cli, "package.json"), "utf8"));
  const platform = join(installed, `node_modules/@assize/cli-${process.platform}-${process.arch}`);
  const binary = JSON.parse(readFileSync(join(platform, "package.json"), "utf8"));
  assert.equal(binary.version, manifest.version);
  assert.deepEqual([binary.os, binary.cpu], [[process.platform], [process.arch]]);
  assert.equal(Object.keys(manifest.optionalDependencies).length, 5);
  assert.ok(Object.values(manifest.optionalDependencies).every((version) => version === manifest.version));
  assert.match(manifest.repository.url, /^git\+https:\/\/.*\.git$/);
  for (const folder of [cli, platform]) {
    assert.ok(statSync(join(folder, "LICENSE-MIT")).size > 0 && statSync(join(folder, "LICENSE-APACHE")).size > 0);
  }
});

// Tests build it quickly, and so larger; the release build is held to its size.
test("the engine is at most 1.5 MB compressed", { skip: process.env.ASSIZE_QUICK ? "built quickly" : false }, () => {
  const size = brotliCompressSync(readFileSync(join(cli, "wasm/engine_bg.wasm"))).length;
  assert.ok(size <= 1_500_000, `${size} bytes`);
});
