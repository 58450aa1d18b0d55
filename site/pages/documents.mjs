// The pages that are written as Markdown: home, features, guide, command, files, performance, design and its pages, contract, changes.
// SPDX-License-Identifier: MIT
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { escape } from '../code.mjs';
import { element, link } from '../html.mjs';
import { chapters, headings, parse, render, sectionsOf } from '../markdown.mjs';
import { relative } from '../shell.mjs';
import { nameLinks } from './names.mjs';

const single = [
  ['docs/features.md', 'features.html', 'guide', 'What it does'],
  ['docs/command.md', 'command.html', 'command', 'The command'],
  ['docs/files.md', 'files.html', 'files', 'From your file to an answer'],
  ['docs/performance.md', 'performance.html', 'performance', 'Performance'],
  ['docs/beside.md', 'beside.html', 'performance', 'Beside other libraries'],
  ['docs/design.md', 'design.html', 'design', 'Design'],
  ['docs/contract.md', 'contract.html', 'contract', 'Contract'],
  ['docs/stability.md', 'stability.html', 'contract', 'What stays as it is'],
  ['CHANGELOG.md', 'changes.html', 'changes', 'Changes'],
];
const readme = 'README.md';

/** The guide: its first page, and the pages to which its chapter "The pages" leads, in the order of the links there. */
const guide = 'docs/guide/README.md';
const guidePath = (file) => file.replace(/^docs\//, '').replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');

/** Which page a document is on. */
export function documentTargets(root, site) {
  const read = (file) => parse(readFileSync(join(root, file), 'utf8'));
  for (const [file, path, nav, title] of single) {
    site.documents.set(file, { tokens: read(file), path, nav, title });
  }
  for (const file of readdirSync(join(root, 'docs/design'))) {
    const tokens = read(`docs/design/${file}`);
    const path = `design/${file.replace(/\.md$/, '.html')}`;
    site.documents.set(`docs/design/${file}`, { tokens, path, nav: 'design', title: headings(tokens)[0].title });
  }
  site.documents.set(readme, { tokens: read(readme), path: 'index.html' });
  site.documents.set(guide, { tokens: read(guide), path: guidePath(guide), isGuide: true });
  const list = chapters(site.documents.get(guide).tokens).find(({ anchor }) => anchor === 'the-pages');
  for (const file of linkedFrom(guide, list.tokens)) {
    if (!site.documents.has(file)) {
      site.documents.set(file, { tokens: read(file), path: guidePath(file), isGuide: true });
    }
  }
  const pages = readdirSync(join(root, posix.dirname(guide))).map((name) => posix.join(posix.dirname(guide), name));
  const unlinked = pages.filter((file) => !site.documents.has(file));
  if (unlinked.length > 0) {
    throw new Error(`${guide}: expected a link to ${unlinked.join(', ')}`);
  }
}

/** The files of the repository to which a document leads. */
function linkedFrom(file, tokens) {
  const hrefs = tokens
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === 'link_open')
    .map((token) => token.attrGet('href').split('#')[0]);
  return hrefs.filter((href) => href !== '' && !/^[a-z]+:/.test(href)).map((href) => posix.join(posix.dirname(file), href));
}

const linksIn = (site, path, file, title) => ({ title, link: (href) => site.link(path, file, href) });
const contentsOf = (path, shown) =>
  shown.length > 0
    ? [{ title: 'On this page', entries: shown.map((heading) => ({ ...heading, href: `${path}#${heading.anchor}` })) }]
    : [];

export function documentPages(site) {
  const withNav = [...site.documents].filter(([, { nav }]) => nav);
  const design = withNav.filter(([, { nav }]) => nav === 'design').map(([, { title, path }]) => ({ title, href: path }));
  const documents = withNav.map(([file, { tokens, path, nav, title }]) => {
    const shown = headings(tokens).filter(({ level }) => level === 2 || (level === 3 && nav !== 'design'));
    const content = render(tokens, linksIn(site, path, file, title));
    const side = [...contentsOf(path, shown), ...(nav === 'design' ? [{ title: 'Design', entries: design }] : [])];
    return { path, nav, title, side, sideName: 'On this page', content, found: sectionsOf(tokens) };
  });
  return [...documents, ...guidePages(site), ...homePages(site)];
}

/** The pages of the guide, which lead to each other. */
function guidePages(site) {
  const [first, ...others] = [...site.documents]
    .filter(([, { isGuide }]) => isGuide)
    .map(([file, { tokens, path }]) => ({ file, tokens, href: path, title: headings(tokens)[0].title }));
  const env = ({ file, href, title }) => ({ ...linksIn(site, href, file, title), nameLink: nameLinks(site.names, href) });
  const entries = [{ title: 'Overview', href: first.href }, ...others.map(({ title, href }) => ({ title, href }))];
  const common = { nav: 'guide', side: [{ title: first.title, entries }], sideName: first.title };
  const turn = (at) => {
    const to = (entry, rel, word) =>
      entry
        ? link(relative(others[at].href, entry.href), `<small>${word}</small>${escape(entry.title)}`, { rel })
        : '<span></span>';
    const ways = to(others[at - 1], 'prev', 'Previous') + to(others[at + 1], 'next', 'Next');
    return element('nav', { class: 'turn', 'aria-label': 'Next and previous' }, ways);
  };
  return [
    { ...common, path: first.href, title: first.title, content: render(first.tokens, env(first)), found: [] },
    ...others.map((page, at) => ({
      ...common,
      path: page.href,
      title: page.title,
      content: render(page.tokens, env(page)),
      after: turn(at),
      found: sectionsOf(page.tokens).map((section) => ({ ...section, isGuide: true })),
    })),
  ];
}

/** The first page, from the README. */
function homePages(site) {
  const path = 'index.html';
  const [head, ...parts] = chapters(site.documents.get(readme).tokens);
  const html = (tokens) => render(tokens, linksIn(site, path, readme, 'quadrille'));
  const code = head.tokens.findIndex(({ type }) => type === 'fence');
  const picture = head.tokens.findIndex(({ content }) => content?.startsWith('<picture'));
  const doors =
    link('guide/index.html', 'Guide', { class: 'door first' }) +
    link('reference/index.html', 'Reference', { class: 'door' }) +
    link('live.html', 'Try it', { class: 'door' });
  const film = picture - (head.tokens[picture].type === 'inline' ? 1 : 0);
  const words = element('div', { class: 'words' }, html(head.tokens.slice(0, film)) + element('p', { class: 'doors' }, doors));
  const hero = element('div', { class: 'hero' }, words + element('div', { class: 'film' }, html(head.tokens.slice(film, code))));
  return [
    {
      path,
      nav: 'home',
      kind: 'home',
      title: 'quadrille',
      sideName: 'On this page',
      found: sectionsOf(parts.flatMap(({ tokens }) => tokens)),
      side: contentsOf(
        path,
        parts.map(({ title, anchor }) => ({ title, anchor })),
      ),
      content: hero + html(head.tokens.slice(code)) + parts.map(({ tokens }) => html(tokens)).join('\n'),
    },
  ];
}
