// Every block of code of the site is compiled or run by a test: site/blocks.json tells by which, but for the blocks that are cut from
// examples (tests/house/documents/guide_code.sh), the doctests of Python (the stage `python` of `test`), and the examples themselves.
// SPDX-License-Identifier: MIT
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const shown = (code) => JSON.stringify(code.split('\n')[0]);

/** The blocks of a document that have a language, and those of all comments: `{ file, line, code, isCut, isDoctest }`. */
function blocksOf({ documents, reference }) {
  const found = [];
  for (const [file, { tokens }] of documents) {
    for (const [at, token] of tokens.entries()) {
      if (token.type === 'fence' && token.info.trim() !== '') {
        const isCut = /^<!-- examples\/[a-z_]+\.(cpp|c|py|mjs): [a-z]+ -->/.test(tokens[at - 1]?.content ?? '');
        found.push({ file, line: token.map[0] + 1, code: token.content, isCut });
      }
    }
  }
  const comments = [
    ...reference.entries,
    { file: 'bindings/c/include/quadrille.h', line: 1, comment: reference.about.c },
    { file: 'bindings/python/quadrille/__init__.py', line: 1, comment: reference.about.python },
  ];
  for (const { file, line, comment } of comments) {
    for (const [, code] of (comment ?? '').matchAll(/^```\w+\n([^]*?)^```$/gm)) {
      found.push({ file, line, code, isDoctest: file.endsWith('.py') && code.startsWith('>>>') });
    }
  }
  return found.filter(({ file, code }, at, all) => all.findIndex((other) => other.file === file && other.code === code) === at);
}

/** What no test covers, and what the table says that is not so, as sentences. */
export function uncovered(root, site) {
  const table = JSON.parse(readFileSync(join(root, 'site/blocks.json'), 'utf8'));
  const read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined);
  const wrong = [];
  const used = new Set();
  for (const { file, line, code, isCut, isDoctest } of blocksOf(site)) {
    const row = table.find((each) => each.in === file && code.startsWith(each.begins));
    used.add(row);
    if (!row && !isCut && !isDoctest) {
      wrong.push(`${file}:${line}: wanted a test of the code that begins with ${shown(code)} in site/blocks.json, found none`);
    }
  }
  for (const row of table) {
    const test = read(row.test);
    const name = row.in.split('/').at(-1);
    if (!used.has(row)) {
      wrong.push(`site/blocks.json: wanted a block in ${row.in} that begins with ${shown(row.begins)}, found none`);
    } else if (!test?.includes(name)) {
      wrong.push(
        `site/blocks.json: wanted a test ${row.test} that reads ${name}, found ${test === undefined ? 'no such file' : 'one that does not'}`,
      );
    }
  }
  const runs = [
    'examples/CMakeLists.txt',
    'tests/c/CMakeLists.txt',
    'scripts/suites.sh',
    'bindings/javascript/test/package.test.mjs',
  ]
    .map((file) => read(file))
    .join('\n');
  for (const example of site.examples) {
    const isGlobbed = /^(pictures\/)?\w+\.cpp$/.test(example) && !/^sfml_/.test(example);
    if (!isGlobbed && !runs.includes(example)) {
      wrong.push(`examples/${example}: wanted a test that runs it, found none`);
    }
  }
  return wrong;
}
