// All pages of the reference, and what they have in common.
// SPDX-License-Identifier: MIT
import { entriesOf, languages, pageOfVerb } from '../reference.mjs';
import { entryWriter } from './entries.mjs';
import { listingPages } from './listings.mjs';
import { verbPages } from './verbs.mjs';

export function referencePages(reference, site) {
  const { entries, table } = reference;
  const shown = languages.filter(([language]) => entries.some((entry) => entry.language === language));
  site.verbs = new Map(); // of each entry the first verb that has it
  for (const verb of table.chapters.flatMap(({ verbs }) => verbs)) {
    for (const entry of shown.flatMap(([language]) => entriesOf(verb, language, reference))) {
      site.verbs.set(entry, site.verbs.get(entry) ?? verb);
    }
  }
  const listings = shown.map(([language, name]) => ({
    title: language === 'cpp' ? 'Headers of C++' : name,
    href: `reference/${language}/index.html`,
  }));
  const side = [
    ...table.chapters.map(({ title, verbs }) => ({
      title,
      entries: verbs.map((verb) => ({ title: verb, href: pageOfVerb(verb), isCode: true })),
    })),
    { title: 'Listings', entries: listings },
  ];
  const how = { writer: entryWriter(reference, site), shown, common: { nav: 'reference', side, sideName: 'Reference' } };
  return [...verbPages(reference, site, how), ...listingPages(reference, site, how)];
}
