// A declaration of the reference as HTML: its code, what it does, the contract, cost, errors, and where it stands.
// SPDX-License-Identifier: MIT
import { block, escape } from '../code.mjs';
import { facets } from '../facets.mjs';
import { code, definitions, element, link } from '../html.mjs';
import { renderText } from '../markdown.mjs';
import { anchorOf, pageOfEntry } from '../reference.mjs';
import { relative } from '../shell.mjs';
import { nameLinks } from './names.mjs';

const colors = { cpp: 'cpp', c: 'c', python: 'python', javascript: 'typescript' };
const mostLines = 40; // of a type that is shown whole

/** What shows the declarations of this reference. */
export function entryWriter({ entries }, site) {
  /** Markdown of a comment. */
  function text(markdown, path, language, title) {
    const resolve = (href) => site.link(path, 'include/quadrille', href);
    return renderText(markdown, {
      title,
      language: colors[language],
      link: resolve,
      nameLink: nameLinks(site.names, path, language),
    });
  }

  function told({ comment, kind, full, language }, path, known) {
    if (!comment) {
      return '';
    }
    const shown = (markdown) => text(markdown, path, language, full);
    if (kind !== 'function') {
      return element('div', { class: 'meaning' }, shown(comment));
    }
    const { meaning, contract, costs, errors } = facets(comment);
    const rows = [
      ['Contract', contract],
      ['Cost', costs],
      ['Errors', errors],
    ].filter(([, markdown]) => markdown);
    return (
      (meaning && meaning !== known ? element('div', { class: 'meaning' }, shown(meaning)) : '') +
      (rows.length > 0
        ? definitions(
            'facets',
            rows.map(([name, markdown]) => [name, shown(markdown)]),
          )
        : '')
    );
  }

  /** Types with members are shown by their head, others whole. */
  const isLong = ({ kind, language, full, codes }) =>
    kind === 'type' &&
    language === 'cpp' &&
    (codes[0].split('\n').length > mostLines ||
      entries.some((entry) => entry.language === 'cpp' && entry.of === full && entry.kind === 'function'));
  function headOf({ codes: [whole] }) {
    const head = whole.slice(0, whole.search(/[^=\s({]\s*\{/) + 1);
    return `${head.replace(/\s*:\s*(public|private|detail)[\s\S]*$/, '').trimEnd()};`;
  }

  const placeOf = (entry, path) => relative(path, `${pageOfEntry(entry)}#${anchorOf(entry.full)}`);

  /** What a type has, by links to its listing. */
  function membersOf({ language, full }, path) {
    const own = entries.filter(
      (entry) =>
        entry.language === language &&
        entry.of === full &&
        entry.comment &&
        ['function', 'property'].includes(entry.kind) &&
        !site.verbs.has(entry),
    );
    const links = [...new Map(own.map((entry) => [entry.name, entry])).values()].map((entry) =>
      link(placeOf(entry, path), code(entry.name), { class: 'name' }),
    );
    return links.length > 0 ? element('p', { class: 'members' }, `Members: ${links.join(', ')}`) : '';
  }

  /** All of it. `known` is a sentence that stands above it; `isListed` is in the listing itself. */
  function show(group, path, { known, isListed = false } = {}) {
    const shown = isLong(group) ? headOf(group) : group.codes.join('\n\n');
    const source = link(placeOf(group, path), `${escape(group.file)}:${group.line}`);
    return element(
      'section',
      { class: 'entry' },
      block(shown, colors[group.language], `Signature of ${group.full}`) +
        told(group, path, known) +
        (isListed ? '' : (group.kind === 'type' ? membersOf(group, path) : '') + element('p', { class: 'source' }, source)),
    );
  }

  return { text, show, isLong };
}
