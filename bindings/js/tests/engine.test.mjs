// The engine in process gives what the command gives.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assize, engine, files, printed, root } from "./installed.mjs";

const { AssizeError, builtIn, builtInNames, contract, Docket, fields, Policy, read, version } = engine;

const api = readFileSync(`${root}/examples/reviews/api.md`, "utf8");

/** What a call throws; a call that answers fails the test. */
const thrown = (call) => {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
};

test("reads examples, and every fifth hostile text, as the command does", () => {
  const hostile = files("tests/hostile").filter((_, place) => place % 5 === 0);
  const texts = [...files("examples/reviews"), ...files("examples/mixed"), ...hostile];
  assert.ok(texts.length > 50, `${texts.length} texts`);
  for (let from = 0; from < texts.length; from += 50) {
    const some = texts.slice(from, from + 50);
    const { sources } = printed(["parse", "--format", "json", "--", ...some]);
    for (const [place, path] of some.entries()) {
      const came = read(readFileSync(path), { name: path });
      // The one format that this build does not read: it shuts, and says so.
      if (came.unreadable?.cause === "format_not_read") {
        assert.equal(came.format, "verdict-summary", path);
        continue;
      }
      assert.deepEqual(came, sources[place], path);
    }
  }
});

test("shows the fields that the command shows", () => {
  const texts = files("examples/reviews");
  const { files: told } = printed(["explain", "--fields", "--format", "json", ...texts]);
  assert.equal(told.length, texts.length);
  for (const [place, path] of texts.entries()) {
    assert.deepEqual(fields(readFileSync(path), { name: path }), told[place], path);
  }
  assert.ok(told.some((file) => file.fields.some((field) => field.does === "shuts")));
});

test("judges and explains a docket as the command does, by every policy that comes with Assize", () => {
  const file = `${root}/examples/dockets/task-17.json`;
  const docket = readFileSync(file, "utf8");
  let rulings = 0;
  for (const name of builtInNames()) {
    const given = ["--docket", file, "--policy", name, "--format", "json", "--no-summary"];
    const expected = printed(["gate", ...given]);
    if (expected.outcome === "error") {
      const error = thrown(() => Policy.builtIn(name).judge(docket));
      assert.equal(error.code, expected.diagnostics[0].code, name);
      continue;
    }
    rulings += 1;
    const told = (ruling) => ({ ...ruling, policy: { ...ruling.policy, name: "", origin: null }, panel: null });
    const policy = Policy.builtIn(name);
    assert.deepEqual(told(policy.judge(docket)), told(expected), name);
    const explained = printed(["explain", ...given.slice(0, -1)]);
    assert.deepEqual(told(policy.explain(JSON.parse(docket))), told(explained), name);
    assert.equal(policy.whatIfs(docket).length, explained.what_if.found.length, name);
  }
  assert.ok(rulings >= 5, `${rulings} rulings`);
});

test("fills a docket step by step", () => {
  const docket = new Docket("task-17")
    .round(2)
    .bind({ commit: "4f2a0c1" })
    .reading({ words: { "SHIP IT": "pass" } })
    .given("phase", 3)
    .seat("qa", { stake: "required" })
    .submit("qa", "verdict: SHIP IT\nconfidence: high\n")
    .submit("bytes", new Uint8Array([0xff, 0xfe, 0x00]))
    .absent("security", "errored", "timed out after 240 s")
    .set("lines_changed", 42);
  const ruling = Policy.builtIn().judge(docket);
  assert.deepEqual([ruling.open, ruling.docket.round, ruling.docket.binding.commit], [false, 2, "4f2a0c1"]);
  const cells = Object.fromEntries(ruling.cells.map((cell) => [cell.seat, cell]));
  assert.equal(cells.qa.effective, "pass");
  assert.deepEqual([cells.security.state, cells.bytes.stake], ["errored", "unexpected"]);
  assert.deepEqual(cells.bytes.cause, "encoding");
  // It is JSON that the command takes.
  const json = printed(["gate", "--docket", "-", "--format", "json", "--no-summary"], { input: JSON.stringify(docket) });
  assert.equal(json.outcome, ruling.outcome);
});

test("opens where a reviewer who is expected approves, and says what would change it", () => {
  const policy = Policy.builtIn();
  const open = new Docket("t").seat("qa").submit("qa", "### Verdict: APPROVE");
  assert.equal(policy.judge(open).open, true);
  const shut = new Docket("t").seat("qa").submit("qa", api);
  assert.deepEqual(policy.judge(shut).rule, { name: "a reviewer failed the change", line: 6, base: null });
  assert.deepEqual(policy.whatIfs(shut), ["pass by `everybody passed`, when qa says pass"]);
});

