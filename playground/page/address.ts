// The address says all: `#collide&n=20000&seed=3` shows everyone the same.
// SPDX-License-Identifier: MIT
import { count } from './figures';
import { everySize, kinds } from './protocol';
import type { Area, Kind, Settings, Size } from './protocol';
import { scenes } from './scenes';

export interface State extends Settings {
  paused: boolean;
  cells: boolean;
  bounds: boolean;
  hits: boolean;
  counters: boolean;
  force: boolean; // whether brute force answers, too
  pane: Area; // the window over the world, in thousandths of its side
  theme: Theme;
}

export const themes = ['auto', 'dark', 'light'] as const;
export type Theme = (typeof themes)[number];

export const mostSpeed = 4;
export const mostLeaf = 256;
export const mostSeed = 2 ** 32 - 1;
export const sideOfPanes = 1000;
export const leastPane = 20;
const flags = ['paused', 'cells', 'bounds', 'hits', 'counters', 'force'] as const;

/** Who wants little motion begins with a world that rests. */
const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function usual(kind: Kind): State {
  const scene = scenes[kind];
  return {
    kind, count: scene.count.usual, sizes: scene.sizes ?? 'equal', speed: 1, leaf: scene.leaf, seed: 1,
    paused: isCalm(), cells: scene.cells ?? false, bounds: false, hits: true, counters: false, force: false,
    pane: [530, 260, 770, 440], theme: 'auto',
  };
}

/** What the address says. What it does not say, or says wrongly, is as usual; `faults` are the parts that were not understood. */
export function parse(hash: string): { state: State; faults: string[] } {
  const [name = '', ...parts] = hash.replace(/^#/, '').split('&').map(readable);
  const kind = kinds.find((each) => each === name);
  const state = usual(kind ?? kinds[0]);
  const faults = kind || name === '' ? [] : [name];
  for (const part of parts) {
    const at = part.indexOf('=');
    if (at < 0 || !take(state, part.slice(0, at), part.slice(at + 1))) {
      faults.push(part);
    }
  }
  return { state, faults: faults.filter((fault) => fault !== '') };
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether this part of an address could be taken as it is. */
function take(state: State, key: string, value: string): boolean {
  const number = (least: number, most: number, set: (value: number) => void): boolean => {
    const found = value.trim() === '' ? NaN : Number(value);
    if (Number.isFinite(found)) {
      set(Math.min(most, Math.max(least, found)));
    }
    return found >= least && found <= most;
  };
  const one = <T extends string>(among: readonly T[], set: (value: T) => void): boolean => {
    const found = among.find((each) => each === value);
    if (found !== undefined) {
      set(found);
    }
    return found !== undefined;
  };
  const flag = flags.find((each) => each === key);
  if (flag) {
    return one(['0', '1'], (found) => { state[flag] = found === '1'; });
  }
  switch (key) {
    case 'n': return number(0, scenes[state.kind].count.most, (found) => { state.count = Math.round(found); });
    case 'sizes': return one(everySize, (found) => { state.sizes = found; });
    case 'speed': return number(0, mostSpeed, (found) => { state.speed = found; });
    case 'leaf': return number(1, mostLeaf, (found) => { state.leaf = Math.round(found); });
    case 'seed': return number(0, mostSeed, (found) => { state.seed = Math.round(found); });
    case 'theme': return one(themes, (found) => { state.theme = found; });
    case 'pane': return takePane(state, value.split(',').map(Number));
    default: return false;
  }
}

function takePane(state: State, [x0 = NaN, y0 = NaN, x1 = NaN, y1 = NaN, ...more]: number[]): boolean {
  const isRight = x0 >= 0 && y0 >= 0 && x1 <= sideOfPanes && y1 <= sideOfPanes && x1 - x0 >= leastPane && y1 - y0 >= leastPane;
  if (isRight && more.length === 0) {
    state.pane = [x0, y0, x1, y1];
  }
  return isRight && more.length === 0;
}

/** What a reader is told of a link of which parts were not understood. */
export function sayFaults(faults: string[], state: State): string {
  const { things, most } = scenes[state.kind].count;
  const list = faults.map((fault) => `“${fault.length > 40 ? `${fault.slice(0, 40)}…` : fault}”`).join(', ');
  const limit = faults.some((fault) => fault.startsWith('n=')) ? ` There can be 0 to ${count(most)} ${things}.` : '';
  return `A part of this link was not understood: ${list}. The page shows what is usual in its place.${limit}`;
}

/** The shortest address that says it: only what is not as usual. */
export function format(state: State): string {
  const other = usual(state.kind);
  const parts: string[] = [state.kind];
  const say = <T>(key: string, value: T, otherwise: T, text = String(value)): void => {
    if (value !== otherwise) {
      parts.push(`${key}=${text}`);
    }
  };
  say('n', state.count, other.count);
  say<Size>('sizes', state.sizes, other.sizes);
  say('speed', state.speed, other.speed);
  say('leaf', state.leaf, other.leaf);
  say('seed', state.seed, other.seed);
  for (const key of flags) {
    say(key, state[key], other[key], state[key] ? '1' : '0');
  }
  say('pane', state.pane.join(), other.pane.join());
  say<Theme>('theme', state.theme, other.theme);
  return `#${parts.join('&')}`;
}

/** Whether the world has to be built anew. */
export function isOtherWorld(one: State, other: State): boolean {
  return one.kind !== other.kind || one.count !== other.count || one.sizes !== other.sizes || one.leaf !== other.leaf ||
    one.seed !== other.seed;
}
