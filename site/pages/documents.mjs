// The pages that are written as Markdown: home, features, guide, command, files, performance, design and its pages, contract, changes.
// SPDX-License-Identifier: MIT
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { escape } from '../code.mjs';
import { element, link } from '../html.mjs';
import { chapters, headings, parse, raised, render, sectionsOf } from '../markdown.mjs';
import { relative } from '../shell.mjs';
import { nameLinks } from './names.mjs';

const single = [
  ['docs/features.md', 'features.html', 'guide', 'What it does'],
  ['docs/command.md', 'command.html', 'guide', 'The command'],
  ['docs/files.md', 'files.html', 'files', 'From your file to an answer'],
  ['docs/performance.md', 'performance.html', 'performance', 'Performance'],
  ['docs/design.md', 'design.html', 'design', 'Design'],
  ['docs/contract.md', 'contract.html', 'contract', 'Contract'],
  ['docs/stability.md', 'stability.html', 'contract', 'What stays as it is'],
  ['CHANGELOG.md', 'changes.html', 'changes', 'Changes'],
];
const readme = 'README.md';

/** Which page a document, and each heading of it, is on. */
export function documentTargets(root, site) {
  const read = (file) => parse(readFileSync(join(root, file), 'utf8'));
  const pagesOf = (tokens, pageOf) =>
    new Map(
      chapters(tokens).flatMap(({ anchor, tokens: some }) => headings(some).map((heading) => [heading.anchor, pageOf(anchor)])),
    );
  for (const [file, path, nav, title] of single) {
    site.documents.set(file, { tokens: read(file), path, nav, title });
  }
  for (const file of readdirSync(join(root, 'docs/design'))) {
    const tokens = read(`docs/design/${file}`);
    const path = `design/${file.replace(/\.md$/, '.html')}`;
    site.documents.set(`docs/design/${file}`, { tokens, path, nav: 'design', title: headings(tokens)[0].title });
  }
  site.documents.set(readme, { tokens: read(readme), path: 'index.html' });
  for (const file of readdirSync(join(root, 'docs')).filter((each) => /^guide.*\.md$/.test(each))) {
    const guide = read(`docs/${file}`);
    const folder = file.replace(/\.md$/, '');
    const pages = pagesOf(guide, (anchor) => `${folder}/${anchor.replace(/-+$/, '') || 'index'}.html`);
    site.documents.set(`docs/${file}`, { tokens: guide, path: `${folder}/index.html`, pages, isGuide: true });
  }
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
  const guides = [...site.documents]
    .filter(([, { isGuide }]) => isGuide)
    .flatMap(([file, document]) => guidePages(site, file, document));
  return [...documents, ...guides, ...homePages(site)];
}

/** A page for each chapter, which lead to each other. */
function guidePages(site, file, { tokens, path: index, pages }) {
  const env = (path, title) => ({ ...linksIn(site, path, file, title), nameLink: nameLinks(site.names, path) });
  const [head, ...parts] = chapters(tokens);
  const [{ title }] = headings(tokens);
  const entries = parts.map((part) => ({ title: part.title, href: pages.get(part.anchor) }));
  const common = { nav: 'guide', side: [{ title, entries: [{ title: 'Overview', href: index }, ...entries] }], sideName: title };
  const turn = (at) => {
    const to = (entry, rel, word) =>
      entry
        ? link(relative(entries[at].href, entry.href), `<small>${word}</small>${escape(entry.title)}`, { rel })
        : '<span></span>';
    const ways = to(entries[at - 1], 'prev', 'Previous') + to(entries[at + 1], 'next', 'Next');
    return element('nav', { class: 'turn', 'aria-label': 'Next and previous' }, ways);
  };
  const introduction = head.tokens.filter(({ content }) => !/^\[Start\]\(#start\)/.test(content ?? '')); // its list of chapters
  const list = entries.map((entry) => `<li>${link(relative(index, entry.href), escape(entry.title))}</li>`).join('');
  return [
    {
      ...common,
      path: index,
      title,
      content: render(introduction, env(index, title)) + element('ol', { class: 'contents' }, list),
      found: [],
    },
    ...parts.map((part, at) => ({
      ...common,
      path: entries[at].href,
      title: part.title,
      content: render(raised(part.tokens), env(entries[at].href, part.title)),
      after: turn(at),
      found: sectionsOf(part.tokens).map((section) => ({ ...section, isGuide: true })),
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
      side: [
        ...contentsOf(
          path,
          parts.map(({ title, anchor }) => ({ title, anchor })),
        ),
        { title: 'More', entries: [{ title: 'The command', href: 'command.html' }] },
      ],
      content: hero + html(head.tokens.slice(code)) + parts.map(({ tokens }) => html(tokens)).join('\n'),
    },
  ];
}
