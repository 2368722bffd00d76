// The engine, whatever runs it: `node.js` and `web.js` hand the wasm in, once, before anything is asked.
import * as wasm from "./wasm/engine.js";

/** The wasm that answers; a trap ends it, and the next one begins with an empty memory. */
let instance = 1;

/** Compiles and starts the wasm from its bytes. */
export const loadSync = (bytes) => void wasm.initSync({ module: bytes });

/** The same from bytes, or from a response that is still coming in. */
export const load = async (from) => void (await wasm.default({ module_or_path: from }));

/** Why there is no answer. The gate is shut. */
export class AssizeError extends Error {
  /** @param {import("./index.d.ts").NoRuling} answer */
  constructor(answer, options) {
    const [first, ...more] = answer.diagnostics;
    const place = first?.span ? `${first.span.source}:${first.span.line}:${first.span.column}: ` : "";
    const others = more.length > 0 ? ` (and ${more.length} more)` : "";
    super(`${place}${first?.message ?? "there is no answer"}${others}`, options);
    this.name = "AssizeError";
    this.code = first?.code ?? "assize::js::no_answer";
    this.help = first?.help ?? null;
    this.span = first?.span ?? null;
    this.diagnostics = answer.diagnostics;
    this.open = false;
  }
}

const mistake = (code, message, help) => ({
  schema_version: 1,
  outcome: "error",
  open: false,
  exit_code: 2,
  diagnostics: [{ code, severity: "error", message, help, span: null }],
});

/** Whether the wasm ended a call halfway: by a trap, without memory, or because the stack of JavaScript was used up. */
const trapped = (thrown) => !(thrown instanceof AssizeError || thrown instanceof TypeError);

/** Asks the wasm. What is thrown is an `AssizeError`; where the wasm trapped, it is started anew. */
const ask = (question) => {
  try {
    return question();
  } catch (thrown) {
    if (typeof thrown === "string") throw new AssizeError(JSON.parse(thrown));
    if (!trapped(thrown)) throw thrown;
    wasm.__wbg_reset_state();
    instance += 1;
    const help = "hand in less at once, or nest it less deeply; the command `assize` has more room";
    throw new AssizeError(mistake("assize::js::out_of_room", "the engine ran out of memory or stack", help), {
      cause: thrown,
    });
  }
};

const text = (value, what) => {
  if (typeof value !== "string") throw new TypeError(`${what} is a string, not ${typeof value}`);
  return value;
};

const bytes = (value, what) => {
  if (value instanceof Uint8Array) return value;
  return new TextEncoder().encode(text(value, `${what} (or a Uint8Array)`));
};

/** A docket that says nothing but how texts are read. */
const reading = ({ name: _, ...options }) => JSON.stringify({ schema_version: 1, id: "options", reading: options });

const json = (docket) => (typeof docket === "string" ? docket : JSON.stringify(docket));

/** Reads a text, and returns what came of it. A text is never an error: what cannot be read says why. */
export function read(what, options = {}) {
  const from = bytes(what, "the text");
  return JSON.parse(ask(() => wasm.read(options.name ?? "text", from, reading(options))));
}

/** Returns every field of a text: where it is, who says it, and what it does to the gate. */
export function fields(what, options = {}) {
  const from = bytes(what, "the text");
  return JSON.parse(ask(() => wasm.fields(options.name ?? "text", from, reading(options))));
}

/** Returns what to put into the prompt of a reviewer who is to write a format. */
export const contract = (format, options = {}) =>
  ask(() => wasm.contract(text(format, "the format"), reading(options)));

/** Returns the text of a policy that comes with Assize, or `undefined`. */
export const builtIn = (name, stage = "gate") => ask(() => wasm.builtIn(stage, text(name, "the name")));

/** Returns the names of the policies that come with Assize; the first judges where none is named. */
export const builtInNames = (stage = "gate") => ask(() => wasm.builtInNames(stage));

/** Returns the version of the engine. */
export const version = () => ask(() => wasm.version());

/** A compiled policy. Judging never changes it. */
export class Policy {
  #make;
  #held;
  #instance;

  /** Not for hosts: `Policy.compile` and `Policy.builtIn` make one. */
  constructor(make) {
    this.#make = make;
    this.#compiled();
  }

  /** Compiles a policy. Throws an `AssizeError` with everything that is wrong with it. */
  static compile(stage, name, policy, { imports = {}, words = [] } = {}) {
    const [of, called, from] = [text(stage, "the stage"), text(name, "the name"), text(policy, "the policy")];
    const files = Object.entries(imports).flat();
    return new Policy(() => wasm.Policy.compile(of, called, from, files, words));
  }

  /** Compiles a policy that comes with Assize. */
  static builtIn(name, stage = "gate") {
    name ??= builtInNames(stage)[0];
    const from = builtIn(name, stage);
    if (from === undefined) {
      const help = `there are ${builtInNames(stage).join(", ")}`;
      throw new AssizeError(mistake("assize::policy::unknown", `no policy \`${name}\` comes with Assize`, help));
    }
    return Policy.compile(stage, name, from);
  }

  /** Returns the policy with parameters set for some runs. */
  with(params) {
    const flat = Object.entries(params).flatMap(([name, value]) => [name, String(value)]);
    return new Policy(() => this.#compiled().set(flat));
  }

  /** Returns the policy with one that audits each verdict before the gate. */
  withAudit(audit) {
    return new Policy(() => this.#compiled().withAudit(audit.#compiled()));
  }

  /** Returns the policy with one that says what is tried next on each seat. */
  withRedispatch(redispatch) {
    return new Policy(() => this.#compiled().withRedispatch(redispatch.#compiled()));
  }

  /** Judges a docket, and returns the ruling. Throws an `AssizeError` where there is none: the gate is shut. */
  judge(docket) {
    return JSON.parse(ask(() => this.#compiled().judge(json(docket))));
  }

  /** The same, with what would change the ruling, and what the stages before the gate saw. */
  explain(docket) {
    return JSON.parse(ask(() => this.#compiled().explain(json(docket))));
  }

  /** Returns what would change the ruling, a sentence each. */
  whatIfs(docket) {
    return ask(() => this.#compiled().whatIfs(json(docket)));
  }

  #compiled() {
    if (this.#instance !== instance) {
      this.#held = ask(this.#make);
      this.#instance = instance;
    }
    return this.#held;
  }
}
