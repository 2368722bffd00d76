import type { Docket as DocketJson, Given, Reading, Seat } from "./types/docket.js";
import type { FieldFile } from "./types/fields.js";
import type { Diagnostic, NoRuling, Ruling, Span } from "./types/ruling.js";
import type { ReadSource } from "./types/verdicts.js";

// The shapes of JSON that the command prints and takes, from its own schemas.
export type { DocketJson, Given, Reading, Seat };
export type { FieldFile, FieldLine } from "./types/fields.js";
export type { Action, Cell, Finding, Override, TraceEntry, WhatIf, WhatIfs } from "./types/ruling.js";
export type { Diagnostic, NoRuling, Ruling, Span };
export type { Verdict } from "./types/verdicts.js";
export type { ReadSource };

/** The question that a policy answers: the ruling on a docket, the outcome of one verdict, what to do about one seat. */
export type Stage = "gate" | "audit" | "redispatch";

/** How a text is read. */
export type ReadOptions = Reading & {
  /** The name of the text in places: `qa.md`. */
  name?: string;
};

/** Why a seat submitted nothing. */
export type Absence = "missing" | "awaiting" | "errored" | "stale" | "skipped" | "excused";

/** Why there is no answer; the gate is shut. `code`, `span` and `help` are those of the first of `diagnostics`. */
export class AssizeError extends Error {
  readonly code: string;
  readonly help: string | null;
  readonly span: Span | null;
  readonly diagnostics: Diagnostic[];
  readonly open: false;
}

/** Reads a text, and returns what came of it. A text is never an error: what cannot be read says why. */
export function read(text: string | Uint8Array, options?: ReadOptions): ReadSource;

/** Returns every field of a text: where it is, who says it, and what it does to the gate. */
export function fields(text: string | Uint8Array, options?: ReadOptions): FieldFile;

/** Returns what to put into the prompt of a reviewer who is to write a format: `verdict-file`. */
export function contract(format: string, options?: Reading): string;

/** Returns the text of a policy that comes with Assize, or `undefined`. */
export function builtIn(name: string, stage?: Stage): string | undefined;

/** Returns the names of the policies that come with Assize; the first judges where none is named. */
export function builtInNames(stage?: Stage): string[];

/** Returns the version of the engine. */
export function version(): string;

export interface CompileOptions {
  /** The files that the policy imports or extends, by the names that it writes. */
  imports?: Record<string, string>;
  /** Words of the team's reviewers, which the policy may ask for. */
  words?: string[];
}

/** A compiled policy. Judging never changes it. */
export class Policy {
  private constructor();
  /** Compiles a policy; `name` is shown in rulings and places. Throws an `AssizeError` with everything that is wrong. */
  static compile(stage: Stage, name: string, text: string, options?: CompileOptions): Policy;
  /** Compiles a policy that comes with Assize; without a name the one that judges where none is named. */
  static builtIn(name?: string, stage?: Stage): Policy;
  /** Returns the policy with parameters set: `{ min_reviewers: 2 }`. Entries of a list stand between commas. */
  with(params: Record<string, string | number>): Policy;
  /** Returns the policy with one that audits each verdict before the gate. */
  withAudit(audit: Policy): Policy;
  /** Returns the policy with one that says what is tried next on each seat. */
  withRedispatch(redispatch: Policy): Policy;
  /** Judges a docket. Throws an `AssizeError` where there is no ruling: the gate is shut. */
  judge(docket: Docket | DocketJson | string): Ruling;
  /** The same, with `what_if` (what would change the ruling) and `stage_traces`. */
  explain(docket: Docket | DocketJson | string): Ruling;
  /** Returns what would change the ruling, a sentence each. */
  whatIfs(docket: Docket | DocketJson | string): string[];
}

/** Everything under judgement. Each method returns the docket. */
export class Docket {
  constructor(id: string);
  round(number: number): this;
  /** Sets the state of the work that was reviewed: `{ commit: "4f2a…" }`. */
  bind(bound: NonNullable<DocketJson["bound"]>): this;
  /** Sets how texts are read: words of the team, a profile, a format. */
  reading(options: Reading): this;
  /** Sets a fact of this run, which a policy asks for by `given`. */
  given(name: string, value: Given): this;
  /** Expects a seat by name; stake and weight are the policy's unless said. */
  seat(name: string, options?: Omit<Seat, "name">): this;
  /** Says why a seat submitted nothing: `absent("qa", "errored", "timed out")`. All but `missing` need a reason. */
  absent(name: string, state: Absence, why?: string): this;
  /** Submits what a seat wrote, whole and unchanged; it is read as a file is. */
  submit(seat: string, text: string | Uint8Array, source?: string): this;
  /** Sets any other member of a docket: `waivers`, `attempts`, `changed`. */
  set<Member extends keyof DocketJson>(member: Member, value: DocketJson[Member]): this;
  toJSON(): DocketJson;
}
