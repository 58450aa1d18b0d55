// A page for each example, and one that lists them.
// SPDX-License-Identifier: MIT
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { block, escape } from '../code.mjs';
import { code, definitions, lead, link, title } from '../html.mjs';
import { relative } from '../shell.mjs';

/** All of them, by their paths in examples/. */
export function exampleFiles(root) {
  const inFolder = (folder) =>
    readdirSync(join(root, 'examples', folder))
      .filter((file) => /\.(cpp|c|py|mjs)$/.test(file))
      .sort();
  return ['', 'pictures/'].flatMap((folder) => inFolder(folder).map((file) => `${folder}${file}`));
}

export const examplePath = (file) => `examples/${file.replace(/\.cpp$/, '').replaceAll('/', '.')}.html`;

const languages = { py: 'python', c: 'c', cpp: 'cpp', mjs: 'js' };
/** The first line says what it is. */
const aboutOf = (text) =>
  text
    .split('\n')[0]
    .replace(/^(\/\/|\/\*|#!?|""")\s*/, '')
    .replace(/\s*SPDX.*/, '')
    .replace(/\s*(\*\/|""")$/, '');

export function examplePages(root) {
  const all = exampleFiles(root).map((file) => {
    const text = readFileSync(join(root, 'examples', file), 'utf8').trimEnd();
    return { file, text, about: aboutOf(text), path: examplePath(file) };
  });
  const listOf = (isPicture) =>
    all
      .filter(({ file }) => file.startsWith('pictures/') === isPicture)
      .map(({ file, path }) => ({ title: basename(file), href: path, isCode: true }));
  const side = [
    { title: 'Programs', entries: listOf(false) },
    { title: 'Pictures', entries: listOf(true) },
  ];
  const common = { nav: 'examples', side, sideName: 'Examples' };
  const index = 'examples/index.html';
  const rows = all.map(({ file, about, path }) => [link(relative(index, path), code(file)), escape(about)]);
  const words = '<p>Programs of under 60 lines. The tests run them, and compare what they print.</p>';
  return [
    {
      ...common,
      path: index,
      title: 'Examples',
      content: title('Examples') + lead(words) + definitions('verbs headers', rows),
      found: [],
    },
    ...all.map(({ file, text, about, path }) => ({
      ...common,
      path,
      title: file,
      found: [{ title: file, anchor: '', text: about }],
      content:
        title(code(file), 'Example') +
        lead(`<p>${escape(about)}</p>`) +
        block(text, languages[file.split('.').at(-1)], `The program ${file}`),
    })),
  ];
}
