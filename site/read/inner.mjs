// Names of `detail` in declarations: users cannot use them, so what is shown has other words for them, or leaves them out.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';

const table = JSON.parse(readFileSync(new URL('../inner.json', import.meta.url), 'utf8'));
const inner = /\b(?:quadrille::)?detail::/;

const closes = { '(': ')', '<': '>', '{': '}' };
/** Where the bracket at `from` is closed: the place behind it. */
function behind(text, from) {
  const [open, close] = [text[from], closes[text[from]]];
  let depth = 0;
  for (let at = from; at < text.length; ++at) {
    depth += text[at] === open ? 1 : text[at] === close && !/[-=]/.test(text[at - 1]) ? -1 : 0;
    if (depth === 0) {
      return at + 1;
    }
  }
  return text.length;
}
const spaceAt = (text, at) => /^\s*/.exec(text.slice(at))[0].length;

/** Where a name with its arguments ends, as `a::b<c>::d`. */
function nameEnd(text, from) {
  let at = from + /^(typename )?[\w:]*/.exec(text.slice(from))[0].length;
  while (text[at] === '<') {
    at = behind(text, at);
    at += /^[\w:]*/.exec(text.slice(at))[0].length;
  }
  return at;
}

/** Without constraints, and without conditions of `noexcept`, that have names of `detail`. */
function unconstrained(text) {
  let shown = text;
  for (const word of [...text.matchAll(/\s+(requires|noexcept\()/g)].reverse()) {
    let end;
    if (word[1] === 'requires') {
      end = word.index + word[0].length;
      do {
        end += spaceAt(text, end) + (/^&&|^\|\|/.test(text.slice(end + spaceAt(text, end))) ? 2 : 0);
        end += spaceAt(text, end);
        end = text[end] === '(' ? behind(text, end) : nameEnd(text, end + (text[end] === '!' ? 1 : 0));
      } while (/^\s*(&&|\|\|)/.test(text.slice(end)));
    } else {
      end = behind(text, word.index + word[0].length - 1);
    }
    shown = inner.test(text.slice(word.index, end)) ? shown.slice(0, word.index) + shown.slice(end) : shown;
  }
  return shown;
}

/** With `class` for concepts of `detail` that a template's parameters have, `…` for values and types by default, and words of the table. */
function plain(text) {
  let shown = text;
  for (const name of [...text.matchAll(/(=\s*)?(typename )?\b(quadrille::)?detail::(\w+)/g)].reverse()) {
    const start = name.index + (name[1]?.length ?? 0);
    const end = nameEnd(shown, start);
    const isConcept = /(^|\s)template <[^;(]*$/.test(shown.slice(0, start)) && /^ \w+/.test(shown.slice(end));
    const words = name[1] ? '…' : isConcept ? 'class' : (table.shown_as[name[4]] ?? name[0]);
    shown = shown.slice(0, start) + words + shown.slice(end);
  }
  return shown;
}

/** The members of a type's body, each with what stands above it. */
function membersOf(body) {
  const members = [];
  let from = 0;
  for (let at = 0; at < body.length; ++at) {
    if (body.startsWith('//', at)) {
      at = body.indexOf('\n', at);
    } else if (body[at] === '"') {
      at = body.indexOf('"', at + 1);
    } else if (body[at] === '(') {
      at = behind(body, at) - 1;
    } else if (body[at] === '{' || body[at] === ';') {
      at = body[at] === ';' ? at : behind(body, at) - 1;
      const rest = /^([\w, ]*;)?( *\/\/[^\n]*)?/.exec(body.slice(at + 1))[0];
      at += rest.length;
      members.push(body.slice(from, at + 1));
      from = at + 1;
    }
  }
  return { members, rest: body.slice(from) };
}

/** The text of a declaration as users see it; nothing where it is none for them. What the table has no words for stays as it is. */
export function shownCode(code, kind) {
  if (!inner.test(code)) {
    return code;
  }
  const isBody = kind === 'type' && code.includes('{');
  if (isBody) {
    const open = code.search(/\{/);
    const end = code.lastIndexOf('}');
    const { members, rest } = membersOf(code.slice(open + 1, end));
    const own = members.filter((member) => !inner.test(member)).join('');
    return `${code.slice(0, open + 1)}${own}${rest}${code.slice(end)}`.replace(/\n\s*\n(\s*\n)+/g, '\n\n').replace(/\{\n\n/g, '{\n');
  }
  const hidden = new RegExp(`detail::(${table.left_out_with.join('|')})\\b`);
  return hidden.test(code) ? undefined : plain(unconstrained(code));
}
