// The scenes as the page presents them: what they ask, what a hand does, where their controls begin and end.
// SPDX-License-Identifier: MIT
import type { Facts, Kind, Size, Times } from './protocol';

/** What an item is drawn as. */
export type Form = 'box' | 'circle' | 'dart' | 'point';

/** What a press and a drag do; panning is always possible with a second finger, the right button or the arrow keys. */
export type Hand = 'pan' | 'push' | 'add' | 'lantern' | 'hunt' | 'edit';

export interface Scene {
  title: string;
  question: string;
  hint: string;
  form: Form;
  hand: Hand;
  count: { label: string; least: number; most: number; usual: number };
  sizes?: Size;
  leaf: number;
  cells?: boolean;
  /** What `answer` is called beside its milliseconds. */
  answer: string;
  /** The numbers in large type, with their labels. */
  numbers(facts: Facts, times: Times): [label: string, value: string][];
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
export const count = (value: number): string => whole.format(value);

export const scenes: Record<Kind, Scene> = {
  collide: {
    title: 'Collide',
    question: 'Which ones touch?',
    hint: 'Boxes bounce, and flash when a contact begins. Press to push them apart.',
    form: 'box', hand: 'push', leaf: 48, sizes: 'log-normal', answer: 'pairs',
    count: { label: 'boxes', least: 10, most: 200_000, usual: 2000 },
    numbers: (facts) => [
      ['boxes', count(facts.items)], ['pairs touch', count(facts.answers)],
      ['began', count(facts.began)], ['ended', count(facts.ended)],
    ],
  },
  boids: {
    title: 'Boids',
    question: 'Who flies around me?',
    hint: 'Each bird follows those within its reach. Press to let forty more fly.',
    form: 'dart', hand: 'add', leaf: 48, answer: 'neighbours',
    count: { label: 'birds', least: 10, most: 50_000, usual: 2500 },
    numbers: (facts) => [
      ['birds', count(facts.items)], ['each sees', (facts.answers / Math.max(1, facts.items) - 1).toFixed(1)],
    ],
  },
  circles: {
    title: 'Circles',
    question: 'When does a tree pay?',
    hint: 'Ever more circles: the tree finds the touching pairs, and brute force beside it.',
    form: 'circle', hand: 'pan', leaf: 48, sizes: 'log-normal', answer: 'pairs by tree',
    count: { label: 'up to', least: 100, most: 12_000, usual: 8000 },
    numbers: (facts, times) => [
      ['circles', count(facts.items)], ['pairs touch', count(facts.answers)],
      ['by brute force', count(facts.compared)],
      ['times as fast', (times.compare / Math.max(0.005, times.update + times.answer)).toFixed(1)],
    ],
  },
  light: {
    title: 'Light',
    question: 'What can be seen from here?',
    hint: 'Drag the lantern. Moths glow where its light falls; guards see in cones.',
    form: 'box', hand: 'lantern', leaf: 48, sizes: 'equal', answer: 'sight',
    count: { label: 'walls', least: 5, most: 2000, usual: 90 },
    numbers: (facts) => [
      ['walls', count(facts.items)], ['moths lit', count(facts.answers)], ['vertices', count(facts.vertices)],
    ],
  },
  look: {
    title: 'Look',
    question: 'What is on screen?',
    hint: 'Pan and zoom. Only what is on screen is asked for and drawn; too many are counted, tile by tile.',
    form: 'box', hand: 'pan', leaf: 48, sizes: 'log-normal', answer: 'a second camera',
    count: { label: 'boxes', least: 1000, most: 2_000_000, usual: 1_000_000 },
    numbers: (facts) => [
      ['boxes', count(facts.items)], ['on screen', count(facts.visible)],
      ['boxes tested', count(facts.windowLanes)], ['cells opened', count(facts.windowCells)],
    ],
  },
  hunt: {
    title: 'Hunt',
    question: 'What is nearest, and what is in the way?',
    hint: 'Point: the twelve nearest, what the ray meets, how far the disc flies. Press to stand elsewhere.',
    form: 'box', hand: 'hunt', leaf: 48, sizes: 'log-normal', answer: 'nearest and rays',
    count: { label: 'boxes', least: 20, most: 500_000, usual: 800 },
    numbers: (facts) => [
      ['boxes', count(facts.items)], ['found', count(facts.answers)], ['boxes tested', count(facts.answerLanes)],
    ],
  },
  points: {
    title: 'Points',
    question: 'What does the tree look like inside?',
    hint: 'Cells split where points gather and merge where they go. Insert, move and erase by hand.',
    form: 'point', hand: 'edit', leaf: 4, cells: true, answer: 'count',
    count: { label: 'up to', least: 10, most: 20_000, usual: 700 },
    numbers: (facts) => [
      ['points', count(facts.items)], ['leaves', count(facts.leaves)],
      ['inner cells', count(facts.innerCells)], ['deepest', count(facts.deepest)],
    ],
  },
};
