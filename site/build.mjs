// Builds the site. usage: node site/build.mjs FOLDER XML; FOLDER is where it goes, XML what Doxygen has made of the headers.
// SPDX-License-Identifier: MIT
// Links to files that are no page of the site are left as words; with QUADRILLE_REPOSITORY, an address, they go there.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { uncovered } from './blocks.mjs';
import { readCalls, uncalled } from './calls.mjs';
import { innerNames } from './inner.mjs';
import { brokenLinks } from './links.mjs';
import { documentPages, documentTargets } from './pages/documents.mjs';
import { exampleFiles, examplePages, examplePath } from './pages/examples.mjs';
import { livePage } from './pages/live.mjs';
import { namesOf } from './pages/names.mjs';
import { picturePage } from './pages/pictures.mjs';
import { referencePages } from './pages/reference.mjs';
import { pageOfEntry, readAll, undocumented, unplaced } from './reference.mjs';
import { readSynonyms, searchScript, strayed } from './search.mjs';
import { relative, shell } from './shell.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const [, , folder, xml] = process.argv;
if (!xml) {
  console.error('usage: node site/build.mjs FOLDER XML');
  process.exit(2);
}
const out = resolve(folder);
const xmlFolder = resolve(xml);
process.chdir(root);

const reference = readAll(root, xmlFolder);
const pictures = new Set();
const site = {
  documents: new Map(),
  reference,
  names: namesOf(reference),
  examples: exampleFiles(root),
  calls: readCalls(root),
  link,
};
documentTargets(root, site);

/** Where `href`, as it stands in `file` of the repository, goes in the page `path`; nothing if the site does not have it. */
function link(path, file, href) {
  if (/^[a-z]+:/.test(href)) {
    return href;
  }
  const [target, anchor] = href.split('#');
  const to = target === '' ? file : posix.normalize(posix.join(posix.dirname(file), target));
  const document = site.documents.get(to);
  if (document) {
    return relative(path, anchor ? `${document.path}#${anchor}` : document.path);
  }
  if (/^docs\/.*\.(svg|png|webp)$/.test(to)) {
    pictures.add(to);
    return relative(path, to.replace(/^docs\/(pictures\/)?/, 'pictures/'));
  }
  if (/^examples\/?$/.test(to)) {
    return relative(path, 'examples/index.html');
  }
  if (/^examples\/.*\.(cpp|c|py|mjs)$/.test(to)) {
    return relative(path, examplePath(to.replace(/^examples\//, '')));
  }
  if (/^include\/|^bindings\/c\//.test(to)) {
    const entry = reference.entries.find((each) => each.file === to);
    if (entry) {
      return relative(path, pageOfEntry(entry));
    }
  }
  return process.env.QUADRILLE_REPOSITORY ? `${process.env.QUADRILLE_REPOSITORY}/${to}` : undefined;
}

function write(path, content) {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
function copy(from, path) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  copyFileSync(from, join(out, path));
}

rmSync(out, { recursive: true, force: true });
const playground = 'playground/dist/quadrille.html';
const live = existsSync(playground) ? 'playground/quadrille.html' : undefined;
if (live) {
  copy(playground, live);
}
const config = readFileSync('include/quadrille/config.hpp', 'utf8');
const version = ['MAJOR', 'MINOR', 'PATCH']
  .map((part) => new RegExp(`QUADRILLE_VERSION_${part} (\\d+)`).exec(config)[1])
  .join('.');
const pages = [
  ...documentPages(site),
  ...referencePages(reference, site),
  ...examplePages(root),
  picturePage(site),
  livePage(site, live),
];
for (const page of pages) {
  write(page.path, shell(page, version));
}
for (const picture of pictures) {
  copy(picture, picture.replace(/^docs\/(pictures\/)?/, 'pictures/'));
}
for (const file of readdirSync('site/look')) {
  copy(join('site/look', file), `look/${file}`);
}
write('look/search.js', searchScript(root, pages));

const wrong = [
  ...undocumented(reference.entries),
  ...unplaced(reference),
  ...brokenLinks(out, pages),
  ...innerNames(out, pages),
  ...uncovered(root, site),
  ...uncalled(site.calls, reference),
  ...strayed(readSynonyms(root), pages),
];
if (wrong.length > 0) {
  console.error(`${wrong.join('\n')}\nthe site has ${wrong.length} faults`);
  process.exit(1);
}
console.log(`${pages.length} pages in ${out}`);
