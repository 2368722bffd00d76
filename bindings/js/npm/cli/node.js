// Node and Deno: the wasm is a file beside this one.
import { readFileSync } from "node:fs";
import { loadSync } from "./engine.js";

loadSync(readFileSync(new URL("./wasm/engine_bg.wasm", import.meta.url)));

export { AssizeError, builtIn, builtInNames, contract, fields, Policy, read, version } from "./engine.js";
export { Docket } from "./docket.js";
