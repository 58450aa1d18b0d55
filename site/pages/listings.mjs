// The full listing of each language: a page for each header of C++, and one for each other language.
// SPDX-License-Identifier: MIT
import { block, escape } from '../code.mjs';
import { code, definitions, element, lead, link, title } from '../html.mjs';
import { aboutHeader, anchorOf, grouped, headerOf, pageOfEntry, pageOfVerb } from '../reference.mjs';
import { relative } from '../shell.mjs';

export function listingPages(reference, site, { writer, shown, common }) {
  const { entries, about } = reference;
  const { text, show, isLong } = writer;

  function pageOf(path, name, head, own) {
    const used = new Set();
    const item = (group, level) => {
      const anchor = anchorOf(group.full);
      const id = used.has(anchor) ? undefined : anchor;
      used.add(anchor);
      const verb = site.verbs.get(own.find(({ full, line }) => full === group.full && line === group.line));
      const label = `All languages: ${verb}, from ${group.full} at line ${group.line}`;
      const see = verb ? link(relative(path, pageOfVerb(verb)), 'all languages', { class: 'see', 'aria-label': label }) : '';
      return element(
        'section',
        { class: 'item' },
        element(`h${level}`, { id }, `${code(group.full)} ${see}`) + show(group, path, { isListed: true }),
      );
    };
    const isType = ({ kind }) => kind === 'type';
    const membersOf = (group) =>
      own.filter(
        (entry) =>
          entry !== group &&
          (isType(entry) && entry.language === 'cpp'
            ? entry.scope === group.full
            : entry.of === group.full &&
              (isLong(group) || group.language !== 'cpp') &&
              entry.kind !== 'alias' &&
              (entry.kind !== 'value' || entry.comment)),
      );
    const top = own.filter(
      (entry) => !(entry.of ?? entry.scope) || !own.some((each) => isType(each) && each.full === (entry.of ?? entry.scope)),
    );
    const items = grouped(top).map((group) => [
      item(group, 2),
      ...(isType(group) ? grouped(membersOf(group)).map((member) => item(member, 3)) : []),
    ]);
    const found = own
      .filter(({ comment }) => comment)
      .map(({ full, comment }) => ({ title: full, anchor: used.has(anchorOf(full)) ? anchorOf(full) : '', text: comment }));
    return {
      ...common,
      path,
      title: name,
      kind: 'listing',
      content: title(escape(name), 'Listing') + head + items.flat().join('\n'),
      found,
    };
  }

  const files = [...new Set(entries.filter(({ language }) => language === 'cpp').map(({ file }) => file))].sort();
  const headers = files.map((file) => {
    const own = entries.filter((entry) => entry.file === file);
    const path = pageOfEntry(own[0]);
    const name = headerOf(file);
    return pageOf(
      path,
      name,
      lead(text(aboutHeader(file), path, 'cpp', name)) + block(`#include <${name}>`, 'cpp', 'How it is included'),
      own,
    );
  });
  const path = 'reference/cpp/index.html';
  const rows = files.map((file) => [
    link(relative(path, pageOfEntry(entries.find((entry) => entry.file === file))), code(headerOf(file))),
    text(aboutHeader(file), path, 'cpp', file),
  ]);
  const index = {
    ...common,
    path,
    title: 'Headers of C++',
    found: [],
    content:
      title('Headers of C++') +
      lead('<p>Each header with all that it declares for users.</p>') +
      definitions('verbs headers', rows),
  };
  const others = shown.slice(1).map(([language, name]) => {
    const at = `reference/${language}/index.html`;
    const head = about[language] ? element('div', { class: 'about' }, text(about[language], at, language, name)) : '';
    return pageOf(
      at,
      name,
      head,
      entries.filter((entry) => entry.language === language),
    );
  });
  return [index, ...headers, ...others];
}
