// Browsers and bundlers: the wasm is fetched from beside this module.
import { load } from "./engine.js";

await load(fetch(new URL("./wasm/engine_bg.wasm", import.meta.url)));

export { AssizeError, builtIn, builtInNames, contract, fields, Policy, read, version } from "./engine.js";
export { Docket } from "./docket.js";
