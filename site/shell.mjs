// What every page has around its content: the head, the way to the other pages, search, and the switch of light and dark.
// SPDX-License-Identifier: MIT
import { posix } from 'node:path';
import { escape } from './code.mjs';
import { code } from './html.mjs';

export const relative = (from, to) =>
  posix.relative(posix.dirname(from), to.split('#')[0]).concat(to.includes('#') ? `#${to.split('#')[1]}` : '') ||
  posix.basename(to);

const drawing = (size, inner) => `<svg viewBox="0 0 16 16" width="${size}" height="${size}" aria-hidden="true">${inner}</svg>`;
const cells = drawing(
  20,
  '<path d="M1 1h14v14H1zM8 1v14M1 8h14M11.5 1v7M8 4.5h7" fill="none" stroke="currentColor" stroke-width="1.3"/>',
);
const half = drawing(
  18,
  '<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.4"/>' +
    '<path d="M8 1.8a6.2 6.2 0 0 1 0 12.4z" fill="currentColor"/>',
);

const ways = [
  ['guide', 'Guide', 'guide/index.html'],
  ['command', 'Command', 'command.html'],
  ['files', 'Files', 'files.html'],
  ['reference', 'Reference', 'reference/index.html'],
  ['examples', 'Examples', 'examples/index.html'],
  ['pictures', 'Pictures', 'pictures.html'],
  ['performance', 'Performance', 'performance.html'],
  ['live', 'Live', 'live.html'],
  ['design', 'Design', 'design.html'],
  ['contract', 'Contract', 'contract.html'],
  ['changes', 'Changes', 'changes.html'],
];

/** `side` is a list of `{ title, entries: [{ title, href }] }`; `href` is a path of the site. */
export function shell(page, version) {
  const to = (path) => escape(relative(page.path, path));
  const current = (path) => (path.split('#')[0] === page.path && !path.includes('#') ? ' aria-current="page"' : '');
  const nav = ways
    .map(([name, title, path]) => `<a href="${to(path)}"${name === page.nav ? ' class="here"' : ''}${current(path)}>${title}</a>`)
    .join('');
  const row = ({ title, href, level, isCode }) =>
    `<li${level > 2 ? ' class="deep"' : ''}><a href="${to(href)}"${current(href)}>${isCode ? code(title) : escape(title)}</a></li>`;
  const lists = (page.side ?? []).map(({ title, entries }) => `<h2>${escape(title)}</h2><ul>${entries.map(row).join('')}</ul>`);
  const summary = `<summary>${escape(page.sideName ?? '')}</summary>`;
  const side =
    lists.length > 0 &&
    `<nav class="side" aria-label="${escape(page.sideName)}"><details open>${summary}${lists.join('\n')}</details></nav>`;
  const title = page.title === 'quadrille' ? 'quadrille: a quadtree for things that move' : `${page.title} – quadrille`;
  const about = `${page.title}: quadrille, a C++20 quadtree for things that move`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escape(about)}">
<title>${escape(title)}</title>
<link rel="icon" href="${to('look/icon.svg')}">
<script src="${to('look/theme.js')}"></script>
<link rel="stylesheet" href="${to('look/style.css')}">
<script src="${to('look/page.js')}" defer data-root="${to('index.html').replace(/index\.html$/, '')}"></script>
</head>
<body class="${side ? 'with-side' : 'plain'}${page.kind ? ` ${page.kind}` : ''}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="${to('index.html')}">${cells}quadrille <small>${escape(version)}</small></a>
<button class="menu" type="button" aria-expanded="false" aria-controls="ways">Menu</button>
<nav id="ways" aria-label="Site">${nav}</nav>
<div class="tools">
<search><label class="hidden" for="search">Search</label>
<input id="search" type="search" placeholder="Search  /" autocomplete="off" role="combobox"
 aria-expanded="false" aria-controls="results" aria-autocomplete="list">
<ul id="results" role="listbox" aria-label="Found" hidden></ul></search>
<button class="theme" type="button" aria-label="Light or dark" title="Light or dark">${half}</button>
</div>
</header>
<div class="body">
${side || ''}
<main id="content" tabindex="-1">
${page.content}
${page.after ?? ''}
</main>
</div>
<footer><p>quadrille ${escape(version)}, MIT license. These pages need no network.</p></footer>
</body>
</html>
`;
}
