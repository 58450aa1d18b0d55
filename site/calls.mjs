// One call of each verb, cut from code that is compiled by a test: site/calls.json tells where it begins.
// SPDX-License-Identifier: MIT
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf } from './reference.mjs';

const isTested = (file) => /^examples\/(pictures\/)?(?!sfml_)\w+\.cpp$|^tests\/\w+\/\w+_test\.cpp$/.test(file);
const isMark = (line) => /^\s*\/\/ (\[[a-z]+|[a-z]+\])$/.test(line);
const bare = (line) => line.replace(/"(\\.|[^"\\])*"/g, '""').replace(/\/\/.*/, '');

/** The statement that begins with `begins`, at the left margin: to where its brackets are closed and a semicolon or a brace ends it. */
export function statementOf(text, begins) {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith(begins));
  if (first < 0) {
    return undefined;
  }
  let depth = 0;
  const end = lines.findIndex((line, at) => {
    if (at >= first) {
      depth += (bare(line).match(/[([{]/g) ?? []).length - (bare(line).match(/[)\]}]/g) ?? []).length;
    }
    return at >= first && depth === 0 && /[;}]\s*$/.test(bare(line));
  });
  const margin = lines[first].search(/\S/);
  const shown = lines.slice(first, end + 1).filter((line) => !isMark(line));
  return { line: first + 1, code: shown.map((line) => line.slice(margin)).join('\n') };
}

/** `{ file, line, code }` of each verb in the table. */
export function readCalls(root) {
  const table = JSON.parse(readFileSync(join(root, 'site/calls.json'), 'utf8'));
  const found = Object.entries(table).map(([verb, { in: file, begins }]) => {
    const text = isTested(file) && existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
    return [verb, { file, ...statementOf(text, begins) }];
  });
  return new Map(found);
}

/** Verbs without a call, rows without a verb, and calls that are not there or do not name the verb or a member of its types, as sentences. */
export function uncalled(calls, reference) {
  const verbs = reference.table.chapters.flatMap(({ verbs: some }) => some);
  const missing = verbs.filter((verb) => !calls.has(verb)).map((verb) => `site/calls.json: wanted a call of ${verb}, found none`);
  const wrong = [...calls].flatMap(([verb, { file, code }]) => {
    if (!verbs.includes(verb)) {
      return [`site/calls.json: wanted a verb, found ${verb}`];
    }
    if (code === undefined) {
      return [`site/calls.json: wanted the call of ${verb} in ${file}, a file that is compiled by a test, found none`];
    }
    const own = entriesOf(verb, 'cpp', reference);
    const members = reference.entries.filter(({ language, of }) => language === 'cpp' && own.some(({ full }) => full === of));
    const names = [verb, ...[...own, ...members].map(({ name }) => name)].filter((name) => /^\w+$/.test(name));
    const isNamed = names.some((name) => new RegExp(`\\b${name}\\b`).test(code));
    return isNamed ? [] : [`site/calls.json: wanted one of ${[...new Set(names)].join(', ')} in the call of ${verb}, found ${code}`];
  });
  return [...missing, ...wrong];
}
