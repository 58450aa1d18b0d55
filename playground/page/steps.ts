// The steps of the first scene: what the tree does, a sentence each, with the figures of this moment.
// SPDX-License-Identifier: MIT
import type { State } from './address';
import { byId, element } from './dom';
import { count, counted } from './figures';
import type { Facts } from './protocol';
import { openDialog } from './keys';
import { possiblePairs, scenes } from './scenes';

declare const SCENE_CODE: string; // put in by the build: a part of playground/scene_overview.cpp
declare const REPOSITORY: string;

interface Step { title: string; says(leaf: number): string; figure(facts: Facts): string }

const steps: Step[] = [
  {
    title: 'Cells',
    says: (leaf) => `A quadtree cuts the world into four, and each part again while it holds more than ${counted(leaf, 'boxes')}.`,
    figure: (facts) => `${counted(facts.leaves, 'cells')} with ${counted(facts.items, 'boxes')}`,
  },
  {
    title: 'Pairs',
    says: () => 'A box is tested only against those in cells nearby; a line joins two that touch.',
    figure: (facts) => `${partOfTests(facts)} of the tests that brute force makes`,
  },
  {
    title: 'Window',
    says: () => 'A query opens the cells that its window meets and skips all others; drag it, or pull its corner.',
    figure: (facts) => `${count(facts.paneLeaves)} of ${counted(facts.leaves, 'cells')} opened, ${count(facts.paneLanes)} boxes tested, ` +
      `${count(facts.paneAnswers)} found`,
  },
];

function partOfTests({ items, answerPairs }: Facts): string {
  return `${((100 * answerPairs) / Math.max(1, possiblePairs(items))).toFixed(1)} %`;
}

export class Steps {
  private readonly figures: HTMLElement[] = steps.map(() => element('output', { class: 'figure' }));
  private readonly sentences: HTMLElement[] = steps.map(() => element('span'));
  private readonly force: HTMLInputElement;

  constructor(change: (part: Partial<State>) => void) {
    this.force = element('input', {
      type: 'checkbox', role: 'switch', name: 'force', change: () => change({ force: this.force.checked }),
    });
    byId('force').append(this.force, element('span', { class: 'knob' }), 'brute force');
    byId('steps').append(...steps.map(({ title }, at) => element('li', {},
      element('b', {}, title), ' ', this.sentences[at] as Node, ' ', this.figures[at] as Node)));
    byId('code').addEventListener('click', showCode);
  }

  present(state: State): void {
    byId<HTMLElement>('story').hidden = state.kind !== 'overview';
    this.force.checked = state.force;
    steps.forEach(({ says }, at) => { (this.sentences[at] as HTMLElement).textContent = says(state.leaf); });
  }

  show(facts: Facts): void {
    steps.forEach(({ figure }, at) => { (this.figures[at] as HTMLElement).textContent = figure(facts); });
  }
}

/** What stands beside the pane. */
export const countsOfPane = (facts: Facts): string => `${count(facts.paneLanes)} tested, ${count(facts.paneAnswers)} found`;

/** What the pane has found, as a screen reader tells it. */
export const foundInPane = (facts: Facts): string => (steps[2] as Step).figure(facts);

function showCode(): void {
  const link = (path: string, text: string): HTMLElement => element('a', { href: `${REPOSITORY}/${path}` }, text);
  openDialog('dialog', 'The code of this scene',
    element('pre', { tabindex: '0', 'aria-label': 'C++' }, element('code', {}, SCENE_CODE)),
    element('p', {}, `The engine calls these each frame; “${scenes.overview.title}” shows their answers.`),
    element('p', { class: 'links' }, link('docs/guide/intersecting.md', 'The guide: which items intersect'), link('docs/guide/screen.md',
      'what is in a window'), link('README.md', 'the repository')));
}
