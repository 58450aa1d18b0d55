// Markdown as HTML: anchors as GitHub has them, links to the pages of the site, colored code, and the text of each section for the search.
// SPDX-License-Identifier: MIT
import markdownIt from 'markdown-it';
import { block, escape } from './code.mjs';

/** The anchor of a heading, as GitHub makes it; `used` keeps those of one document apart. */
export function slug(text, used = new Map()) {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
  const count = used.get(plain) ?? 0;
  used.set(plain, count + 1);
  return count === 0 ? plain : `${plain}-${count}`;
}

const plainOf = (token) =>
  token.children
    .map((each) => (each.type === 'text' || each.type === 'code_inline' ? each.content : each.type === 'softbreak' ? ' ' : ''))
    .join('');

const parser = markdownIt({ html: true });
parser.renderer.rules.fence = ([...tokens], at, options, env) => {
  const { content, info } = tokens[at];
  return block(content.replace(/\n$/, ''), info.trim() || env.language || '', `Code in ${env.title ?? 'this section'}`);
};
parser.renderer.rules.heading_open = (tokens, at) => `<${tokens[at].tag} id="${escape(tokens[at].attrGet('id') ?? '')}">`;
parser.renderer.rules.table_open = (tokens, at, options, env) =>
  `<div class="wide" tabindex="0" role="group" aria-label="Table in ${escape(env.title ?? 'this section')}"><table>\n`;
parser.renderer.rules.table_close = () => '</table></div>\n';
parser.renderer.rules.th_open = (tokens, at) => (tokens[at + 1].content === '' ? '<td>' : '<th scope="col">');
parser.renderer.rules.th_close = (tokens, at) => (tokens[at - 1].content === '' ? '</td>' : '</th>');
parser.renderer.rules.code_inline = (tokens, at, options, env) => {
  const text = tokens[at].content;
  const isInLink =
    tokens.slice(0, at).reduce((depth, { type }) => depth + (type === 'link_open' ? 1 : type === 'link_close' ? -1 : 0), 0) > 0;
  const code = `<code>${escape(text)}</code>`;
  const href = isInLink || !env.nameLink ? undefined : env.nameLink(text);
  return href ? `<a class="name" href="${escape(href)}">${code}</a>` : code;
};

/** The tokens of a document, with an anchor at every heading. */
export function parse(text) {
  const tokens = parser.parse(text.replace(/^(<!--[^\n]*-->\n)+/, ''), {});
  const used = new Map();
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      token.attrSet('id', slug(plainOf(tokens[at + 1]), used));
      token.meta = { title: plainOf(tokens[at + 1]) };
    }
  }
  return tokens;
}

export const headings = (tokens) =>
  tokens
    .filter(({ type }) => type === 'heading_open')
    .map((token) => ({ level: Number(token.tag[1]), title: token.meta.title, anchor: token.attrGet('id') }));

/** The tokens between the headings of level 2: `{ title, anchor, tokens }`, the first without a title. */
export function chapters(tokens) {
  const found = [{ title: '', anchor: '', tokens: [] }];
  for (const token of tokens) {
    if (token.type === 'heading_open' && token.tag === 'h2') {
      found.push({ title: token.meta.title, anchor: token.attrGet('id'), tokens: [] });
    }
    found.at(-1).tokens.push(token);
  }
  return found;
}

/**
 * Tokens as HTML. `env.link(href)` is where a link or an image of this document goes in the page, or nothing where the site has no such
 * page: then its words remain. `env.nameLink(code)` is where the name in a piece of code goes.
 */
export function render(tokens, env) {
  return parser.renderer.render(
    tokens.map((token) => linked(token, env)),
    parser.options,
    env,
  );
}

function linked(token, env) {
  if (token.type === 'html_block' || token.type === 'html_inline') {
    const content = token.content.replace(
      /\b(src|srcset|href)="([^"]*)"/g,
      (_, name, href) => `${name}="${escape(env.link(href) ?? href)}"`,
    );
    return Object.assign(Object.create(Object.getPrototypeOf(token)), token, { content: /^<!--/.test(content) ? '' : content });
  }
  if (!token.children) {
    return token;
  }
  const copy = Object.assign(Object.create(Object.getPrototypeOf(token)), token);
  copy.children = [];
  let dropped = 0;
  for (const each of token.children) {
    const child =
      each.children || each.type === 'html_inline'
        ? linked(each, env)
        : Object.assign(Object.create(Object.getPrototypeOf(each)), each);
    if (child.type === 'link_open') {
      const href = env.link(child.attrGet('href'));
      if (href === undefined) {
        ++dropped;
        continue;
      }
      child.attrs = [['href', href]];
    } else if (child.type === 'link_close' && dropped > 0) {
      --dropped;
      continue;
    } else if (child.type === 'image') {
      const src = child.attrGet('src');
      child.attrs = [
        ['src', env.link(src) ?? src],
        ['alt', ''],
        ...(child.attrGet('title') ? [['title', child.attrGet('title')]] : []),
        ['loading', 'lazy'],
      ];
    }
    copy.children.push(child);
  }
  return copy;
}

/** A comment or docstring: Markdown whose code has no language of its own. */
export const renderText = (text, env) => render(parse(text), env);

/** What is to be found: the words under each heading, `{ title, anchor, text }`. */
export function sectionsOf(tokens) {
  const found = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      found.push({ title: token.meta.title, anchor: token.attrGet('id'), text: '' });
    } else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open' && found.length > 0) {
      found.at(-1).text += `${plainOf(token)} `;
    }
  }
  return found;
}
