#!/usr/bin/env node
// Runs the command `assize`, which the package of this platform holds, with the arguments, streams and signals of this one.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";

/** No answer: the gate is shut. */
const NO_ANSWER = 2;

const name = `@assize/cli-${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "assize.exe" : "assize";

const stop = (why) => {
  process.stderr.write(`assize: ${why}\n`);
  process.exit(NO_ANSWER);
};

let command;
try {
  command = createRequire(import.meta.url).resolve(`${name}/${file}`);
} catch {
  stop(
    `the package ${name} is not installed, which holds the command for this platform.\n` +
      "  help: install @assize/cli again without --omit=optional or --no-optional; where there is no such package,\n" +
      "        `cargo install assize` builds the command",
  );
}

const child = spawn(command, process.argv.slice(2), { stdio: "inherit" });
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
for (const signal of signals) process.on(signal, () => child.kill(signal));
child.on("error", (error) => stop(`${command} cannot be run: ${error.message}`));
child.on("exit", (code, signal) => {
  for (const known of signals) process.removeAllListeners(known);
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? NO_ANSWER);
});
