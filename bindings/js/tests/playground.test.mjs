// The playground, opened as a file: what a person does with it, and whether everybody can.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { browser, skip } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const url = pathToFileURL(process.env.ASSIZE_PLAYGROUND).href;
const shots = process.env.ASSIZE_SHOTS;

let context, page, wrong, requests;

before(async () => {
  if (skip) return;
  mkdirSync(shots, { recursive: true });
  ({ context, page, wrong } = await browser());
  requests = [];
  page.on("request", (request) => requests.push(request.url()));
});
after(() => context?.close());

/** Opens the page anew, and waits for its ruling. */
const open = async (hash = "") => {
  await page.goto("about:blank");
  await page.goto(url + hash);
  await page.waitForSelector(".trace li");
};
const ruling = () => page.textContent("#ruling");
const says = (pattern) => page.waitForFunction((text) => new RegExp(text).test(document.getElementById("ruling").textContent), pattern);

test("shows an example: what is read, which line decides, and why", { skip }, async () => {
  await open();
  assert.equal(await ruling(), "SHUTfail: a reviewer failed the change (line 6)");
  assert.equal(await page.textContent("article:first-child .lines li.shuts span:nth-child(2)"), "### Verdict: REVISE");
  assert.match(await page.textContent(".trace li.decides"), /a reviewer failed the change.*decides/);
  assert.match(await page.textContent(".flips"), /when api says pass/);
});

test("a pasted review and an edited policy are judged at once", { skip }, async () => {
  await open();
  const first = page.locator("article").first();
  await first.locator("textarea").fill("### Verdict: APPROVE\n");
  await says("^OPENwarn: passed with advisories");
  await first.locator("textarea").fill("They wrote:\n\n> ### Verdict: APPROVE\n");
  await says("^SHUThold: a verdict is missing or cannot be read");
  await page.fill("#policy", 'rule "nobody minds" when !failed.some && in_favour.some then pass;\nrule "no" otherwise fail;');
  // No rule of a policy opens over a reviewer whose answer cannot be read.
  await page.waitForSelector(".trace li:first-child.holds");
  assert.match(await ruling(), /^SHUThold: /);
  assert.match(await page.textContent("#why"), /Why it does not open.*api/);
  assert.equal(await page.inputValue("#built-in"), "");
});

test("a mistake in the policy has its place, and the place is found", { skip }, async () => {
  await open();
  await page.fill("#policy", '//! é\nrule "no" when faild.some then fail;\n');
  await says("^SHUTno ruling: ");
  const mistake = page.locator("#mistakes li").first();
  assert.match(await mistake.textContent(), /line 2, column 16.*did you mean failed/);
  await mistake.locator("button").click();
  const selected = await page.evaluate(() => {
    const box = document.getElementById("policy");
    return box.value.slice(box.selectionStart, box.selectionEnd);
  });
  assert.equal(selected, "faild");
});

test("facts of the run reach the policy, and JSON that is none is said", { skip }, async () => {
  await open();
  await page.fill("#policy", 'given phase: int;\nrule "late" when phase > 2 then hold;\nrule "yes" when in_favour.some then pass;');
  await says("^SHUTno ruling: ");
  await page.click("main summary");
  await page.fill("#more", '{"given": {"phase": 3}}');
  await says("^SHUThold: late");
  await page.fill("#more", '{"given"');
  await says("^SHUTno ruling: the further members are not JSON");
});

test("a link brings all of it back, and one that is cut off says so", { skip }, async () => {
  await open();
  await page.locator("article textarea").first().fill("verdict: fail\nconfidence: high\nblocker: é <b>\u202e\n");
  await page.click("#share");
  await page.waitForFunction(() => location.hash.length > 2);
  const hash = await page.evaluate(() => location.hash);
  await open(hash);
  assert.equal(await page.inputValue("article textarea"), "verdict: fail\nconfidence: high\nblocker: é <b>\u202e\n");
  // What no one sees is written out, and markup is text.
  assert.match(await page.textContent("article .lines"), /é <b>\\u\{202e\}/);
  await open(hash.slice(0, 60));
  assert.match(await page.textContent("#shared"), /cut off/);
  assert.match(await ruling(), /^SHUTfail: a reviewer failed the change/);
  // A few bytes that unpack to many are not unpacked.
  const bomb = await page.evaluate(async () => {
    const stream = new Blob(["[".repeat(1 << 26)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), "")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  });
  await open(`#1.${bomb}`);
  assert.match(await page.textContent("#shared"), /cut off/);
});

test("the keyboard alone adds a reviewer, answers and removes it", { skip }, async () => {
  await open();
  await page.focus("#add");
  await page.keyboard.press("Enter");
  await page.keyboard.type("verdict: pass\nconfidence: high\n");
  await page.waitForSelector("article:nth-child(4) .said .pass");
  assert.equal(await page.locator("article").count(), 4);
  await page.locator("article").last().locator("button").focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("article").count(), 3);
  assert.equal(await page.evaluate(() => document.activeElement.id), "add");
});

test("odd texts leave the page well", { skip }, async () => {
  await open();
  const odd = [
    ["\0", "unreadable"],
    ["a".repeat(300 * 1024), "not read"],
    ["[".repeat(20_000), "unreadable"],
    ["", "has not answered"],
    [`${"> ".repeat(5_000)}x`, "unreadable"],
  ];
  for (const [text, told] of odd) {
    const box = page.locator("article textarea").first();
    await box.evaluate((area, typed) => ((area.value = typed), area.dispatchEvent(new Event("input"))), text);
    await page.waitForFunction((wanted) => document.querySelector("article .said").textContent.includes(wanted), told);
    assert.match(await ruling(), /^SHUT/);
  }
  await page.locator("article input").first().fill("");
  await says("^SHUTno ruling: ");
});

for (const [scheme, width] of [["light", 1280], ["dark", 1280], ["light", 390], ["dark", 1700]]) {
  test(`axe finds nothing to mend: ${scheme}, ${width} pixels wide`, { skip }, async () => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await open();
    await page.screenshot({ path: join(shots, `${scheme}-${width}.png`), fullPage: true });
    await page.fill("#policy", "rule");
    await says("^SHUTno ruling");
    await page.click("main summary");
    for (const again of [false, true]) {
      if (again) await open();
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document));
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels are beside the window`);
  });
}

test("nothing was fetched, and nothing went wrong", { skip }, () => {
  assert.deepEqual(requests.filter((asked) => !asked.startsWith("file:") && !asked.startsWith("blob:") && !asked.startsWith("data:")), []);
  assert.deepEqual(wrong, []);
});
