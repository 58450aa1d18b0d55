// The controls of a scene: each shows what the address says, and changes it.
// SPDX-License-Identifier: MIT
import { mostLeaf, mostSpeed } from './address';
import type { State } from './address';
import { element } from './dom';
import { everySize } from './protocol';
import type { Size } from './protocol';
import { count, scenes } from './scenes';

type Change = (part: Partial<State>) => void;

export function buildControls(form: HTMLFormElement, state: State, change: Change): void {
  const scene = scenes[state.kind];
  const { least, most } = scene.count;
  const parts: HTMLElement[] = [
    slider('count', scene.count.label, toSlider(state.count, least, most), 0, 1000,
      (value) => count(fromSlider(value, least, most)),
      (value, isDone) => isDone && change({ count: fromSlider(value, least, most) })),
  ];
  if (scene.sizes) {
    parts.push(choice('sizes', 'sizes', everySize, state.sizes, (value) => change({ sizes: value as Size })));
  }
  parts.push(
    slider('speed', 'speed', state.speed, 0, mostSpeed, (value) => value.toFixed(2), (value) => change({ speed: value }), 0.05),
    slider('leaf', 'leaf capacity', toSlider(state.leaf, 1, mostLeaf), 0, 1000,
      (value) => count(fromSlider(value, 1, mostLeaf)),
      (value, isDone) => isDone && change({ leaf: fromSlider(value, 1, mostLeaf) })),
    seed(state.seed, (value) => change({ seed: value })),
    shown(state, change),
  );
  form.replaceChildren(...parts);
}

/** Sliders of numbers from ten to a million are logarithmic, with two digits that count. */
function toSlider(value: number, least: number, most: number): number {
  return Math.round((1000 * Math.log(value / least)) / Math.log(most / least));
}
function fromSlider(part: number, least: number, most: number): number {
  const value = least * (most / least) ** (part / 1000);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.min(most, Math.max(least, Math.round(value / step) * step));
}

function slider(
  name: string, label: string, value: number, least: number, most: number, said: (value: number) => string,
  changed: (value: number, isDone: boolean) => void, step = 1,
): HTMLElement {
  const told = element('output', {}, said(value));
  const input = element('input', {
    type: 'range', name, min: String(least), max: String(most), step: String(step), value: String(value),
    input: () => {
      show();
      changed(Number(input.value), false);
    },
    change: () => changed(Number(input.value), true),
  });
  const show = (): void => {
    told.textContent = said(Number(input.value));
    input.setAttribute('aria-valuetext', told.textContent);
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
    type: 'number', name: 'seed', min: '0', max: String(2 ** 32 - 1), step: '1', value: String(value),
    change: () => changed(Math.min(2 ** 32 - 1, Math.max(0, Math.round(Number(input.value) || 0)))),
  });
  return element('label', { class: 'field' }, element('span', {}, 'seed'), input);
}

const showable = [
  ['cells', 'cells'], ['bounds', 'measured bounds'], ['hits', 'hits'], ['counters', 'counters'],
] as const;

function shown(state: State, change: Change): HTMLElement {
  return element('div', { class: 'shown', role: 'group', 'aria-label': 'Shown' }, ...showable.map(([key, label]) => {
    const input = element('input', {
      type: 'checkbox', name: key, checked: state[key], change: () => change({ [key]: input.checked }),
    });
    return element('label', {}, input, label);
  }));
}
