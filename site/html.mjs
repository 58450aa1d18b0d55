// Pieces of HTML that several kinds of pages have.
// SPDX-License-Identifier: MIT
import { escape } from './code.mjs';

export const code = (text) => `<code>${escape(text)}</code>`;

/** `content` is HTML; attributes that are undefined are left out. */
export function element(name, attributes, content = '') {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return `<${name}${given.map(([key, value]) => ` ${key}="${escape(String(value))}"`).join('')}>${content}</${name}>`;
}

export const link = (href, content, attributes = {}) => element('a', { href, ...attributes }, content);

/** `rows` are `[term, text]`, both HTML. */
export const definitions = (kind, rows) =>
  element('dl', { class: kind }, rows.map(([term, text]) => `<div><dt>${term}</dt><dd>${text}</dd></div>`).join(''));

/** `caption` is HTML; it says what the picture shows, for everyone. */
export const figure = (src, caption) =>
  `<figure><img src="${escape(src)}" alt="" loading="lazy"><figcaption>${caption}</figcaption></figure>`;

export const title = (content, over) => `${over ? `<p class="where">${escape(over)}</p>` : ''}<h1>${content}</h1>`;
export const lead = (content) => `<div class="lead">${content}</div>`;
