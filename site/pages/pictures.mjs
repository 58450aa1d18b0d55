// The pictures of the guide on one page.
// SPDX-License-Identifier: MIT
import { basename } from 'node:path';
import { escape } from '../code.mjs';
import { code, element, figure, lead, link, title } from '../html.mjs';
import { chapters } from '../markdown.mjs';

/** Each picture with its words, the chapter that it is from, and the program that draws it. */
export function picturePage(site) {
  const path = 'pictures.html';
  const ofGuides = [...site.documents].filter(([, { isGuide }]) => isGuide);
  const shown = ofGuides.flatMap(([file, { tokens }]) =>
    chapters(tokens).flatMap(({ title: chapter, anchor, tokens: some }) => {
      const images = some.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'image');
      return images.map((image) => {
        const src = image.attrGet('src');
        const program = `${basename(src, '.svg')}.cpp`;
        const from = link(site.link(path, file, `#${anchor}`), escape(chapter));
        const by = link(site.link(path, file, `../examples/pictures/${program}`), code(program));
        return figure(site.link(path, file, src), `${escape(image.content)}. ${from}; drawn by ${by}`);
      });
    }),
  );
  const words = '<p>Each is printed by a program of under 60 lines over the public headers; a test compares it.</p>';
  const content = title('Pictures') + lead(words) + element('div', { class: 'figures' }, shown.join('\n'));
  return { path, nav: 'pictures', title: 'Pictures', kind: 'gallery', content, found: [] };
}
