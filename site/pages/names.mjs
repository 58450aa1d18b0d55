// Where the names in code lead: verbs, functions of C, types and headers of C++.
// SPDX-License-Identifier: MIT
import { anchorOf, entriesOf, headerOf, pageOfEntry, pageOfVerb } from '../reference.mjs';
import { relative } from '../shell.mjs';

/** The page of each name. */
export function namesOf(reference) {
  const names = new Map();
  for (const entry of reference.entries) {
    const isType = entry.language === 'cpp' && entry.kind === 'type' && !entry.scope;
    if (!entry.of && (entry.language === 'c' || isType)) {
      names.set(entry.name, `${pageOfEntry(entry)}#${anchorOf(entry.full)}`);
    }
    if (entry.language === 'cpp') {
      names.set(headerOf(entry.file).replace(/^quadrille\//, ''), pageOfEntry(entry));
    }
  }
  const { chapters, names: others } = reference.table;
  for (const verb of chapters.flatMap(({ verbs }) => verbs)) {
    if (entriesOf(verb, 'cpp', reference).some(({ name }) => name === verb)) {
      names.set(verb, pageOfVerb(verb));
    }
    for (const full of (others[verb]?.cpp ?? []).filter((each) => each.startsWith('quadtree::'))) {
      names.set(`${full.slice('quadtree::'.length)}()`, pageOfVerb(verb)); // words such as `layers` are fields, too
    }
  }
  return names;
}

/** The name in a piece of code: `tree.query(area)` is about `query`. */
const bareName = (code) => /^(?:quadrille::|tree\.|world\.|Quadtree\.)?([\w.]+?(?:\.hpp)?)(?:\(.*\))?$/.exec(code)?.[1] ?? '';

/** Words of Python and JavaScript are no types of C++: there verbs alone lead somewhere. */
export function nameLinks(names, path, language = 'cpp') {
  return (code) => {
    const name = bareName(code);
    const to = names.get(name) ?? (code.endsWith(')') ? names.get(`${name}()`) : undefined);
    const isOther = ['python', 'javascript'].includes(language) && to?.includes('/cpp/') && !name.endsWith('.hpp');
    return to && to !== path && !isOther ? relative(path, to) : undefined;
  };
}
