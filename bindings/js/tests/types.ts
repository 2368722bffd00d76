// Compiled with `--strict`: what the types let through, and what they refuse.
import { AssizeError, Docket, fields, Policy, read, type Cell, type Ruling, type WhatIfs } from "@assize/cli";

const policy: Policy = Policy.compile("gate", "ours.rhai", 'rule "no" otherwise hold;', { imports: { base: "" }, words: ["LGTM"] });
const docket: Docket = new Docket("task-17").round(2).given("today", { date: "2026-11-21" }).seat("qa", { stake: "voting", weight: 2 });
docket.submit("qa", new Uint8Array()).absent("security", "errored", "timed out").set("changed", ["src/lib.rs"]);

const ruling: Ruling = policy.with({ least: 2 }).judge(docket);
const open: boolean = ruling.open;
const worst: "pass" | "warn" | "hold" | "fail" = ruling.outcome;
const seats: string[] = ruling.cells.map((cell: Cell) => cell.seat);
const flips: WhatIfs | null | undefined = policy.explain({ schema_version: 1, id: "task-17" }).what_if;
const does: string | null | undefined = fields("x").fields?.[0]?.does;
const severity = read("x", { name: "qa.md", profile: "strict", words: { "SHIP IT": "pass" } }).verdicts[0]?.findings[0]?.severity;
try {
  policy.judge("{}");
} catch (error) {
  if (error instanceof AssizeError) console.log(error.code, error.span?.line, error.help, error.diagnostics.length);
}
console.log(open, worst, seats, flips, does, severity);

// @ts-expect-error: no such stage
Policy.compile("gates", "ours.rhai", "");
// @ts-expect-error: no verdict goes in but as a text
docket.submit("qa", { outcome: "pass" });
// @ts-expect-error: a stake of one's own
docket.seat("qa", { stake: "chief" });
// @ts-expect-error: no such word of reading
read("x", { profile: "lax" });
// @ts-expect-error: an outcome is no number
const wrong: number = ruling.outcome;
// @ts-expect-error: a policy is compiled
new Policy();
console.log(wrong);
