// What is shown, made of elements: no text of a reviewer is ever markup.

/** No more lines of a review are drawn; the rest is counted. */
const MOST_LINES = 400;

/** An element with a class and what is in it: texts and elements. */
const el = (name, kind, ...inside) => {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...inside.filter((one) => one !== undefined && one !== null && one !== false));
  return made;
};

/** A text with what no one sees written out, so that it forges nothing: `\u{202e}`. */
const visible = (text) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (letter) => (letter === "\t" ? letter : `\\u{${letter.codePointAt(0).toString(16)}}`));

/** A message: what stands between back ticks is code, and its lines stay lines. */
const prose = (text) =>
  el("span", "", ...text.split("`").map((part, place) => {
    const shown = part.split("\n").map(visible).join("\n");
    return place % 2 === 1 ? el("code", "", shown) : shown;
  }));

const tag = (word, text = word) => el("span", `tag ${word}`, text);

/** The ruling in a line. */
export const ruling = (box, { ruling: came, wrong }) => {
  box.className = `ruling ${came?.open ? "open" : "shut"}`;
  if (!came) return box.replaceChildren(el("b", "", "SHUT"), `no ruling: ${visible(wrong[0]?.message ?? "something is wrong")}`);
  const by = came.rule ? `${came.rule.name} (line ${came.rule.line})` : (came.reason ?? "no rule holds");
  const word = came.word === came.outcome ? came.word : `${came.word} (${came.outcome})`;
  return box.replaceChildren(el("b", "", came.open ? "OPEN" : "SHUT"), `${visible(word)}: ${visible(by)}`);
};

/** What is wrong, each with its place and the next step. */
export const mistakes = (list, wrong, go) => {
  const rows = wrong.map(({ severity, message, help, span }) => {
    const inPolicy = span?.source === "policy.rhai";
    const place = span && el(inPolicy ? "button" : "span", "", `line ${span.line}, column ${span.column}`);
    if (inPolicy) Object.assign(place, { type: "button", onclick: () => go(span) });
    return el("li", severity, place, place && " ", prose(message), help && el("div", "quiet", prose(help)));
  });
  list.replaceChildren(...rows);
  list.hidden = rows.length === 0;
};

/** What a line is marked with: the strongest thing that is said of it. */
const ORDER = ["shuts", "doubts", "unclear", "unread", "opens", "blocker", "advisory", "shown"];

const marks = ({ read, fields }) => {
  const found = new Map();
  const mark = (line, word) => {
    const known = found.get(line);
    if (known === undefined || ORDER.indexOf(word) < ORDER.indexOf(known)) found.set(line, word);
  };
  for (const { line, does } of fields) if (does) mark(line, does);
  for (const { findings } of read.verdicts) for (const { span, kind } of findings) if (span) mark(span.line, kind);
  return found;
};

/** One review: its outcome, and its lines with what each does. */
export const review = (box, { text }, came) => {
  const [said, lines, wrong] = [".said", ".lines", ".mistakes"].map((name) => box.querySelector(name));
  const blank = text.trim() === "";
  lines.hidden = blank || came.long !== undefined;
  mistakes(wrong, blank ? [] : (came.read?.diagnostics ?? []), () => {});
  if (came.long) return said.replaceChildren(tag("unreadable", "not read"), `longer than ${came.long / 1024} KiB; use the command`);
  if (blank) return said.replaceChildren(tag("missing"), "has not answered");
  const { verdicts, unreadable, format, why } = came.read;
  const words = verdicts.map(({ effective, stated, confidence }) => [
    tag(effective ?? "unreadable", effective ?? "no outcome"),
    stated && el("span", "", `says “${visible(stated.word)}”`),
    confidence && el("span", "quiet", `confidence ${confidence}`),
  ]);
  const cause = unreadable && tag("unreadable", `unreadable: ${unreadable.cause}`);
  said.replaceChildren(...[...words.flat(), cause, el("span", "quiet", `${format ?? "unknown"}: `, prose(why))].filter(Boolean));
  const all = text.replace(/\n$/, "").split("\n");
  const marked = marks(came);
  const rows = all.slice(0, MOST_LINES).map((line, place) => {
    const word = marked.get(place + 1);
    return el("li", word, el("span", "", String(place + 1)), el("span", "", visible(line)), word ? tag(word) : el("span"));
  });
  if (all.length > MOST_LINES) rows.push(el("li", "", el("span"), `and ${all.length - MOST_LINES} more lines`, el("span")));
  lines.replaceChildren(...rows);
  // The line that decides is in sight.
  const first = lines.querySelector(".shuts, .doubts, .opens, .blocker");
  lines.scrollTop = first ? first.offsetTop - lines.offsetTop - 40 : 0;
  return said;
};

