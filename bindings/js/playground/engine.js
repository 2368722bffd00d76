// The engine, from the wasm that is in the page itself.
import { load } from "@assize/cli/engine.js";

export * from "@assize/cli/engine.js";
export { Docket } from "@assize/cli/docket.js";

/** Starts the engine from an element that holds the wasm, compressed by gzip and written as base64. */
export const start = async (element) => {
  const packed = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  await load(await new Response(stream).arrayBuffer());
  element.remove();
};
