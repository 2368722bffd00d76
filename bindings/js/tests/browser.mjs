// Chromium without a network of its own, as Debian has it.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

/** Starts a browser with an empty profile; what goes wrong in its pages is in `wrong`. */
export const browser = async () => {
  const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "assize-chromium-")), {
    executablePath: process.env.ASSIZE_CHROMIUM,
    headless: true,
    args: [...QUIET, "--disable-component-update", "--disable-sync"],
    viewport: { width: 1280, height: 900 },
  });
  // A machine that builds beside the tests is slow.
  context.setDefaultTimeout(120_000);
  const [page] = context.pages();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  return { context, page, wrong };
};

export const skip = process.env.ASSIZE_CHROMIUM ? false : "there is no Chromium";
