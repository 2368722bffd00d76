// The engine in a browser, fetched from beside its modules, gives what it gives in Node.
import assert from "node:assert/strict";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { test } from "node:test";
import { browser, skip } from "./browser.mjs";
import { engine, installed, root } from "./installed.mjs";

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

/** Serves the folder where the packages are installed. */
const served = () => {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    const file = join(installed, path);
    if (path === "/") return response.writeHead(200, { "content-type": TYPES[".html"] }).end("<!doctype html><title>a page</title>");
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
    return createReadStream(file).pipe(response);
  });
  return new Promise((begun) => server.listen(0, "127.0.0.1", () => begun(server)));
};

test("a browser reads and judges as Node does", { skip }, async (t) => {
  const server = await served();
  const { context, page, wrong } = await browser();
  t.after(async () => (await context.close(), server.close()));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const text = readFileSync(join(root, "examples/reviews/api.md"), "utf8");
  const inPage = await page.evaluate(async (review) => {
    const { AssizeError, Docket, Policy, read } = await import("/node_modules/@assize/cli/web.js");
    const docket = new Docket("t").seat("qa").submit("qa", review).submit("bytes", new Uint8Array([255]));
    const policy = Policy.builtIn();
    let code;
    try {
      Policy.compile("gate", "ours.rhai", "rule");
    } catch (error) {
      code = error instanceof AssizeError && error.code;
    }
    return { read: read(review), ruling: policy.explain(docket), flips: policy.whatIfs(docket), code };
  }, text);
  const { Docket, Policy, read } = engine;
  const docket = new Docket("t").seat("qa").submit("qa", text).submit("bytes", new Uint8Array([255]));
  assert.deepEqual(inPage.read, read(text));
  assert.deepEqual(inPage.ruling, Policy.builtIn().explain(docket));
  assert.deepEqual(inPage.flips, Policy.builtIn().whatIfs(docket));
  assert.equal(inPage.code, "assize::policy::wrong_shape");
  // The one thing that a browser asks for by itself is the icon of the page.
  assert.deepEqual(wrong.filter((told) => !told.includes("404")), []);
});
