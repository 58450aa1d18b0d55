// The package as users have it: packed, installed in an empty folder, used from Node, from a bundler, from TypeScript and in Chromium.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const hello = readFileSync(join(here, '../../examples/hello.mjs'), 'utf8');
const promised = hello.split('// Prints:\n')[1].trim().split('\n').map((line) => line.replace(/^\/\/ /, '')).join('\n');
let folder;
let installed;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: here, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], { cwd: folder, stdio: 'ignore' });
  installed = join(folder, 'node_modules/quadrille');
  cpSync(join(here, '../../examples/hello.mjs'), join(folder, 'hello.mjs'));
});
after(() => rmSync(folder, { recursive: true }));

const run = (file, options = []) => execFileSync(process.execPath, [...options, file], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

test('an installed package runs the example', () => {
  assert.equal(run('hello.mjs'), promised);
});

test('what a page loads is small, and nothing else is needed', () => {
  const main = readFileSync(join(installed, 'dist/quadrille.js'));
  assert.ok(gzipSync(main, { level: 9 }).length <= 220_000);
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  assert.ok(statSync(join(installed, 'README.md')).size > 0 && statSync(join(installed, 'LICENSE')).size > 0);
  const notices = readFileSync(join(installed, 'dist/THIRD-PARTY-NOTICES'), 'utf8');
  ['libhwy-dev: Apache-2.0', 'wasi-libc: ', 'libc++-19-dev-wasm32: '].forEach((one) => assert.ok(notices.includes(one), one));
});

test('an error that nobody catches ends with its message, and without the engine', () => {
  writeFileSync(join(folder, 'wrong.mjs'), "import { load, Quadtree } from 'quadrille'; await load(); new Quadtree('points');");
  assert.throws(() => run('wrong.mjs'), ({ stderr }) => stderr.length < 4000 && /QuadrilleError: wanted .*points/.test(stderr));
});

test('without SIMD and in double the answers are the same', async () => {
  const program = (engine) => `
    import { load, Quadtree } from 'quadrille';
    ${engine ? `import engine from 'quadrille/${engine}'; await load({ engine });` : 'await load();'}
    const tree = new Quadtree('box', { scalar: '${engine === 'double' ? 'float64' : 'float32'}' });
    tree.assign(Array.from({ length: 4000 }, (_, at) => ((at >> 2) * 7 + (at % 4 > 1 ? 9 : 0) + (at % 2) * (at >> 2) * 13) % 500 + (at % 4 > 1 ? 500 : 0)));
    console.log(JSON.stringify([[...tree.pairs()].length, [...tree.query([100, 100, 700, 300]).indices].sort(), tree.stats.kernels]));`;
  const answers = [undefined, 'plain', 'double'].map((engine) => {
    writeFileSync(join(folder, 'other.mjs'), program(engine));
    return JSON.parse(run('other.mjs'));
  });
  assert.deepEqual(answers.map(([, , kernels]) => kernels), ['simd128', 'plain', 'plain']);
  assert.deepEqual(answers[1].slice(0, 2), answers[0].slice(0, 2));
  assert.deepEqual(answers[2].slice(0, 2), answers[0].slice(0, 2));
});

test('a bundler takes it into one file, with one engine', async () => {
  await build({ entryPoints: [join(folder, 'hello.mjs')], outfile: join(folder, 'bundled.mjs'), bundle: true, format: 'esm', logLevel: 'silent' });
  assert.ok(statSync(join(folder, 'bundled.mjs')).size < 1.1 * statSync(join(installed, 'dist/quadrille.js')).size);
  rmSync(join(folder, 'apart'), { recursive: true, force: true });
  const apart = mkdtempSync(join(tmpdir(), 'quadrille-'));
  cpSync(join(folder, 'bundled.mjs'), join(apart, 'bundled.mjs'));
  assert.equal(execFileSync(process.execPath, [join(apart, 'bundled.mjs')], { encoding: 'utf8' }).trim(), promised);
  rmSync(apart, { recursive: true });
});

const modes = [['es2022', 'bundler'], ['node16', 'node16'], ['nodenext', 'nodenext'], ['nodenext', 'nodenext', '--skipLibCheck']];
test('TypeScript knows its types, however it finds modules', () => {
  writeFileSync(join(folder, 'typed.ts'), `
    import { Contacts, load, Quadtree, RBush } from 'quadrille';
    import double from 'quadrille/double';
    await load({ engine: double });
    // @ts-expect-error: an engine has a module
    await load({ engine: { scalar: 'float64' } });
    const tree = new Quadtree('circle', { period: [10, 10] });
    const { offsets, shifts }: { offsets: Uint32Array; shifts?: Int16Array } = tree.query(Float32Array.of(0, 0, 1, 1));
    const began: Uint32Array = new Contacts().began;
    const into = new Uint32Array(8);
    const index: number = tree.insert(1, 2, 0.5);
    const near: number[] = tree.neighbors(1, 2);
    const counts: number[] = [tree.search(0, 0, 1, 1, into), tree.searchWithin(1, 2, 3, near), tree.neighbors(1, 2, 8, into)];
    tree.move(index, 2, 2, 0.5);
    tree.erase(index);
    // @ts-expect-error: with an array the result is a count
    tree.search(0, 0, 1, 1, into).length;
    // @ts-expect-error: indices do not fit
    tree.search(0, 0, 1, 1, new Uint16Array(8));
    const found: { id: number; minX: number }[] = new RBush<{ minX: number; minY: number; maxX: number; maxY: number; id: number }>()
      .search({ minX: 0, minY: 0, maxX: 1, maxY: 1 });
    // @ts-expect-error: there is no such shape
    new Quadtree('disc');
    // @ts-expect-error: a number is no text
    tree.nearest([0, 0], { k: '3' });
    // @ts-expect-error: there is no such option
    tree.pairs({ layer: 1 });
    // @ts-expect-error: there is no such verb
    tree.visit({ verb: 'pair' }, () => {});
    export { began, counts, found, offsets, shifts };`);
  for (const [module, resolution, ...more] of modes) { // where types are not found all is any, and nothing is expected to be wrong
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', module, '--moduleResolution', resolution, '--exactOptionalPropertyTypes'];
    execFileSync(join(here, 'node_modules/.bin/tsc'), [...options, ...more, 'typed.ts'], { cwd: folder, stdio: 'pipe' });
  }
});

test('Chromium runs it, as a module and from a bundle on file://', async () => {
  const code = hello.replaceAll('console.log(', 'lines.push(');
  const page = (source) => `<!doctype html><title>q</title><script type="module" nonce="q">${source}</script>`;
  const asModule = `const lines = []; ${code.replace("from 'quadrille'", "from '/quadrille.js'")}; document.title = lines.join('\\n');`
    .replace("import { load, Quadtree } from '/quadrille.js';", '');
  const server = createServer((request, response) => {
    const isScript = request.url.endsWith('.js');
    const policy = "default-src 'none'; script-src 'self' 'nonce-q' 'wasm-unsafe-eval'"; // as README.md says
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html', 'content-security-policy': policy });
    response.end(isScript ? readFileSync(join(installed, 'dist', request.url.slice(1))) : page(`import { load, Quadtree } from '/quadrille.js'; ${asModule}`));
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  writeFileSync(join(folder, 'page.mjs'), `const lines = []; ${code}; document.title = lines.join('\\n');`);
  const { outputFiles } = await build({ entryPoints: [join(folder, 'page.mjs')], bundle: true, format: 'esm', minify: true, write: false, logLevel: 'silent' });
  writeFileSync(join(folder, 'page.html'), page(outputFiles[0].text.replaceAll('</script', '<\\/script')));
  let browser;
  try {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: ['--no-sandbox', '--disable-gpu'],
    });
    for (const address of [`http://127.0.0.1:${server.address().port}/`, pathToFileURL(join(folder, 'page.html')).href]) {
      const tab = await browser.newPage();
      const messages = [];
      tab.on('console', (message) => messages.push(message.text()));
      tab.on('pageerror', (error) => messages.push(error.message));
      await tab.goto(address);
      await tab.waitForFunction(() => document.title !== 'q', null, { timeout: 30_000 }).catch(() => {});
      assert.deepEqual(messages, []);
      assert.equal((await tab.title()).replace(/\s+/g, ' '), promised.replace(/\s+/g, ' '));
      await tab.close();
    }
  } finally {
    await browser?.close();
    server.close(); // whatever happened: it would keep the process
  }
});