const cells = ({ cells: all }) => {
  const row = ({ seat, stake, state, stated, effective, cause, doubted }) => {
    const word = state === "reported" ? effective : state;
    const what = [stated && `says “${visible(stated.word)}”`, cause, doubted && "doubted by its own lines", stake !== "required" && stake];
    return el("tr", "", el("td", "", visible(seat)), el("td", "", tag(word)), el("td", "", what.filter(Boolean).join(", ")));
  };
  const head = el("tr", "", ...["reviewer", "counts as", "why"].map((name) => el("th", "", name)));
  return el("table", "", el("thead", "", head), el("tbody", "", ...all.map(row)));
};

const value = (operand) => {
  if (operand === null) return "unknown";
  return Array.isArray(operand) ? (operand.length > 0 ? operand.join(", ") : "none") : String(operand);
};

const trace = (came) => {
  const row = ({ rule, line, base, holds, condition, operands }) => {
    const decides = rule === came.rule?.name && line === came.rule.line;
    const kind = [holds && "holds", decides && "decides", decides && came.open && "opened"].filter(Boolean).join(" ");
    const seen = operands.map(({ text, value: of }) => `${visible(text)} = ${visible(value(of))}`).join(" · ");
    const where = `line ${line}${base ? ` of ${base}` : ""}`;
    const says = decides ? "decides" : holds ? "holds" : "does not hold";
    return el(
      "li", kind, `${visible(rule)} `, el("span", "quiet", `${where}, ${says}`),
      el("div", "", el("code", "", visible(condition ?? "otherwise"))), seen && el("p", "values", seen),
    );
  };
  return el("ol", "trace", ...came.trace.map(row));
};

const flips = (came, told) => {
  const none = came.what_if?.no_reviewer ? "No answer of a reviewer would open this." : "Nothing that was tried changes it.";
  const rows = told.map((one) => el("li", "", prose(one)));
  return rows.length > 0 ? el("ul", "flips", ...rows) : el("p", "quiet", none);
};

/** The trace, what would change the ruling, and the whole of it as JSON. */
export const why = (box, { ruling: came, flips: told }) => {
  if (!came) return box.replaceChildren(el("p", "quiet", "There is no ruling, so the gate is shut. What is wrong stands below the policy."));
  const refused = came.refused?.impediments.map(({ text }) => el("li", "", prose(text)));
  const notes = came.notes.map(({ name, line }) => el("li", "", `${visible(name)} (line ${line})`));
  const next = came.actions.map(({ kind, seat, message }) => el("li", "", el("b", "", `${kind} ${visible(seat ?? "")}: `), prose(message ?? "")));
  const part = (title, inside) => inside && [el("h3", "", title), inside];
  const list = (rows) => rows?.length > 0 && el("ul", "flips", ...rows);
  const json = el("details", "", el("summary", "", "The ruling as JSON"), el("pre", "", JSON.stringify(came, null, 2)));
  json.lastChild.tabIndex = 0;
  return box.replaceChildren(
    ...[
      part("Who said what", cells(came)),
      part("Why it does not open", list(refused)),
      part("The rules, and what they saw", trace(came)),
      part("What would change it", flips(came, told)),
      part("Notes", list(notes)),
      part("Next", list(next)),
      json,
    ].flat().filter(Boolean),
  );
};
