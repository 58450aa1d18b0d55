// What finds pages by words. The script of the search has the text of this function, so the function uses nothing from around it.
// SPDX-License-Identifier: MIT

/**
 * A function from words to entries, the best first. Entries are `{ t, p, u, x, s, w }`: title, title of the page, address, text, other
 * words for it, and its weight. A page whose title is what was typed comes first, then one that has it among its other words.
 */
export function finder(MiniSearch, entries) {
  const idle = new Set('a an the to of in is and or for it how do i what which with'.split(' '));
  const index = new MiniSearch({
    fields: ['t', 'p', 'x', 's'],
    storeFields: ['t', 'p', 'u', 'x', 's', 'w'],
    idField: 'id',
    processTerm: (term) => (idle.has(term.toLowerCase()) ? null : term.toLowerCase()),
    tokenize: (text) =>
      text
        .split(/[^\p{L}\p{N}_]+/u)
        .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
        .filter((word) => word !== ''),
    extractField: (entry, field) => (field === 's' ? entry.s?.join(' ') : entry[field]),
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  const options = {
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boost: { t: 5, s: 5, p: 2 },
    boostDocument: (_, __, stored) => stored.w ?? 1,
  };
  return (words) => {
    const typed = words.toLowerCase().split(/\s+/).join(' ');
    const rank = ({ t, s }) => (t.toLowerCase() === typed ? 2 : s?.includes(typed) ? 1 : 0);
    const all = index.search(words, { ...options, combineWith: 'AND' });
    return (all.length > 0 ? all : index.search(words, options)).sort((one, other) => rank(other) - rank(one)).slice(0, 12);
  };
}