test("stages, imports, words and parameters reach the policy", () => {
  const docket = new Docket("t").seat("qa").submit("qa", "verdict: pass\nconfidence: high\n");
  const strict = Policy.builtIn().with({ min_reviewers: 2 });
  assert.equal(strict.judge(docket).rule.name, "too few reviewers to decide");
  const audited = Policy.builtIn().withAudit(Policy.builtIn("as-stated", "audit"));
  assert.equal(audited.withRedispatch(Policy.builtIn(undefined, "redispatch")).judge(docket).stages.length, 2);
  const ours = 'extends "base"; rule "ours" when false then hold;';
  const base = 'rule "no" when failed.some then fail; rule "yes" when passed.all then pass;';
  assert.equal(thrown(() => Policy.compile("gate", "ours.rhai", ours)).code.startsWith("assize::policy::"), true);
  const stands = ours.replace("when false", "when doubted.some");
  assert.equal(Policy.compile("gate", "ours.rhai", stands, { imports: { base } }).judge(docket).open, true);
  const said = 'rule "a nit" when reported.said("LGTM, nit").some then hold;';
  assert.ok(Policy.compile("gate", "ours.rhai", said, { words: ["LGTM, nit"] }));
  assert.throws(() => Policy.compile("gate", "ours.rhai", said), AssizeError);
});

test("a mistake has a code, a place and the next step", () => {
  const wrong = thrown(() => Policy.compile("gate", "ours.rhai", 'rule "x"\n  when faild.some then fail;\nrul "y";'));
  assert.ok(wrong instanceof AssizeError && wrong instanceof Error);
  assert.equal(wrong.open, false);
  assert.ok(wrong.diagnostics.length >= 2, "all mistakes at once");
  const misspelt = wrong.diagnostics.find((told) => told.message.includes("faild"));
  assert.deepEqual([misspelt.span.source, misspelt.span.line], ["ours.rhai", 2]);
  assert.match(misspelt.help, /failed/);
  const code = (call) => thrown(call).code;
  const policy = Policy.builtIn();
  assert.equal(code(() => Policy.compile("gates", "a", "b")), "assize::js::unknown_stage");
  assert.equal(code(() => Policy.builtIn("any")), "assize::policy::unknown");
  assert.equal(code(() => policy.with({ min_reviewers: "none" })), "assize::policy::param_type");
  assert.equal(code(() => policy.judge("{")), "assize::read::truncated_json");
  assert.equal(code(() => policy.judge({ schema_version: 1, id: "t", open: true })), "assize::docket::shape");
  assert.equal(code(() => read("x", { format: "none" })), "assize::docket::shape");
  assert.equal(code(() => contract("none")), "assize::js::unknown_format");
  for (const odd of [undefined, null, 7, {}, []]) {
    assert.throws(() => read(odd), TypeError);
    assert.throws(() => Policy.compile("gate", "ours.rhai", odd), TypeError);
  }
});

test("a text is never an error, and an odd one keeps the engine well", () => {
  const policy = Policy.builtIn();
  const docket = new Docket("t").seat("qa").submit("qa", api);
  const odd = {
    empty: "",
    nul: "\0",
    "half a surrogate": "verdict: pass\ud800",
    brackets: "[".repeat(50_000),
    quotations: `${"> ".repeat(20_000)}x`,
    elements: "<div>".repeat(10_000),
    lists: Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth * 2)}- x`).join("\n"),
    large: "a".repeat(17 * 1024 * 1024),
  };
  for (const [name, text] of Object.entries(odd)) {
    const came = read(text);
    assert.ok(came.unreadable || came.verdicts.length > 0, name);
    assert.ok(came.verdicts.every((verdict) => verdict.effective !== "pass") || name === "half a surrogate", name);
    assert.equal(policy.judge(docket).outcome, "fail", name);
  }
  for (const deep of ["(", "!", "[", "#{a:"]) {
    const text = `rule "a" when ${deep.repeat(20_000)} then fail;`;
    assert.throws(() => Policy.compile("gate", "deep.rhai", text), AssizeError, deep);
  }
  assert.equal(policy.judge(docket).outcome, "fail");
});

test("a call that runs out of room is an error, and policies answer again after it", () => {
  const policy = Policy.builtIn().with({ min_reviewers: 1 });
  const docket = new Docket("t").seat("qa").submit("qa", api);
  // No text is longer than what WebAssembly can hold; a view of so many zeros costs nothing until it is copied.
  const huge = new Uint8Array(new ArrayBuffer(0xf000_0000));
  const error = thrown(() => read(huge));
  assert.equal(error.code, "assize::js::out_of_room");
  assert.ok(error.help && error.cause && !error.open);
  assert.equal(policy.judge(docket).outcome, "fail");
  assert.equal(read(api).verdicts[0].effective, "fail");
});

test("tells versions, policies and contracts", () => {
  assert.equal(`assize ${version()}`, assize(["--version"]).stdout.trim());
  assert.equal(builtIn(builtInNames()[0]), readFileSync(`${root}/policies/gate/any-blocker.rhai`, "utf8"));
  assert.equal(builtIn("none"), undefined);
  assert.equal(contract("verdict-file").trim(), assize(["contract", "verdict-file"]).stdout.trim());
});
