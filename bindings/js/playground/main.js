// The page: what was typed is one state, and everything shown is made from it anew.
import { AssizeError, builtIn, builtInNames, Docket, Policy, read, fields, start } from "./engine.js";
import { example, examples } from "./examples.js";
import { packed, unpacked } from "./share.js";
import { mistakes, review, ruling, why } from "./view.js";

/** A longer text is not read while somebody types; the command has no such bound. */
const LONGEST = 256 * 1024;
/** Milliseconds without a key before the engine is asked. */
const PAUSE = 200;

const at = (id) => document.getElementById(id);
let state;

/** A read text, or why it was not read. */
const reading = ({ seat, text }) => {
  const name = `${seat || "review"}.md`;
  if (text.length > LONGEST) return { long: LONGEST };
  return { read: read(text, { name }), fields: fields(text, { name }).fields ?? [] };
};

/** The docket of the state: every reviewer sits by name, and one without a text has not answered. */
const docketOf = () => {
  const docket = new Docket("playground");
  for (const { seat, text } of state.reviews) {
    docket.seat(seat);
    if (text.trim() !== "") docket.submit(seat, text.length > LONGEST ? "" : text);
  }
  const more = state.more.trim() === "" ? {} : JSON.parse(state.more);
  return { ...docket.toJSON(), ...more };
};

/** Asks the engine, and returns the ruling with what would change it, or what is wrong. */
const judged = () => {
  try {
    const policy = Policy.compile("gate", "policy.rhai", state.policy);
    const docket = docketOf();
    return { ruling: policy.explain(docket), flips: policy.whatIfs(docket) };
  } catch (wrong) {
    if (wrong instanceof AssizeError) return { wrong: wrong.diagnostics };
    if (!(wrong instanceof SyntaxError)) throw wrong;
    const help = 'write one object: {"given": {"phase": 3}}';
    return { wrong: [{ severity: "error", message: `the further members are not JSON: ${wrong.message}`, help, span: null }] };
  }
};

const show = () => {
  const came = judged();
  ruling(at("ruling"), came);
  why(at("why"), came);
  mistakes(at("mistakes"), came.wrong ?? [], (span) => {
    const box = at("policy");
    const before = new TextDecoder().decode(new TextEncoder().encode(state.policy).slice(0, span.start)).length;
    box.focus();
    box.setSelectionRange(before, before + Math.max(1, span.end - span.start));
  });
  for (const [place, box] of [...at("reviews").children].entries()) {
    review(box.querySelector(".read"), state.reviews[place], reading(state.reviews[place]));
  }
};

let waiting;
const later = () => {
  clearTimeout(waiting);
  waiting = setTimeout(show, PAUSE);
};

/** The boxes of the reviewers, made anew where one comes or goes. */
const lay = () => {
  const boxes = state.reviews.map((known, place) => {
    const box = at("review").content.firstElementChild.cloneNode(true);
    const [seat, text, remove] = ["input", "textarea", "button"].map((name) => box.querySelector(name));
    const name = () => {
      seat.setAttribute("aria-label", `Name of reviewer ${place + 1}`);
      text.setAttribute("aria-label", `What ${known.seat || "the reviewer"} wrote`);
      remove.setAttribute("aria-label", `Remove ${known.seat || "the reviewer"}`);
      box.querySelector(".lines").setAttribute("aria-label", `Lines of ${known.seat || "the reviewer"}`);
    };
    seat.value = known.seat;
    text.value = known.text;
    name();
    seat.addEventListener("input", () => ((known.seat = seat.value), name(), later()));
    text.addEventListener("input", () => ((known.text = text.value), later()));
    remove.addEventListener("click", () => {
      state.reviews.splice(state.reviews.indexOf(known), 1);
      lay();
      at("add").focus();
    });
    return box;
  });
  at("reviews").replaceChildren(...boxes);
  show();
};

/** Shows a state whole. */
const open = (next) => {
  state = next;
  at("policy").value = state.policy;
  at("more").value = state.more;
  at("built-in").value = builtInNames().find((name) => builtIn(name) === state.policy) ?? "";
  lay();
};

const options = (select, rows) =>
  select.replaceChildren(...rows.map(([value, text]) => Object.assign(document.createElement("option"), { value, textContent: text })));

const openLink = async () => {
  if (location.hash.length < 2) return false;
  const found = await unpacked(location.hash.slice(1));
  at("shared").textContent = found ? "" : "This link is cut off or of another version; an example is shown.";
  if (found) open(found);
  return found !== undefined;
};

await start(at("engine"));
options(at("example"), examples.map(({ title }, place) => [String(place), title]));
options(at("built-in"), [["", "your own"], ...builtInNames().map((name) => [name, name])]);
at("example").addEventListener("change", ({ target }) => open(example(Number(target.value))));
at("built-in").addEventListener("change", ({ target }) => {
  if (target.value !== "") open({ ...state, policy: builtIn(target.value) });
});
at("policy").addEventListener("input", ({ target }) => {
  state.policy = target.value;
  at("built-in").value = "";
  later();
});
at("more").addEventListener("input", ({ target }) => ((state.more = target.value), later()));
at("add").addEventListener("click", () => {
  state.reviews.push({ seat: `reviewer-${state.reviews.length + 1}`, text: "" });
  lay();
  at("reviews").lastElementChild.querySelector("textarea").focus();
});
at("share").addEventListener("click", async () => {
  history.replaceState(null, "", `#${await packed(state)}`);
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  at("shared").textContent = copied ? "The link is copied." : "The link is in the address bar.";
});
addEventListener("hashchange", openLink);
if (!(await openLink())) open(example(0));
