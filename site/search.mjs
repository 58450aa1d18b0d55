// The script of the search: what is to be found, and MiniSearch, which finds it. A page loads it when the search is used first.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finder } from './finder.mjs';

const most = 1200; // characters of a section that are searched

/** Words by which a page is found that does not have them, by its path. */
export const readSynonyms = (root) => JSON.parse(readFileSync(join(root, 'site/synonyms.json'), 'utf8'));

/** Synonyms of pages that the site does not have, as sentences. */
export const strayed = (synonyms, pages) =>
  Object.keys(synonyms)
    .filter((path) => pages.every((page) => page.path !== path))
    .map((path) => `site/synonyms.json: wanted the page ${path}, found none`);

export function searchScript(root, pages) {
  const synonyms = readSynonyms(root);
  const found = new Map();
  for (const page of pages) {
    const isTold = page.found.some(({ anchor, title }) => anchor === '' || title === page.title);
    for (const { title, anchor, text, isVerb, isGuide } of [
      ...(isTold ? [] : [{ title: page.title, anchor: '', text: '' }]),
      ...page.found,
    ]) {
      const isPage = anchor === '' || title === page.title;
      const address = isPage ? page.path : `${page.path}#${anchor}`;
      const words = `${found.get(`${address} ${title}`)?.x ?? ''} ${text}`
        .replace(/[`*|]/g, '')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, most);
      found.set(`${address} ${title}`, {
        t: title,
        p: title === page.title ? '' : page.title,
        u: address,
        x: words,
        ...(isPage && synonyms[page.path] ? { s: synonyms[page.path] } : {}),
        ...(isVerb ? { w: 3 } : isGuide ? { w: 2 } : {}),
      });
    }
  }
  const library = readFileSync(join(root, 'site/node_modules/minisearch/dist/umd/index.js'), 'utf8').replace(
    /\/\/# sourceMappingURL.*/,
    '',
  );
  const entries = JSON.stringify([...found.values()]);
  return `${library}\nglobalThis.quadrilleFound((${finder})(globalThis.MiniSearch, ${entries}));\n`;
}
