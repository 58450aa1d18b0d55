// The scenes as the page presents them: what they ask, what a hand does, where their controls begin and end.
// SPDX-License-Identifier: MIT
import { count, milliseconds } from './figures';
import type { Facts, Kind, Size } from './protocol';

/** What an item is drawn as. */
export type Form = 'box' | 'circle' | 'dart' | 'point';

/** What a press and a drag do; panning is always possible with a second finger, the right button or the arrow keys. */
export type Hand = 'pan' | 'push' | 'add' | 'lantern' | 'hunt' | 'edit';

/** Milliseconds of the last second. */
export type Typical = Record<'update' | 'answer' | 'compare' | 'draw' | 'frame', number>;

export interface Scene {
  title: string;
  question: string;
  hint: string;
  form: Form;
  hand: Hand;
  /** What there is a number of; `least`: where its slider begins, beside 0. Where it grows to that number, `isLimit`. */
  count: { things: string; isLimit?: true; least: number; most: number; usual: number };
  sizes?: Size;
  leaf: number;
  cells?: boolean;
  /** What `answer` is called beside its milliseconds. */
  answer: string;
  /** Whether brute force is asked the same: always, or where the page's switch is on. */
  force?: 'always' | 'switch';
  /** The numbers in large type, with their labels; `force`: those of brute force, where it has a switch. */
  numbers(facts: Facts, times: Typical, force: boolean): [label: string, value: string][];
}

export const possiblePairs = (items: number): number => (items > 1 ? (items * (items - 1)) / 2 : 0);

/** How many a bird sees, itself not counted. */
const others = ({ answers, items }: Facts): string => `${Math.max(0, answers / Math.max(1, items) - 1).toFixed(1)} others`;

export const scenes: Record<Kind, Scene> = {
  overview: {
    title: 'What it does',
    question: 'Find what touches, without testing every pair',
    hint: '',
    form: 'box', hand: 'pan', leaf: 16, sizes: 'log-normal', cells: true, answer: 'pairs, by the tree', force: 'switch',
    count: { things: 'boxes', least: 10, most: 20_000, usual: 2000 },
    numbers: (facts, times, force) => [
      ['pairs are possible', count(possiblePairs(facts.items))],
      ['were tested', count(force ? facts.comparedTests : facts.answerPairs)],
      ['intersect', count(force ? facts.compared : facts.answers)],
      ['per frame', milliseconds(times.frame)],
    ],
  },
  collide: {
    title: 'Collide',
    question: 'Which ones touch?',
    hint: 'Boxes bounce, and flash when a contact begins. Press to push them apart.',
    form: 'box', hand: 'push', leaf: 48, sizes: 'log-normal', answer: 'pairs',
    count: { things: 'boxes', least: 10, most: 200_000, usual: 2000 },
    numbers: (facts) => [
      ['boxes', count(facts.items)], ['pairs intersect', count(facts.answers)],
      ['began', count(facts.began)], ['ended', count(facts.ended)],
    ],
  },
  boids: {
    title: 'Boids',
    question: 'Who flies around me?',
    hint: 'Each bird follows those within its reach. Press to let forty more fly.',
    form: 'dart', hand: 'add', leaf: 48, answer: 'neighbors',
    count: { things: 'birds', least: 10, most: 50_000, usual: 2500 },
    numbers: (facts) => [
      ['birds', count(facts.items)], ['each sees', others(facts)],
    ],
  },
  torus: {
    title: 'Torus',
    question: 'Who is near, in a world without edges?',
    hint: 'Who leaves on one side comes in on the other. Point: the ring sees across the seams. Press to let forty more fly.',
    form: 'dart', hand: 'hunt', leaf: 48, answer: 'neighbors',
    count: { things: 'birds', least: 10, most: 50_000, usual: 2500 },
    numbers: (facts) => [
      ['birds', count(facts.items)], ['each sees', others(facts)],
      ['in the ring', count(facts.ringed)], ['across a seam', count(facts.across)],
    ],
  },
  circles: {
    title: 'Circles',
    question: 'When does a tree pay?',
    hint: 'Ever more circles: the tree finds the touching pairs, and brute force beside it.',
    form: 'circle', hand: 'pan', leaf: 48, sizes: 'log-normal', answer: 'pairs, by the tree', force: 'always',
    count: { things: 'circles', isLimit: true, least: 100, most: 12_000, usual: 8000 },
    numbers: (facts, times) => [
      ['circles', count(facts.items)], ['pairs intersect', count(facts.answers)],
      ['by brute force', count(facts.compared)],
      ['times as fast', times.update + times.answer > 0 ? (times.compare / (times.update + times.answer)).toFixed(1) : '–'],
    ],
  },
  light: {
    title: 'Light',
    question: 'What can be seen from here?',
    hint: 'Drag the lantern. Moths glow where its light falls; guards see in cones.',
    form: 'box', hand: 'lantern', leaf: 48, sizes: 'equal', answer: 'sight',
    count: { things: 'walls', least: 5, most: 2000, usual: 90 },
    numbers: (facts) => [
      ['walls', count(facts.items)], ['moths lit', count(facts.answers)], ['vertices', count(facts.vertices)],
    ],
  },
  look: {
    title: 'Look',
    question: 'What is on screen?',
    hint: 'Pan and zoom. Only what is on screen is asked for and drawn; too many are counted, tile by tile.',
    form: 'box', hand: 'pan', leaf: 48, sizes: 'log-normal', answer: 'a second camera',
    count: { things: 'boxes', least: 1000, most: 2_000_000, usual: 1_000_000 },
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
    count: { things: 'boxes', least: 20, most: 500_000, usual: 800 },
    numbers: (facts) => [
      ['boxes', count(facts.items)], ['found', count(facts.answers)], ['boxes tested', count(facts.answerLanes)],
    ],
  },
  points: {
    title: 'Points',
    question: 'What does the tree look like inside?',
    hint: 'Cells split where points gather and merge where they go. Insert, move and erase by hand.',
    form: 'point', hand: 'edit', leaf: 4, cells: true, answer: 'count',
    count: { things: 'points', isLimit: true, least: 10, most: 20_000, usual: 700 },
    numbers: (facts) => [
      ['points', count(facts.items)], ['leaves', count(facts.leaves)],
      ['inner cells', count(facts.innerCells)], ['deepest', count(facts.deepest)],
    ],
  },
};
