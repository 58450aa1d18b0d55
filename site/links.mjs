// Every link of the site: the page, the picture and the anchor that it names are there, and nothing comes from the network.
// SPDX-License-Identifier: MIT
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const decoded = (text) => decodeURIComponent(text.replaceAll('&amp;', '&').replaceAll('&quot;', '"'));

/** What is wrong with the pages of `folder`, as sentences. */
export function brokenLinks(folder, pages) {
  const anchors = new Map();
  const anchorsOf = (file) => {
    if (!anchors.has(file)) {
      const ids = [...readFileSync(file, 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => decoded(id));
      anchors.set(file, { all: new Set(ids), twice: ids.filter((id, at) => ids.indexOf(id) !== at) });
    }
    return anchors.get(file);
  };
  const wrong = [];
  for (const { path } of pages) {
    const file = join(folder, path);
    const html = readFileSync(file, 'utf8').replace(/<code>.*?<\/code>/gs, '');
    wrong.push(...anchorsOf(file).twice.map((id) => `${path}: the anchor ${id} is there twice`));
    for (const [, kind, given] of html.matchAll(/ (href|src|srcset)="([^"]*)"/g)) {
      const [target, anchor] = decoded(given).split('#');
      if (/^https?:|^mailto:/.test(target)) {
        if (kind !== 'href') {
          wrong.push(`${path}: ${given} is loaded from the network`);
        }
        continue;
      }
      const to = target === '' ? file : resolve(dirname(file), target);
      if (!existsSync(to)) {
        wrong.push(`${path}: wanted the file of the link ${given}, found none`);
      } else if (anchor && to.endsWith('.html') && !anchorsOf(to).all.has(anchor)) {
        wrong.push(`${path}: wanted the anchor of the link ${given}, found none`);
      }
    }
  }
  return wrong;
}
