// The reference as data: which declarations of which language belong to a verb, and what has no comment or no place.
// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aboutHeader, readHeaders } from './read/headers.mjs';
import { markdownOfDocstring } from './read/docstring.mjs';
import { shownCode } from './read/inner.mjs';
import { readJavascript } from './read/javascript.mjs';

export const languages = [
  ['cpp', 'C++'],
  ['c', 'C'],
  ['python', 'Python'],
  ['javascript', 'JavaScript'],
];
const headerOf = (file) => file.replace(/^(ranks\/)?include\//, '').replace(/^bindings\/c\/include\//, '');
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** All entries, flat: members have `of`, the name of their type. Those of one name that follow each other are one group. */
export function readAll(root, xml) {
  const table = JSON.parse(readFileSync(join(root, 'site/verbs.json'), 'utf8'));
  const headers = readHeaders(xml);
  const python = JSON.parse(
    execFileSync('python3', ['site/read/python.py', 'bindings/python/quadrille'], { cwd: root, encoding: 'utf8' }),
  );
  const flat =
    (language) =>
    ({ members = [], ...type }) => [
      { ...type, language, full: type.name },
      ...members.map((each) => ({ file: type.file, ...each, language, full: `${type.name}.${each.name}`, of: type.name })),
    ];
  const all = [
    ...headers,
    ...python.entries
      .flatMap(flat('python'))
      .map((entry) => ({ ...entry, comment: entry.comment && markdownOfDocstring(entry.comment) })),
    ...readJavascript('bindings/javascript').flatMap(flat('javascript')),
  ];
  for (const entry of all.filter(({ kind, comment }) => ['function', 'property'].includes(kind) && !comment)) {
    const mirrored = table.same_as[entry.of];
    entry.comment = mirrored && `As \`${entry.name}\` of \`${mirrored}\`.`;
  }
  return {
    entries: all
      .filter((entry) => isShown(entry, table))
      .map((entry) => ({ ...entry, code: entry.language === 'cpp' ? shownCode(entry.code, entry.kind) : entry.code }))
      .filter(({ language, code }) => language !== 'cpp' || code),
    table,
    about: { python: markdownOfDocstring(python.about), c: aboutHeader('bindings/c/include/quadrille.h') },
  };
}

const needsNone = (entry) =>
  /^operator\b/.test(entry.name) || entry.name === (entry.of ?? '').split('::').at(-1) || entry.name === 'constructor';

/** Functions without a comment that need none are left out, and what only the library itself reads. */
function isShown(entry, table) {
  if (entry.kind === 'macro' || entry.comment) {
    return entry.kind !== 'macro' || entry.comment !== undefined || /^QUADRILLE_[A-Z]+$/.test(entry.name);
  }
  return !needsNone(entry) && !(entry.of ?? '').startsWith(`${table.read_by_the_library}::`);
}

/** Public functions and types that no comment tells of, as sentences. */
export const undocumented = (entries) =>
  entries
    .filter(({ kind, comment }) => ['function', 'property'].includes(kind) && !comment)
    .map(({ file, line, full }) => `${file}:${line}: wanted a comment that tells what ${full} does, found none`);

/**
 * Which of a language's entries belong to a verb: by the table, else by its name. In Python and JavaScript a name is that of a member of the
 * tree, too, unless it begins with `=`.
 */
export function entriesOf(verb, language, reference) {
  const named = reference.table.names[verb]?.[language];
  const found = entriesNamed(verb, language, named, reference);
  const rank = ({ full, name }) => named?.findIndex((each) => each === full || each === name || each === `=${full}`) ?? 0;
  return found.sort((one, other) => rank(one) - rank(other)); // in the order of the table
}
function entriesNamed(verb, language, named, { entries }) {
  const own = entries.filter((entry) => entry.language === language);
  if (language === 'cpp') {
    const scopes = ['quadtree', 'queries', 'batch_queries', 'asking', '', 'parallel', 'question'];
    const wanted = named ?? [verb];
    return own.filter(
      (entry) => (wanted.includes(entry.full) && named) || (!named && entry.name === verb && scopes.includes(entry.scope)),
    );
  }
  if (language === 'c') {
    return own.filter(({ name }) =>
      named ? named.includes(name) : [`quadrille_${verb}`, `quadrille_get_${verb}`].includes(name),
    );
  }
  const wanted = named ?? [language === 'javascript' ? camel(verb) : verb];
  return own.filter(
    ({ full, name, of }) =>
      named?.some((each) => each === full || each === `=${full}`) || (of === 'Quadtree' && wanted.includes(name)),
  );
}

/** Methods of trees, and functions of C, that are on the page of no verb, and verbs that C++ does not have, as sentences. */
export function unplaced(reference) {
  const { entries, table } = reference;
  const verbs = table.chapters.flatMap(({ verbs: some }) => some);
  const placed = new Set(verbs.flatMap((verb) => languages.flatMap(([language]) => entriesOf(verb, language, reference))));
  const ofTree = { cpp: ['quadtree', 'queries', 'batch_queries', 'asking'], python: ['Quadtree'], javascript: ['Quadtree'] };
  const missing = entries.filter(
    (entry) =>
      ['function', 'property'].includes(entry.kind) &&
      !placed.has(entry) &&
      !needsNone(entry) &&
      (entry.language === 'c' || ofTree[entry.language].includes(entry.of)),
  );
  const unknown = verbs.filter((verb) => entriesOf(verb, 'cpp', reference).length === 0);
  const isThere = (language) => entries.some((entry) => entry.language === language);
  const isKnown = (language, name) =>
    entries.some((entry) => entry.language === language && (entry.full === name || (language !== 'cpp' && entry.name === name)));
  const names = Object.entries(table.names).flatMap(([verb, some]) =>
    Object.entries(some).flatMap(([language, named]) =>
      named.filter((name) => isThere(language) && !isKnown(language, name.replace(/^=/, ''))).map((name) => [verb, name]),
    ),
  );
  return [
    ...missing.map(({ file, line, full }) => `${file}:${line}: wanted a verb in site/verbs.json for ${full}, found none`),
    ...unknown.map((verb) => `site/verbs.json: wanted a declaration for the verb ${verb} in the headers, found none`),
    ...names.map(([verb, name]) => `site/verbs.json: wanted what ${verb} names, ${name}, in the sources, found none`),
  ];
}

/** Entries as they are read: those with one comment together, and of twins that differ in `const` alone one. */
export function grouped(entries) {
  const groups = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && entry.kind === 'function' && entry.isOverload && last.full === entry.full) {
      last.codes.push(entry.code);
    } else {
      groups.push({ ...entry, codes: [entry.code] });
    }
  }
  for (const group of groups) {
    const bare = (code) =>
      code
        .replace(/\)\s*(const\s*)?&?\s*(noexcept(\(.*\))?)?;$/s, ')')
        .replaceAll(/\bconst (?=quadtree<)/g, '')
        .replaceAll(/\s+/g, ' ');
    group.codes = group.codes.filter((code, at, all) => at === all.findLastIndex((other) => bare(other) === bare(code)));
  }
  return groups;
}

export const pageOfEntry = (entry) =>
  `reference/${entry.language}/${
    entry.language === 'cpp'
      ? headerOf(entry.file)
          .replace(/^quadrille\//, '')
          .replace(/\.hpp$/, '')
          .replaceAll('/', '.')
      : 'index'
  }.html`;
export const pageOfVerb = (verb) => `reference/${verb}.html`;
export const anchorOf = (full) => full.replace(/[^\w.:]/g, '-');
export { headerOf, aboutHeader };
