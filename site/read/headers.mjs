// The public headers of C++ and C: what they declare, by Doxygen's XML, with texts and comments as they stand in the files.
// SPDX-License-Identifier: MIT
import { DOMParser } from '@xmldom/xmldom';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginOf, commentOf, linesOf, markdownOf, signatureOf, wholeOf } from './source.mjs';

const child = (node, name) => [...node.childNodes].find((each) => each.nodeName === name);
const textOf = (node, name) => child(node, name)?.textContent ?? '';

const isInner = (scope) => /(^|::)detail(::|$)|^std(::|$)/.test(scope);

/**
 * Every declaration: its language, file, line, kind (`type`, `function`, `value`, `alias`), scope without `quadrille::`, name, its text as
 * code, and its comment, in Markdown. Members of a type have `of`, the type's full name.
 */
export function readHeaders(xml) {
  const found = [];
  const compounds = readdirSync(xml).filter((file) => /^(class|struct|namespace|.*_8h\.)/.test(file) && file.endsWith('.xml'));
  for (const file of compounds.sort()) {
    const document = new DOMParser().parseFromString(readFileSync(join(xml, file), 'utf8'), 'text/xml');
    for (const compound of [...document.getElementsByTagName('compounddef')]) {
      read(compound, found);
    }
  }
  found.push(...[...new Set(found.map(({ file }) => file))].flatMap(namespacesOf));
  const known = new Map();
  for (const entry of found) {
    known.set(`${entry.file}:${entry.line}:${entry.name}:${entry.kind}`, entry);
  }
  const sorted = [...known.values()].sort((one, other) =>
    one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line,
  );
  share(sorted);
  return sorted;
}

/** An overload without a comment has that of the one before it in its file. */
function share(entries) {
  const last = new Map();
  for (const entry of entries.filter(({ kind }) => kind === 'function')) {
    const key = `${entry.file} ${entry.full}`;
    entry.isOverload = entry.comment === undefined && last.has(key);
    entry.comment ??= last.get(key);
    last.set(key, entry.comment);
  }
}

function read(compound, found) {
  const kind = compound.getAttribute('kind');
  const full = textOf(compound, 'compoundname');
  const isFile = kind === 'file';
  if (!isFile && (isInner(full) || compound.getAttribute('prot') === 'private')) {
    return;
  }
  const scope = isFile ? '' : full.replace(/^quadrille(::|$)/, '');
  if (kind === 'class' || kind === 'struct') {
    const entry = place(child(compound, 'location'), full.replace(/<.*/, '').split('::').at(-1), 'type');
    if (entry && !full.includes('<')) {
      found.push({ ...entry, scope: scope.split('::').slice(0, -1).join('::'), full: scope });
    }
  }
  for (const section of [...compound.childNodes].filter((node) => node.nodeName === 'sectiondef')) {
    for (const member of [...section.childNodes].filter((node) => node.nodeName === 'memberdef')) {
      const entry = memberOf(member, scope, isFile, full);
      if (entry) {
        found.push(entry);
      }
    }
  }
}

const kinds = { function: 'function', enum: 'type', typedef: 'alias', variable: 'value', define: 'macro' };

function memberOf(member, scope, isFile, full) {
  const kind = kinds[member.getAttribute('kind')];
  const name = textOf(member, 'name');
  const rest = textOf(member, 'argsstring');
  const isType = !isFile && !member.getAttribute('id').startsWith('namespace');
  const isDeleted = /=\s*(delete|default)$/.test(rest);
  const isComparison = /^operator\s*(==|<=>|<|!=)/.test(name);
  const isGuide =
    kind === 'function' && / -> /.test(rest) && !/^auto/.test(textOf(member, 'type')) && textOf(member, 'type') === '';
  if (
    !kind ||
    member.getAttribute('prot') !== 'public' ||
    isDeleted ||
    isComparison ||
    isGuide ||
    /^(~|@)|^QUADRILLE_NAMED$/.test(name)
  ) {
    return undefined;
  }
  if (kind === 'macro' && (!/bindings\/c\//.test(child(member, 'location').getAttribute('file')) || !name.endsWith('S'))) {
    return undefined;
  }
  if (isFile && kind !== 'macro' && !child(member, 'location').getAttribute('file').endsWith('.h')) {
    return undefined;
  }
  const entry = place(child(member, 'location'), name, kind);
  return entry && { ...entry, scope, full: scope ? `${scope}::${name}` : name, of: isType && full ? scope : undefined };
}

function place(location, name, kind) {
  const file = location.getAttribute('declfile') || location.getAttribute('file');
  const line = Number(location.getAttribute('declline') || location.getAttribute('line'));
  if (!/^(include|ranks|bindings)\//.test(file)) {
    return undefined;
  }
  const lines = linesOf(file);
  const first = beginOf(lines, line - 1);
  const language = file.endsWith('.h') ? 'c' : 'cpp';
  const isFriend = /^\s*friend/.test(lines[first]);
  const isForOurs = / \/\/ for (the tree alone|what is built)/.test(lines[line - 1]);
  if (isFriend || isForOurs) {
    return undefined;
  }
  const code = kind === 'type' ? wholeOf(lines, first) : signatureOf(lines, first, kind === 'macro');
  return { language, file, line: first + 1, name, kind, code, comment: commentOf(lines, first) };
}

/** Namespaces that a comment tells of. */
function namespacesOf(file) {
  const lines = linesOf(file);
  return [...lines.entries()].flatMap(([at, line]) => {
    const full = /^namespace quadrille::([\w:]+) \{/.exec(line)?.[1];
    const comment = full && commentOf(lines, at);
    return comment
      ? [
          {
            language: 'cpp',
            file,
            line: at + 1,
            name: full,
            full,
            kind: 'namespace',
            scope: '',
            code: `namespace quadrille::${full};`,
            comment,
          },
        ]
      : [];
  });
}

/** The sentence that a header begins with; of C's all of the comment. */
export function aboutHeader(file) {
  const lines = linesOf(file);
  if (file.endsWith('.h')) {
    const end = lines.findIndex((line) => line.trim() === '*/');
    const comment = lines
      .slice(0, end)
      .filter((line) => !line.includes('SPDX'))
      .map((line) => line.replace(/^ ?\/?\*/, ''));
    return markdownOf(comment, 'c');
  }
  return lines[0].replace(/^\/\/ /, '').replace(/ SPDX.*/, '');
}
