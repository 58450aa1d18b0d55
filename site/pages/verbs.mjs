// A page for each verb, with all languages side by side, and the page that lists them.
// SPDX-License-Identifier: MIT
import { block, escape } from '../code.mjs';
import { facets } from '../facets.mjs';
import { code, definitions, element, lead, link, title } from '../html.mjs';
import { entriesOf, grouped, pageOfVerb } from '../reference.mjs';
import { relative } from '../shell.mjs';

const rank = ({ scope, kind }) => (kind === 'type' && scope === 'question' ? 4 : ({ parallel: 3, batch_queries: 2 }[scope] ?? 1));
const parts = { 2: 'Many in one call', 3: 'On every core', 4: 'As a value' };

export function verbPages(reference, site, { writer, shown, common }) {
  const { entries, table } = reference;
  const { text, show } = writer;

  /** What a verb does, in any language: as the table says, its question, or else its first method. */
  function sentenceOf(verb) {
    const found = entriesOf(verb, 'cpp', reference)
      .filter(({ comment }) => comment)
      .sort((one, other) => rank(one) - rank(other));
    const question = found.find(({ scope, kind }) => scope === 'question' && kind === 'type');
    return table.sentences[verb] ?? facets((question ?? found[0]).comment).meaning;
  }

  function panel(verb, language, path, known) {
    const found = grouped(entriesOf(verb, language, reference));
    if (language !== 'cpp') {
      return found.map((group) => show(group, path, { known })).join('') + (language === 'c' ? askedInC(verb, path) : '');
    }
    found.sort((one, other) => rank(one) - rank(other));
    const isNewPart = (group, at) => parts[rank(group)] && (at === 0 || rank(found[at - 1]) !== rank(group));
    const shownParts = found
      .map((group, at) => (isNewPart(group, at) ? `<h3>${parts[rank(group)]}</h3>` : '') + show(group, path, { known }))
      .join('');
    return exampleOf(verb, path) + shownParts;
  }

  /** A call of the verb in an example or a test, and where it stands. */
  function exampleOf(verb, path) {
    const call = site.calls.get(verb);
    if (!call?.code) {
      return '';
    }
    const to = site.link(path, 'README.md', call.file);
    const file = to ? link(to, escape(call.file)) : escape(call.file);
    return element(
      'section',
      { class: 'entry example' },
      block(call.code, 'cpp', `A call of ${verb}`) + element('p', { class: 'source' }, `Example, from ${file}`),
    );
  }

  /** Of a verb that asks: its row in the comment of `quadrille_questions`. */
  function askedInC(verb, path) {
    const asked = entries.find(({ full }) => full === 'quadrille_questions');
    const row = asked?.comment?.split('\n').find((line) => line.trim().startsWith(`"${verb}" `));
    if (!row) {
      return '';
    }
    const [, reads = 'nothing', finds] = /^\s*"\w+"\s+(?:(\S.*?)\s{2,})?(\S.*)$/.exec(row);
    const lines = `quadrille_questions asked = QUADRILLE_QUESTIONS("${verb}");\nquadrille_ask(tree, &asked, &answers);`;
    const by = ['quadrille_ask', 'quadrille_visit', 'quadrille_questions'].map((name) =>
      link(relative(path, site.names.get(name)), code(name), { class: 'name' }),
    );
    return `<h3>${parts[2]}</h3>${element(
      'section',
      { class: 'entry' },
      block(lines, 'c', `How ${verb} is asked`) +
        `<div class="meaning"><p>Finds ${escape(finds)}.</p></div>` +
        definitions('facets', [
          ['Reads', escape(reads)],
          ['Asked by', by.join(', ')],
        ]),
    )}`;
  }

  function tabs() {
    const one = ([language, name], at) =>
      element(
        'button',
        {
          role: 'tab',
          type: 'button',
          id: `tab-${language}`,
          'aria-controls': `in-${language}`,
          'aria-selected': at === 0,
          tabindex: at === 0 ? undefined : -1,
        },
        name,
      );
    return element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Language' }, shown.map(one).join(''));
  }

  function pageOf(verb, chapter) {
    const path = pageOfVerb(verb);
    const sentence = sentenceOf(verb);
    const panels = shown.map(([language, name]) => {
      const none = `<p class="none">The interface for ${name} has no ${code(verb)}.</p>`;
      const attributes = {
        class: 'panel',
        role: 'tabpanel',
        id: `in-${language}`,
        'aria-labelledby': `tab-${language}`,
        tabindex: 0,
      };
      return element('section', attributes, `<h2>${name}</h2>${panel(verb, language, path, sentence) || none}`);
    });
    const words = shown
      .flatMap(([language]) => entriesOf(verb, language, reference))
      .map(({ comment, name }) => `${name} ${comment ?? ''}`);
    return {
      ...common,
      path,
      title: verb,
      kind: 'verb',
      content: title(code(verb), chapter) + lead(text(sentence, path, 'cpp', verb)) + tabs() + panels.join('\n'),
      found: [{ title: verb, anchor: '', text: `${sentence} ${words.join(' ')}`, isVerb: true }],
    };
  }

  function index() {
    const path = 'reference/index.html';
    const names = shown
      .map(([, name]) => name)
      .join(', ')
      .replace(/, ([^,]*)$/, ' and $1');
    const chapters = table.chapters.map(
      ({ title: name, verbs }) =>
        `<section><h2>${escape(name)}</h2>${definitions(
          'verbs',
          verbs.map((verb) => [link(relative(path, pageOfVerb(verb)), code(verb)), text(sentenceOf(verb), path, 'cpp', verb)]),
        )}</section>`,
    );
    const listings = shown.map(([language, name]) =>
      link(`${language}/index.html`, language === 'cpp' ? 'headers of C++' : name),
    );
    return {
      ...common,
      path,
      title: 'Reference',
      found: [],
      content:
        title('Reference') +
        lead(`<p>Every verb in ${names}, side by side. The texts are those of the headers and docstrings.</p>`) +
        `${chapters.join('\n')}<section><h2>Listings</h2><p>All that each language has, in the order of its files: ${listings.join(', ')}.</p></section>`,
    };
  }

  return [...table.chapters.flatMap(({ title: chapter, verbs }) => verbs.map((verb) => pageOf(verb, chapter))), index()];
}
