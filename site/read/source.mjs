// A declaration in a header of C++ or C: from the line of its name to its whole text, and the comment above it.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';

const files = new Map();

export function linesOf(file) {
  if (!files.has(file)) {
    files.set(file, readFileSync(file, 'utf8').split('\n'));
  }
  return files.get(file);
}

const isComment = (line) => /^\s*(\/\/|\/\*|\*)/.test(line);
/** Whether something ends on this line, so that the next one begins something else. */
const endsThere = (line) =>
  line.trim() === '' ||
  isComment(line) ||
  /[;{}]\s*(\/\/.*|\/\*.*)?$/.test(line) ||
  /^\s*(public|private|protected):/.test(line) ||
  /^\s*#/.test(line);

/** The first line, from 0, of the declaration whose name is on line `at`. */
export function beginOf(lines, at) {
  let first = at;
  while (first > 0 && !endsThere(lines[first - 1])) {
    --first;
  }
  return first;
}

/** Its text up to the body, or to the semicolon, at the left margin. */
export function signatureOf(lines, first, isMacro = false) {
  const margin = lines[first].search(/\S/);
  const text = lines
    .slice(first, first + 40)
    .map((line) => line.slice(Math.min(margin, line.search(/\S|$/))))
    .join('\n');
  if (isMacro) {
    return text.split('\n')[0].replace(/\s*\\$/, '');
  }
  let depth = 0;
  let at = 0;
  for (; at < text.length; ++at) {
    const sign = text[at];
    if (sign === '/' && text[at + 1] === '/') {
      at = text.indexOf('\n', at);
    } else if (sign === '(') {
      ++depth;
    } else if (sign === ')') {
      --depth;
    } else if (depth === 0 && (sign === ';' || (sign === '{' && !isValue(text, at)) || isInitializer(text, at))) {
      break;
    } else if (sign === '{') {
      at = closing(text, at);
    }
  }
  const words = ['QUADRILLE_C_API ', 'QUADRILLE_INLINE ', 'QUADRILLE_APART ', 'QUADRILLE_RARE ', '[[nodiscard]] '];
  return `${words.reduce((left, word) => without(word, left), text.slice(0, at)).trimEnd()};`;
}
/** Without a word, where the lines that go on are set in less by its length. */
function without(word, text) {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith(word));
  return at < 0
    ? text
    : lines
        .map((line, number) =>
          number === at ? line.slice(word.length) : number < at ? line : line.replace(' '.repeat(word.length), ''),
        )
        .join('\n');
}
/** A brace that is a default value, as of `double distance = {}` or `Value{}`. */
const isValue = (text, at) => /=\s*$/.test(text.slice(0, at)) || /^\{\}[,;>)]/.test(text.slice(at, at + 3));
const isInitializer = (text, at) =>
  text[at] === ':' && text[at + 1] !== ':' && text[at - 1] !== ':' && /\)\s*(noexcept(\([^)]*\)+)?)?\s*$/.test(text.slice(0, at));
function closing(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; ++at) {
    depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
    if (depth === 0) {
      return at;
    }
  }
  return text.length;
}

/** All of a type, with its body and the comments of its fields. */
export function wholeOf(lines, first, margin = lines[first].search(/\S/)) {
  let last = first;
  while (
    last < lines.length &&
    !(/^\s*\}.*;/.test(lines[last]) && lines[last].search(/\S/) === margin) &&
    !(last === first && /;\s*(\/\/.*|\/\*.*)?$/.test(lines[last]))
  ) {
    ++last;
  }
  return lines
    .slice(first, last + 1)
    .map((line) => line.slice(margin))
    .join('\n');
}

/** The comment of the declaration that begins on line `first`, in Markdown; nothing where there is none. */
export function commentOf(lines, first) {
  const trailing = /\/\/\/< (.*)$/.exec(lines[first]) ?? /[;,]\s*\/\* (.*?) \*\/$/.exec(lines[first]);
  if (trailing) {
    return trailing[1];
  }
  const above = lines[first - 1] ?? '';
  if (/^\s*\/\/\//.test(above)) {
    let from = first - 1;
    while (/^\s*\/\/\//.test(lines[from - 1] ?? '')) {
      --from;
    }
    return markdownOf(lines.slice(from, first).map((line) => line.trim().slice(3)));
  }
  if (/\*\/\s*$/.test(above) && isComment(above) && !/^\/\* ----/.test(above.trim())) {
    let from = first - 1;
    while (!/^\s*\/\*/.test(lines[from])) {
      --from;
    }
    return markdownOf(
      lines.slice(from, first).map((line) =>
        line
          .trim()
          .replace(/^\/?\*/, '')
          .replace(/\*\/$/, '')
          .replace(/\s+$/, ''),
      ),
      'c',
    );
  }
  if (/^\s*#/.test(above)) {
    // in a branch of the preprocessor: the comment stands above all branches
    let from = first - 1;
    while (from > 0 && !/^\s*#\s*if/.test(lines[from])) {
      --from;
    }
    return commentOf(lines, from);
  }
  return undefined;
}

/**
 * Lines of a comment as Markdown: what is set in by two columns more than the text, after an empty line or a colon, is code, and a table
 * where it begins with a quotation mark.
 */
export function markdownOf(lines, language = 'cpp') {
  const shown = [];
  let isCode = false;
  let isList = false;
  for (const [number, line] of lines.entries()) {
    const text = line.replace(/^ /, '');
    const before = (lines[number - 1] ?? '').trim();
    const starts = /^ {2,}\S/.test(text) && !isList && (before === '' || before.endsWith(':'));
    if (!isCode && starts) {
      shown.push('', /^\s*"/.test(text) ? '```' : `\`\`\`${language}`);
      isCode = true;
    }
    if (isCode && text !== '' && !/^ {2}/.test(text)) {
      shown.push('```', '');
      isCode = false;
    }
    isList = isCode ? false : /^- /.test(text) || (isList && /^ {2}/.test(text));
    if (!isCode && /^- /.test(text) && !/^(- | {2})/.test(shown.at(-1) ?? '')) {
      shown.push('');
    }
    if (!isCode && !isList && /^ {2}/.test(shown.at(-1) ?? '') && text !== '') {
      shown.push('');
    }
    shown.push(text);
  }
  if (isCode) {
    shown.push('```');
  }
  return fitted(shown)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Code without its common margin, and without an empty line before its end. */
function fitted(lines) {
  const result = [];
  for (let at = 0; at < lines.length; ++at) {
    result.push(lines[at]);
    if (lines[at].startsWith('```')) {
      const end = lines.findIndex((line, from) => from > at && line === '```');
      const code = lines.slice(at + 1, end);
      while (code.at(-1)?.trim() === '') {
        code.pop();
      }
      const margin = Math.min(...code.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
      result.push(...code.map((line) => line.slice(margin)), '```');
      at = end;
    }
  }
  return result;
}
