// The parts of the site's build: what they read, and that they notice what is missing, broken or tested by nothing.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { uncovered } from '../blocks.mjs';
import { statementOf, uncalled } from '../calls.mjs';
import { facets, sentences } from '../facets.mjs';
import { innerNames } from '../inner.mjs';
import { brokenLinks } from '../links.mjs';
import { parse, slug } from '../markdown.mjs';
import { grouped, undocumented, unplaced } from '../reference.mjs';
import { markdownOfDocstring } from '../read/docstring.mjs';
import { shownCode } from '../read/inner.mjs';
import { readJavascript } from '../read/javascript.mjs';
import { beginOf, commentOf, signatureOf, wholeOf } from '../read/source.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const scratch = mkdtempSync(join(tmpdir(), 'quadrille-site-'));
after(() => rmSync(scratch, { recursive: true }));
function file(name, text) {
  const path = join(scratch, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const header = `/// Finds things.
///
///   tree.find(1);
///
/// - one; two
///   goes on
template <class Area>
    requires area<Area>
[[nodiscard]] int find(const Area& area = {},
                       counters* counts = nullptr) const noexcept {
    return 1;
}
int other() { return 2; }
int depth; ///< from 1
struct plain {
    int a = 0; ///< one
};`.split('\n');

test('a declaration is read from its name: where it begins, its text, and its comment', () => {
  const at = header.findIndex((line) => line.includes(' find('));
  const first = beginOf(header, at);
  assert.equal(header[first], 'template <class Area>');
  assert.equal(
    signatureOf(header, first),
    'template <class Area>\n    requires area<Area>\nint find(const Area& area = {},\n         counters* counts = nullptr) const noexcept;',
  );
  assert.equal(commentOf(header, first), 'Finds things.\n\n```cpp\ntree.find(1);\n```\n\n- one; two\n  goes on');
  const next = beginOf(
    header,
    header.findIndex((line) => line.includes('other()')),
  );
  assert.equal(commentOf(header, next), undefined, 'a comment is that of one declaration');
  assert.equal(commentOf(header, header.indexOf('int depth; ///< from 1')), 'from 1');
  assert.equal(wholeOf(header, header.indexOf('struct plain {')), 'struct plain {\n    int a = 0; ///< one\n};');
});

test('a docstring becomes Markdown: parameters a list, doctests code', () => {
  const text = 'Finds.\n\nk : how many\n    at most\nlayers, partners : which\n\n>>> find(1)\n[2]\n\nThe end.';
  assert.equal(
    markdownOfDocstring(text),
    'Finds.\n\n- `k`: how many\n  at most\n- `layers`, `partners`: which\n\n```python\n>>> find(1)\n[2]\n```\n\nThe end.',
  );
});

test('TypeScript: public members of exported classes, with their tags; no folder is no language', () => {
  assert.deepEqual(readJavascript(join(scratch, 'none')), []);
  file('javascript/node_modules/other.d.ts', 'export declare class Other { no(): void }');
  file('javascript/index.ts', `export { Quadtree } from './tree';\nexport type { Shape } from './tree';`);
  file('javascript/asked.ts', `export abstract class Asked {\n    /** Counts. */\n    count(): number { return 0; }\n}`);
  file(
    'javascript/tree.ts',
    `import { Asked } from './asked';
class Base extends Asked {
    /** Frees. */
    dispose(): void {}
    protected inner(): void {}
}
/** A tree. */
export class Quadtree extends Base {
    /** Finds. @param area where @returns how many @throws TypeError if not */
    query(area: number): number { return area; }
    /** @internal */
    own(): void {}
    private secret(): void {}
    get bare(): number { return 1; }
}
export class Unlisted {}
declare class Hidden {}`,
  );
  const [tree, ...more] = readJavascript(join(scratch, 'javascript'));
  assert.deepEqual([tree.code, more.length], ['class Quadtree', 0]);
  assert.deepEqual([tree.members[0].file, tree.members[0].line], [join(scratch, 'javascript/asked.ts'), 3]);
  assert.deepEqual(
    tree.members.map(({ name, code, comment }) => [name, code, comment]),
    [
      ['count', 'count(): number', 'Counts.'],
      ['dispose', 'dispose(): void', 'Frees.'],
      ['query', 'query(area: number): number', 'Finds.\n\n- `area`: where\n- returns how many\n- throws TypeError if not'],
      ['bare', 'get bare(): number', undefined],
    ],
  );
});

test('names of detail are not in what is shown: other words stand for them, or they are left out', () => {
  const cases = [
    ['int plain(int a);', 'int plain(int a);'],
    [
      'template <runner Runner, quadrille::detail::any_tree Tree,\n          detail::areas_for<typename Tree::shape> Areas = std::span<int>>\nint f(Tree& tree);',
      'template <runner Runner, class Tree,\n          class Areas = std::span<int>>\nint f(Tree& tree);',
    ],
    ['template <class Seen = detail::no_visitor>\nvoid f();', 'template <class Seen = …>\nvoid f();'],
    [
      'template <class A>\n    requires std::invocable<A&, int> &&\n             detail::area_for<A, std::vector<int>>\nint f(A) noexcept(detail::has<A>)\n    requires(A::size > 1);',
      'template <class A>\nint f(A)\n    requires(A::size > 1);',
    ],
    [
      'outcome f(detail::item_list items, detail::results_of<std::vector<A>> results);',
      'outcome f(std::span<const item> items, std::span<…> results);',
    ],
    ['int f(const detail::core<Shape>& tree);', undefined],
    ['inline constexpr int most = detail::max_tasks;', 'inline constexpr int most = …;'],
  ];
  for (const [code, shown] of cases) {
    assert.equal(shownCode(code, 'function'), shown);
  }
  const type = `struct query {
    int area; ///< where
    filter wanted = {};

    /// Not for users.
    template <class A>
    using source = detail::source<A>;
    int with(int a) const {
        return {a};
    }
    int center() { return detail::middle(area); }
};`;
  assert.equal(
    shownCode(type, 'type'),
    `struct query {
    int area; ///< where
    filter wanted = {};
    int with(int a) const {
        return {a};
    }
};`,
  );
  assert.equal(shownCode('int f(detail::unknown a);', 'function'), 'int f(detail::unknown a);', 'the build notices it');
  file('inner/a.html', '<code>int f(<b>detail</b>::unknown a)</code>');
  assert.deepEqual(innerNames(join(scratch, 'inner'), [{ path: 'a.html' }]), [
    'a.html: wanted no name of detail, found detail::unknown; site/inner.json has words for such names',
  ]);
});

test('what has no comment, and what is on the page of no verb, is named', () => {
  const place = { language: 'c', kind: 'function', file: 'a.h', line: 7 };
  const entries = [
    { ...place, name: 'quadrille_pairs', full: 'quadrille_pairs', comment: 'Pairs.' },
    { ...place, name: 'quadrille_odd', full: 'quadrille_odd' },
  ];
  assert.deepEqual(undocumented(entries), ['a.h:7: wanted a comment that tells what quadrille_odd does, found none']);
  const table = { chapters: [{ verbs: ['pairs'] }], names: { pairs: { c: ['quadrille_pairs', 'gone'], python: ['none'] } } };
  assert.deepEqual(unplaced({ entries, table }), [
    'a.h:7: wanted a verb in site/verbs.json for quadrille_odd, found none',
    'site/verbs.json: wanted a declaration for the verb pairs in the headers, found none',
    'site/verbs.json: wanted what pairs names, gone, in the sources, found none',
  ]);
});

test('of overloads that differ in const alone one is shown, with the comment of all', () => {
  const one = { kind: 'function', full: 'q::f', comment: 'F.' };
  const groups = grouped([
    { ...one, code: 'int f(int a) &;' },
    { ...one, code: 'int f(int a) const&;', isOverload: true },
    { ...one, code: 'int f(int a, int b);', isOverload: true },
  ]);
  assert.deepEqual(
    groups.map(({ codes }) => codes),
    [['int f(int a) const&;', 'int f(int a, int b);']],
  );
});

test('a comment is told by what is done, contract, cost and errors', () => {
  assert.deepEqual(sentences('One `a. B` here. (Two. Three) four. 5 is less, e.g. X.'), [
    'One `a. B` here.',
    '(Two. Three) four.',
    '5 is less, e.g. X.',
  ]);
  assert.deepEqual(facets('Adds an item. It is in all layers. O(log n). False for a stale item.\n\n- a list'), {
    meaning: 'Adds an item.',
    contract: 'It is in all layers.\n\n- a list',
    costs: 'O(log n).',
    errors: 'False for a stale item.',
  });
  const { contract, errors } = facets(
    'A handle. It is rejected later. Others are rejected. They are none.\n\nMore. This, too, throws.\n\n```cpp\nf();\n```\n\nThe end. It throws.',
  );
  assert.deepEqual(
    [contract, errors],
    [
      'It is rejected later. More. This, too, throws.\n\n```cpp\nf();\n```\n\nThe end. It throws.',
      'Others are rejected. They are none.',
    ],
    'a sentence that leans on another stays with it',
  );
});

test('anchors are those of GitHub', () => {
  const used = new Map();
  assert.deepEqual(
    ['Coming from …', 'With an ECS', 'A, b: `c_d`!', 'With an ECS'].map((title) => slug(title, used)),
    ['coming-from-', 'with-an-ecs', 'a-b-c_d', 'with-an-ecs-1'],
  );
});

test('links that lead nowhere, anchors that are there twice, and what comes from the network are named', () => {
  file('site/b.html', '<h2 id="here">');
  file(
    'site/a.html',
    '<p id="x"><p id="x"><a href="b.html#here"><a href="b.html#gone"><a href="c.html"><a href="https://example.org"><img src="https://example.org/p.png">',
  );
  assert.deepEqual(brokenLinks(join(scratch, 'site'), [{ path: 'a.html' }]), [
    'a.html: the anchor x is there twice',
    'a.html: wanted the anchor of the link b.html#gone, found none',
    'a.html: wanted the file of the link c.html, found none',
    'a.html: https://example.org/p.png is loaded from the network',
  ]);
});

test('code that no test compiles or runs is named, and rows of the table that are no longer true', () => {
  const document = parse(
    '# A\n\n```sh\nnew command\n```\n\n<!-- examples/hello.cpp: whole -->\n```cpp\nint a;\n```\n\n```\na drawing\n```\n',
  );
  const reference = {
    entries: [
      { file: 'x.hpp', line: 3, comment: 'Says.\n\n```cpp\nf();\n```' },
      { file: 'x.py', line: 4, comment: '```python\n>>> 1\n1\n```' },
    ],
    about: { c: '', python: '' },
  };
  const told = uncovered(root, {
    documents: new Map([['docs/new.md', { tokens: document }]]),
    reference,
    examples: ['hello.cpp', 'odd.c'],
  });
  const own = told.filter((each) => !/^site\/blocks\.json: wanted a block/.test(each));
  assert.deepEqual(own, [
    'docs/new.md:3: wanted a test of the code that begins with "new command" in site/blocks.json, found none',
    'x.hpp:3: wanted a test of the code that begins with "f();" in site/blocks.json, found none',
    'examples/odd.c: wanted a test that runs it, found none',
  ]);
  assert.ok(told.length > own.length, 'no block of the table is in these documents');
});

test('a call is a whole statement, without the marks of the guide', () => {
  const text = 'int main() {\n    // [loop\n    tree.pairs([](auto a) { // ends here; or not\n        say("}");\n        // loop]\n    });\n    f();\n}';
  assert.deepEqual(statementOf(text, 'tree.pairs('), {
    line: 3,
    code: 'tree.pairs([](auto a) { // ends here; or not\n    say("}");\n});',
  });
  assert.deepEqual(statementOf(text, 'f('), { line: 7, code: 'f();' });
  assert.equal(statementOf(text, 'g('), undefined);
});

test('a verb without a call, and a call that is not there or of another verb, is named', () => {
  const reference = { entries: [], table: { chapters: [{ verbs: ['pairs', 'erase', 'move', 'any'] }], names: {} } };
  const calls = new Map([
    ['pairs', { file: 'examples/a.cpp', code: 'tree.pairs(f);' }],
    ['erase', { file: 'examples/a.cpp', code: 'tree.erase_if(f);' }],
    ['move', { file: 'examples/b.cpp' }],
    ['gone', { file: 'examples/a.cpp', code: 'tree.gone();' }],
  ]);
  assert.deepEqual(uncalled(calls, reference), [
    'site/calls.json: wanted a call of any, found none',
    'site/calls.json: wanted one of erase in the call of erase, found tree.erase_if(f);',
    'site/calls.json: wanted the call of move in examples/b.cpp, a file that is compiled by a test, found none',
    'site/calls.json: wanted a verb, found gone',
  ]);
});
