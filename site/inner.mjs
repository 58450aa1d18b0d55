// Names of `detail` on pages: users cannot use them, so no page shows one.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const plain = (html) => html.replace(/<[^>]*>/g, ''); // colors may part a name

/** The names that pages of `folder` show, as sentences. */
export function innerNames(folder, pages) {
  return pages.flatMap(({ path }) => {
    const names = new Set(plain(readFileSync(join(folder, path), 'utf8')).match(/\bdetail::\w*/g));
    return [...names].map((name) => `${path}: wanted no name of detail, found ${name}; site/inner.json has words for such names`);
  });
}
