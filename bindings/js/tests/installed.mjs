// What the tests share: the packages as they are installed in `ASSIZE_INSTALLED`, and the command that they are held to.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const root = join(import.meta.dirname, "../../..");
export const installed = process.env.ASSIZE_INSTALLED;
if (!installed || !existsSync(installed)) throw new Error("bindings/js/test.sh runs these, and sets ASSIZE_INSTALLED");

export const cli = join(installed, "node_modules/@assize/cli");
export const engine = await import(pathToFileURL(join(cli, "node.js")).href);

/** Runs the command itself, not through npm. */
export const assize = (args, options = {}) =>
  spawnSync(join(installed, "node_modules/@assize/cli-linux-x64/assize"), args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    cwd: root,
    ...options,
  });

/** What the command prints as JSON; its exit code may be any of an answer. */
export const printed = (args, options) => {
  const ran = assize(args, options);
  if (ran.error || !ran.stdout) throw new Error(`${args.join(" ")}: ${ran.error ?? ran.stderr}`);
  return JSON.parse(ran.stdout);
};

/** The files below a folder, by their paths. */
export const files = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
