// What the page opens with: files of `examples/`, which the build puts into it.
import { builtIn } from "./engine.js";

/** Rows of `{ title, reviews: [{ seat, text }], policy: NAME }`. */
export const examples = JSON.parse(document.getElementById("examples").textContent);

/** The state of an example. */
export const example = (place) => {
  const { reviews, policy } = structuredClone(examples[place]);
  return { reviews, policy: builtIn(policy) ?? "", more: "" };
};
