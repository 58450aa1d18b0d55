// The page with the playground in it; without one a picture, and how it is built.
// SPDX-License-Identifier: MIT
import { element, figure, lead, link, title } from '../html.mjs';
import { relative } from '../shell.mjs';

/** `file` is where the playground lies in the site. */
export function livePage(site, file) {
  const path = 'live.html';
  const found = [{ title: 'Live: the playground', anchor: '', text: 'playground browser WebAssembly scenes try' }];
  return {
    path,
    nav: 'live',
    kind: 'wide',
    title: 'Live',
    content: title('Live') + (file ? embedded(relative(path, file)) : pictured(site, path)),
    found,
  };
}

function embedded(src) {
  const words = `<p>The library itself, compiled to WebAssembly: nine scenes to play with. ${link(src, 'In a window of its own')}.</p>`;
  return lead(words) + element('iframe', { class: 'live', src, title: 'The playground' });
}

function pictured(site, path) {
  const words =
    '<p><code>./play</code> builds the playground, one page that runs the library in a browser; a site that is built afterwards has it here.</p>';
  return (
    lead(words) +
    figure(
      site.link(path, 'README.md', 'docs/pictures/playground.png'),
      'The playground: the cells of a tree, and a window that opens few of them',
    )
  );
}
