// A comment by what it tells: what is done, the contract, what it costs, and what happens with bad input.
// SPDX-License-Identifier: MIT

const cost = /\bO\(|\ballocat|\bmemory of its own|\bbytes\b.*\b(each|stack)\b/i;
const trouble = new RegExp(
  [
    /\breject|\bthrow|\bexception|\bNaN\b|\bstale\b|\bnegative\b|\bout of memory|runs out|\bchecked builds\b|\braises?\b/,
    /\bFalse (for|when|if)\b|\b(Value|Key|Type|Runtime|Assertion)Error\b|QUADRILLE_(BAD|BUSY|FAILED|NO)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const leans = /^(It|They|Then|This|These|Those|So|Otherwise|Each|The others|Its|Their|If it|Also|Further|That|Such|Both)\b/;

/** Sentences; what stands in code or in parentheses is not taken apart. */
export function sentences(text) {
  const found = [];
  let from = 0;
  let depth = 0;
  let isCode = false;
  for (let at = 0; at < text.length; ++at) {
    const sign = text[at];
    isCode = sign === '`' ? !isCode : isCode;
    depth += isCode ? 0 : sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (
      !isCode &&
      depth === 0 &&
      /[.!?]/.test(sign) &&
      /^\s+[A-Z`"(−0-9∞]/.test(text.slice(at + 1, at + 8)) &&
      !/\b(e\.g|i\.e|vs)$/.test(text.slice(0, at))
    ) {
      found.push(text.slice(from, at + 1).trim());
      from = at + 1;
    }
  }
  return [...found, text.slice(from).trim()].filter((sentence) => sentence !== '');
}

/** `{ meaning, contract, costs, errors }`, each Markdown. What is no plain paragraph stays in the contract as it is, and all that follows. */
export function facets(comment) {
  const [first, ...others] = comment.split(/\n{2,}/);
  if (/^(- |```|>>>|\s)/.test(first)) {
    return { meaning: '', contract: comment, costs: '', errors: '' };
  }
  const [meaning, ...more] = sentences(first.replaceAll('\n', ' '));
  const end = others.findIndex((paragraph) => /^(- |```|>>>|\s)/.test(paragraph));
  const plain = end < 0 ? others : others.slice(0, end);
  const parts = { contract: [], costs: [], errors: [] };
  for (const paragraph of [more, ...plain.map((each) => sentences(each.replaceAll('\n', ' ')))]) {
    let last = 'contract';
    for (const sentence of paragraph) {
      last = leans.test(sentence) ? last : trouble.test(sentence) ? 'errors' : cost.test(sentence) ? 'costs' : 'contract';
      parts[last].push(sentence);
    }
  }
  const rest = (end < 0 ? [] : others.slice(end)).map((paragraph) => {
    const isPlain = /^[A-Z]/.test(paragraph) && !paragraph.includes('```');
    const told = isPlain ? sentences(paragraph.replaceAll('\n', ' ')) : [paragraph];
    parts.costs.push(...told.filter((sentence) => sentence.startsWith('O(')));
    return told.filter((sentence) => !sentence.startsWith('O(')).join(' ');
  });
  const contract = [parts.contract.join(' '), ...rest].filter((each) => each !== '').join('\n\n');
  return { meaning, contract, costs: parts.costs.join(' '), errors: parts.errors.join(' ') };
}
