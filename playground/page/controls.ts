// The controls of a scene: each shows what the address says, and changes it.
// SPDX-License-Identifier: MIT
import { mostLeaf, mostSeed, mostSpeed } from './address';
import type { State } from './address';
import { element } from './dom';
import { count, counted } from './figures';
import { everySize } from './protocol';
import type { Size } from './protocol';
import { scenes } from './scenes';

type Change = (part: Partial<State>) => void;

export function buildControls(form: HTMLFormElement, state: State, change: Change): void {
  const scene = scenes[state.kind];
  const parts: HTMLElement[] = [howMany(state, change)];
  if (scene.sizes) {
    parts.push(choice('sizes', 'sizes', everySize, state.sizes, (value) => change({ sizes: value as Size })));
  }
  parts.push(
    slider({ name: 'speed', label: 'speed', value: state.speed, least: 0, most: mostSpeed, step: 0.05 }, {
      shown: (value) => `× ${value.toFixed(2)}`,
      spoken: (value) => `${value.toFixed(2)} times as fast as usual`,
      changed: (value) => change({ speed: value }),
    }),
    slider({ name: 'leaf', label: 'leaf capacity', value: toSlider(state.leaf, 1, mostLeaf), least: 0, most: 1000, step: 1 }, {
      shown: (value) => counted(fromSlider(value, 1, mostLeaf), 'items'),
      spoken: (value) => counted(fromSlider(value, 1, mostLeaf), 'items'),
      changed: (value, isDone) => isDone && change({ leaf: fromSlider(value, 1, mostLeaf) }),
    }),
    seed(state.seed, (value) => change({ seed: value })),
    shown(state, change),
  );
  form.replaceChildren(...parts);
}

/** The slider of how many there are begins at none, and goes on where a world is worth a look. */
function howMany(state: State, change: Change): HTMLElement {
  const { things, isLimit, least, most } = scenes[state.kind].count;
  const from = (part: number): number => (part === 0 ? 0 : fromSlider(part, least, most));
  const value = state.count === 0 ? 0 : Math.max(1, toSlider(state.count, least, most));
  return slider({ name: 'count', label: isLimit ? `${things}, at most` : things, value, least: 0, most: 1000, step: 1 }, {
    shown: (part) => count(from(part)),
    spoken: (part) => counted(from(part), things),
    changed: (part, isDone) => isDone && change({ count: from(part) }),
  });
}

/** Sliders of numbers from ten to a million are logarithmic, with two digits that count. */
function toSlider(value: number, least: number, most: number): number {
  return Math.round((1000 * Math.log(Math.max(1, value / least))) / Math.log(most / least)); // an address may say less
}
function fromSlider(part: number, least: number, most: number): number {
  const value = least * (most / least) ** (part / 1000);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.min(most, Math.max(least, Math.round(value / step) * step));
}

interface Range { name: string; label: string; value: number; least: number; most: number; step: number }
/** How its value is written, how a screen reader tells it, and what is to follow: at each step, and when it is let go. */
interface Slid {
  shown(value: number): string;
  spoken(value: number): string;
  changed(value: number, isDone: boolean): void;
}

function slider({ name, label, value, least, most, step }: Range, slid: Slid): HTMLElement {
  const told = element('span', { class: 'value', 'aria-hidden': 'true' });
  const input = element('input', {
    type: 'range', name, 'aria-label': label, min: String(least), max: String(most), step: String(step), value: String(value),
    input: () => {
      show();
      slid.changed(Number(input.value), false);
    },
    change: () => slid.changed(Number(input.value), true),
  });
  const show = (): void => {
    told.textContent = slid.shown(Number(input.value));
    input.setAttribute('aria-valuetext', slid.spoken(Number(input.value)));
    input.style.setProperty('--part', `${(100 * (Number(input.value) - least)) / (most - least)}%`);
  };
  show();
  return element('label', { class: 'field' }, element('span', {}, label), told, input);
}

export function choice(
  name: string, label: string, values: readonly string[], value: string, changed: (value: string) => void,
): HTMLElement {
  const labels = values.map((each) => element('label', {}, element('input', {
    type: 'radio', name, value: each, checked: each === value, change: () => changed(each),
  }), each));
  const group = element('div', { class: 'choice', role: 'radiogroup', 'aria-label': label }, ...labels);
  return element('div', { class: 'field' }, element('span', {}, label), element('span'), group);
}

function seed(value: number, changed: (value: number) => void): HTMLElement {
  const input = element('input', {
    type: 'number', name: 'seed', min: '0', max: String(mostSeed), step: '1', value: String(value),
    change: () => changed(Math.min(mostSeed, Math.max(0, Math.round(Number(input.value) || 0)))),
  });
  return element('label', { class: 'field' }, element('span', {}, 'seed'), input);
}

const showable = [
  ['cells', 'cells'], ['bounds', 'measured bounds'], ['hits', 'hits'], ['counters', 'counters'],
] as const;

function shown(state: State, change: Change): HTMLElement {
  return element('div', { class: 'shown', role: 'group', 'aria-label': 'What is shown' }, ...showable.map(([key, label]) => {
    const input = element('input', {
      type: 'checkbox', name: key, checked: state[key], change: () => change({ [key]: input.checked }),
    });
    return element('label', {}, input, label);
  }));
}
