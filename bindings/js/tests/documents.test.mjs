// docs/javascript.md does what it says, in a folder where the package is installed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installed, root } from "./installed.mjs";

/** The blocks of a page: what each is of, and its text. */
const blocks = (page) =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind, body]) => ({ kind, body }));

test("docs/javascript.md shows what its blocks print", () => {
  const all = blocks(readFileSync(join(root, "docs/javascript.md"), "utf8"));
  cpSync(join(root, "examples/reviews"), join(installed, "examples/reviews"), { recursive: true });
  let ran = 0;
  for (const [place, { kind, body }] of all.entries()) {
    if (kind === "console") {
      for (const [, line, code] of body.matchAll(/^\$ (.*?)(?:\s+# ends with (\d))?$/gm)) {
        const { status, stderr } = spawnSync("sh", ["-c", line], { cwd: installed, encoding: "utf8" });
        assert.equal(status, Number(code ?? 0), `${line}\n${stderr}`);
        ran += 1;
      }
    }
    if (kind === "js") {
      writeFileSync(join(installed, "shown.mjs"), body);
      const { status, stdout, stderr } = spawnSync(process.execPath, ["shown.mjs"], { cwd: installed, encoding: "utf8" });
      assert.equal(status, 0, `${body}\n${stderr}`);
      assert.equal(all[place + 1]?.kind, "text", "what it prints stands behind it");
      assert.equal(stdout, all[place + 1].body);
      ran += 1;
    }
  }
  assert.ok(ran >= 4, `${ran} blocks`);
});
