// A docket is plain JSON, which this fills step by step.

/** Everything under judgement. `JSON.stringify` gives what `assize gate --docket` takes. */
export class Docket {
  #all;

  /** @param {string} id what names the work */
  constructor(id) {
    this.#all = { schema_version: 1, id, seats: [], submissions: [] };
  }

  /** Sets which round of review this is. */
  round(number) {
    this.#all.round = number;
    return this;
  }

  /** Sets the state of the work that was reviewed: `{ commit: "4f2a…" }`. */
  bind(bound) {
    this.#all.bound = bound;
    return this;
  }

  /** Sets how texts are read: words of the team, a profile, a format. */
  reading(options) {
    this.#all.reading = options;
    return this;
  }

  /** Sets a fact of this run, which a policy asks for by `given`. */
  given(name, value) {
    this.#all.given = { ...this.#all.given, [name]: value };
    return this;
  }

  /** Expects a seat by name, with its stake and its weight where the policy is silent. */
  seat(name, options = {}) {
    const known = this.#all.seats.find((seat) => seat.name === name);
    if (known) Object.assign(known, options);
    else this.#all.seats.push({ name, ...options });
    return this;
  }

  /** Says why a seat submitted nothing: `absent("qa", "errored", "timed out")`. */
  absent(name, state, why) {
    return this.seat(name, { absent: why === undefined ? { state } : { state, why } });
  }

  /** Submits what a seat wrote, whole and unchanged. */
  submit(seat, what, source = `${seat}.md`) {
    const written = typeof what === "string" ? { text: what } : { base64: base64(what) };
    this.#all.submissions.push({ seat, source, ...written });
    return this;
  }

  /** Sets any other member of a docket: `waivers`, `attempts`, `changed`, `previous`. */
  set(member, value) {
    this.#all[member] = value;
    return this;
  }

  /** Returns the docket as plain JSON. */
  toJSON() {
    return structuredClone(this.#all);
  }
}

const base64 = (bytes) => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};
