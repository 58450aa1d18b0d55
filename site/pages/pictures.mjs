// The pictures of the guide on one page.
// SPDX-License-Identifier: MIT
import { basename } from 'node:path';
import { escape } from '../code.mjs';
import { code, element, figure, lead, link, title } from '../html.mjs';

/** Each picture with its words, the heading that it is under, and the program that draws it. */
export function picturePage(site) {
  const path = 'pictures.html';
  const ofGuides = [...site.documents].filter(([, { isGuide }]) => isGuide);
  const shown = ofGuides.flatMap(([file, { tokens }]) => {
    const figures = [];
    let under;
    for (const token of tokens) {
      under = token.type === 'heading_open' ? token : under;
      for (const image of (token.children ?? []).filter(({ type }) => type === 'image')) {
        const src = image.attrGet('src');
        const program = `examples/pictures/${basename(src, '.svg')}.cpp`;
        const from = link(site.link(path, file, `#${under.attrGet('id')}`), escape(under.meta.title));
        const by = link(site.link(path, 'README.md', program), code(basename(program)));
        figures.push(figure(site.link(path, file, src), `${escape(image.content)}. ${from}; drawn by ${by}`));
      }
    }
    return figures;
  });
  const words = '<p>Each is printed by a program of under 60 lines over the public headers; a test compares it.</p>';
  const content = title('Pictures') + lead(words) + element('div', { class: 'figures' }, shown.join('\n'));
  return { path, nav: 'pictures', title: 'Pictures', kind: 'gallery', content, found: [] };
}
