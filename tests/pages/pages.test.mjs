// Opens the pages that `--report html` writes in headless Chromium: no violation that axe finds, nothing loaded and nothing run,
// in light and dark, on a telephone and on paper. Screenshots are left in the folder that PAGES names, to be looked at.
//
//   PAGES=target/pages ASSIZE=target/debug/assize node --test tests/pages
//
// CHROMIUM names the browser where it is no `chromium` in PATH; MODULES the folder where `npm install` put its packages.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const modules = resolve(process.env.MODULES ?? join(import.meta.dirname, 'node_modules'));
const require = createRequire(join(modules, 'here.js'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const assize = resolve(process.env.ASSIZE ?? 'target/debug/assize');
const shots = resolve(process.env.PAGES ?? 'target/pages');
const browserPath = process.env.CHROMIUM ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();

/** So many findings are in the largest page. */
const MANY = 10_000;
/** The most elements that it may have: what opening it costs. */
const LARGEST = 20_000;

let browser;
let folder;
const pages = {};

/** Runs the command, whose exit code says more than that it ran. */
function run(...args) {
    const ran = spawnSync(assize, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.ok(ran.status !== null && ran.status !== 2, `${args.join(' ')}\n${ran.stderr}`);
    return ran;
}

function write(name, text) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
}

function review(outcome, findings) {
    const rows = findings.map(([severity, place, text]) => `${severity}: ${place} ${text}\n`);
    return `verdict: ${outcome}\nconfidence: high\n${rows.join('')}`;
}

before(async () => {
    mkdirSync(shots, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), 'pages-'));
    const hostile = '</pre></li><script>document.title="ran"</script><img src=x onerror="document.title=1"> \u202egnp.exe';
    write('shut/qa.md', review('fail', [['blocker', 'src/pay.rs:40', 'the amount is a float'], ['advisory', 'src/a.rs:7', hostile]]));
    write('shut/security.md', review('pass', []));
    write('open/qa.md', review('pass', [['advisory', 'src/pay.rs:12', 'a name could say more']]));
    const many = Array.from({ length: MANY }, (_, n) => ['blocker', `src/file${n % 200}.rs:${n + 1}`, `the check of case ${n} is not there`]);
    write('many/qa.md', review('fail', many));
    for (const name of ['shut', 'open', 'many']) {
        run('gate', name, '--no-summary', '-q', '--report', `html=${name}.html`);
    }
    write('assize.kdl', 'panel "ours" {\n    reports "work/{task}"\n    seat "qa"\n    seat "security"\n    seat "style"\n}\n');
    for (let round = 1; round <= 6; round += 1) {
        run('round', 'begin', 'task-1', '--panel', 'ours', '--unbound', '--anew');
        const left = [['blocker', 'src/pay.rs:40', 'the amount is a float'], ['blocker', 'src/b.rs:3', 'no test covers it']].slice(0, 6 - round);
        write('work/task-1/qa.md', review(left.length ? 'fail' : 'pass', left));
        write('work/task-1/security.md', review('pass', []));
        if (round > 2) write('work/task-1/style.md', review('pass', [['advisory', 'src/c.rs:1', 'a line is long']]));
        run('gate', 'task-1', '--panel', 'ours');
    }
    run('round', 'list', 'task-1', '--panel', 'ours', '--report', 'html=rounds.html');
    for (const name of ['shut', 'open', 'many', 'rounds']) {
        pages[name] = pathToFileURL(join(folder, `${name}.html`)).href;
    }
    write('empty.html', '<!DOCTYPE html><html lang="en"><title>empty</title><p>nothing</p></html>');
    pages.empty = pathToFileURL(join(folder, 'empty.html')).href;
    browser = await chromium.launch({
        executablePath: browserPath,
        args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
});

after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
});

/** A page as it is opened, and what it asked for or complained of. */
async function open(name, { dark = false, width = 1100 } = {}) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light', bypassCSP: true });
    const page = await context.newPage();
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => asked.push(`error: ${error}`));
    page.on('console', (said) => asked.push(`console: ${said.text()}`));
    await page.goto(pages[name]);
    return { page, asked, close: () => context.close() };
}

for (const name of ['shut', 'open', 'rounds']) {
    for (const [look, options] of [['light', {}], ['dark', { dark: true }], ['narrow', { width: 390 }]]) {
        test(`${name}, ${look}: nothing that axe finds`, async () => {
            const { page, asked, close } = await open(name, options);
            assert.deepEqual(asked, [pages[name]], 'it loads nothing but itself');
            await page.evaluate(axe);
            const found = await page.evaluate(() => globalThis.axe.run());
            const told = found.violations.map((one) => `${one.id}: ${one.help}: ${one.nodes[0].html}`);
            assert.deepEqual(told, []);
            assert.ok(found.passes.length > 5, 'axe looked at it');
            const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wider <= 0, `it is ${wider} pixels wider than the screen`);
            await page.screenshot({ path: join(shots, `${name}-${look}.png`), fullPage: true });
            await close();
        });
    }
}

test('what a reviewer wrote does not run', async () => {
    const { page, close } = await open('shut');
    assert.equal(await page.locator('script, img').count(), 0);
    assert.match(await page.title(), /^shut/i);
    assert.match(await page.locator('body').innerText(), /<script>document\.title/);
    await close();
});

test('charts of rounds say in words what they draw', async () => {
    const { page, close } = await open('rounds');
    const said = await page.locator('svg[role=img]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    assert.ok(said.length >= 6, `${said.length} bars`);
    assert.ok(said.every((one) => /^(\d+ \S|none)/.test(one)), said.join(' | '));
    const drawn = await page.locator('svg rect').count();
    assert.ok(drawn >= 3, `${drawn} pieces are drawn`);
    await close();
});

test('on paper, nothing is folded away that decided', async () => {
    const { page, close } = await open('shut');
    await page.pdf({ path: join(shots, 'shut.pdf'), format: 'A4' });
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.getByText('the amount is a float').first().isVisible());
    await close();
});

test('ten thousand findings open', async (context) => {
    const took = async (name) => {
        const all = [];
        for (let time = 0; time < 5; time += 1) {
            const { page, close } = await open(name);
            all.push(await page.evaluate(() => performance.timing.loadEventEnd - performance.timing.navigationStart));
            await close();
        }
        return all.sort((a, b) => a - b)[2];
    };
    const { page, close } = await open('many');
    const elements = await page.locator('*').count();
    assert.ok(elements < LARGEST, `${elements} elements`);
    // By its key, for a page of this size may still move below a pointer; it is drawn anew some time later, and what is not
    // drawn has no text.
    await page.locator('summary').filter({ hasText: 'findings more, a line each' }).press('Enter');
    const rest = page.locator('details pre').first();
    await rest.waitFor({ state: 'visible' });
    assert.match(await rest.innerText(), new RegExp(`case ${MANY - 1} is not there`));
    await close();
    // No limit on a clock: the bound is on elements. The figure is told.
    context.diagnostic(`median of five: ${await took('many')} ms to load, an empty page ${await took('empty')} ms, ${elements} elements`);
});
