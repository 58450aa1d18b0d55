// The page: it puts the address, the worker's frames, the canvases and the hands together.
// SPDX-License-Identifier: MIT
import { format, isOtherWorld, parse, themes, usual } from './address';
import type { State } from './address';
import { Camera } from './camera';
import type { Clear } from './camera';
import { buildControls, choice } from './controls';
import { byId, element, icon } from './dom';
import { Hands, tools } from './hands';
import type { Tool } from './hands';
import { painterFor } from './items';
import { Link } from './link';
import { Overlay } from './overlay';
import { readPalette } from './palette';
import { Panel } from './panel';
import { Plot } from './plot';
import { kinds } from './protocol';
import type { Frame, Kind, Question } from './protocol';
import { scenes } from './scenes';

const stage = byId<HTMLElement>('stage');
const canvases = ['under', 'items', 'over'].map((id) => byId<HTMLCanvasElement>(id));
const context = (canvas: HTMLCanvasElement): CanvasRenderingContext2D => {
  const made = canvas.getContext('2d');
  if (!made) {
    throw new Error('This browser can draw on no canvas.');
  }
  return made;
};

const camera = new Camera();
const panel = new Panel();
const plot = new Plot();
const painter = painterFor(byId('items'), new URLSearchParams(location.search).has('webgl'));
const overlay = new Overlay(context(byId('under')), context(byId('over')), context(element('canvas')));

const mostTiles = 9000;
let state = parse(location.hash);
let palette = readPalette();
let tool: Tool = 'insert';
let pixels = 1; // device pixels per CSS pixel
let side = 0; // of the world; 0 while there is none
let latest: Frame | undefined;
let isFitted = true; // nobody has panned or zoomed
let isStale = true; // the picture is not what the worker would send now
let steps = 0; // ticks to make while paused
let lastTick = 0;
let framesSeen = 0;
let received = 0; // frames of all scenes
let drawingTime = 0;
let kernels = '';
let firstPicture = 0; // when it was drawn, in milliseconds from the beginning

const link = new Link({
  progress: (done) => showProgress(done),
  begun: (sideOfWorld, kernelsUsed) => {
    side = sideOfWorld;
    kernels = kernelsUsed;
    fit();
    showProgress(1);
  },
  frame: (frame) => {
    latest = frame;
    ++received;
    requestAnimationFrame(draw);
  },
  failed: (why) => {
    const trouble = byId<HTMLElement>('trouble');
    trouble.textContent = `The engine has stopped: ${why}. It needs WebAssembly, and memory for so many items. ` +
      'Reload the page to start again.';
    trouble.hidden = false;
  },
});

// ---- The picture -----------------------------------------------------------------------------------------------------

/** The part of the screen that the panels leave free. */
function clearPart(): Clear {
  const isNarrow = matchMedia('(max-width: 52rem)').matches;
  const header = document.querySelector('header')?.getBoundingClientRect();
  const footer = document.querySelector('footer')?.getBoundingClientRect();
  const aside = byId('panel').getBoundingClientRect();
  const top = (header?.bottom ?? 0) + 8;
  return isNarrow
    ? { left: 8, top, right: innerWidth - 8, bottom: (footer?.top ?? innerHeight) - 4 }
    : { left: 8, top, right: aside.left - 8, bottom: (footer?.top ?? innerHeight) - 4 };
}

function fit(): void {
  isFitted = true;
  if (side > 0) {
    camera.fit(side, clearPart());
    isStale = true;
  }
}

/** The side of tiles in CSS pixels: as small as their number allows. */
function tileOnScreen(): number {
  const width = Math.min(innerWidth, side * camera.scale);
  const height = Math.min(innerHeight, side * camera.scale);
  return Math.max(3, Math.sqrt((width * height) / mostTiles));
}

function resize(): void {
  pixels = Math.min(3, devicePixelRatio);
  for (const canvas of canvases) {
    canvas.width = Math.round(innerWidth * pixels);
    canvas.height = Math.round(innerHeight * pixels);
  }
  camera.resize(innerWidth, innerHeight);
  if (isFitted) {
    fit();
  }
  if (latest) {
    draw();
  }
}

/** Asks for the next frame when the last one has come, at most sixty times a second. */
function turn(now: number): void {
  requestAnimationFrame(turn);
  if (side === 0 || link.isBusy) {
    return;
  }
  const isDue = now - lastTick > 1000 / 60 - 4;
  const ticks = state.paused ? steps : isDue ? 1 : 0;
  if (ticks > 0 || isStale) {
    isStale = false;
    steps = 0;
    lastTick = ticks > 0 ? now : lastTick;
    const { cells, bounds } = state;
    link.askFrame(ticks, { area: camera.area, cells, bounds, most: painter.most, tile: tileOnScreen() / camera.scale });
  }
}

function draw(): void {
  if (!latest || latest.side !== side) {
    return;
  }
  const before = performance.now();
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  painter.paint(latest, scenes[state.kind].form, camera, palette, state.hits, pixels, rem);
  overlay.paint(latest, camera, palette, state.hits, pixels, rem);
  drawingTime = performance.now() - before;
  if (state.kind === 'circles') {
    if (latest.ticked && latest.facts.ticks > 3) {
      plot.add(latest.facts.items, latest.times.update + latest.times.answer, latest.times.compare);
    }
    if (framesSeen % 6 === 0) {
      plot.paint(byId('plot'), palette, pixels);
    }
  }
  panel.show(latest, drawingTime);
  ++framesSeen;
  firstPicture ||= performance.now();
}

function showProgress(done: number): void {
  const shown = byId<HTMLElement>('progress');
  shown.hidden = done >= 1;
  shown.setAttribute('aria-valuenow', String(Math.round(100 * done)));
  const [bar, label] = shown.children as unknown as [HTMLElement, HTMLElement];
  bar.style.transform = `scaleX(${done})`;
  label.textContent = `building a world of ${state.count.toLocaleString('en')}`;
}

// ---- The address, and what follows from it ---------------------------------------------------------------------------

function begin(): void {
  side = 0;
  latest = undefined;
  framesSeen = 0;
  plot.clear();
  panel.begin(state.kind);
  link.begin(state);
}

/** Takes what the address, or a control, says now. */
function become(next: State): void {
  const isNew = isOtherWorld(state, next);
  if (!isNew && next.speed !== state.speed) {
    link.setSpeed(next.speed);
  }
  state = next;
  writeAddress();
  present();
  if (isNew) {
    begin();
  }
  isStale = true;
}

let written = -Infinity; // when the address was
let writing = 0;

/** Not more often than four times a second: browsers take a slider that is drawn along for an attack. */
function writeAddress(): void {
  clearTimeout(writing);
  const wait = written + 250 - performance.now();
  if (wait > 0) {
    writing = setTimeout(writeAddress, wait);
  } else if (location.hash !== format(state)) {
    written = performance.now();
    history.replaceState(null, '', format(state));
  }
}

function change(part: Partial<State>): void { become({ ...state, ...part }); }

/** Everything on the page that shows the state. */
function present(): void {
  const isLight = state.theme === 'light' || (state.theme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
  palette = readPalette();
  stage.dataset['hand'] = scenes[state.kind].hand;
  presentScenes();
  byId<HTMLElement>('counters').hidden = !state.counters;
  byId<HTMLElement>('plot').hidden = state.kind !== 'circles';
  const form = byId<HTMLFormElement>('controls');
  if (!form.contains(document.activeElement) || form.dataset['kind'] !== state.kind) {
    form.dataset['kind'] = state.kind;
    buildControls(form, state, change);
  }
  presentTransport();
  const toolBox = byId<HTMLElement>('tools');
  toolBox.hidden = scenes[state.kind].hand !== 'edit';
  toolBox.classList.add('choice');
  if (!toolBox.contains(document.activeElement)) {
    const group = choice('tool', 'tool', tools, tool, (value) => { tool = value as Tool; });
    toolBox.replaceChildren(...group.querySelectorAll('label'));
  }
  if (latest) {
    draw();
  }
}

/** The other scenes as they usually are, in this theme. */
const linked = (kind: Kind): State => ({ ...usual(kind), theme: state.theme });

const tabs = kinds.map((kind) => element('a', { click: () => clearTimeout(writing) }, scenes[kind].title));
byId('scenes').append(...tabs);

function presentScenes(): void {
  kinds.forEach((kind, at) => {
    const tab = tabs[at] as HTMLAnchorElement;
    tab.href = format(linked(kind));
    if (kind === state.kind && !tab.hasAttribute('aria-current')) {
      tab.setAttribute('aria-current', 'page');
      const room = byId<HTMLElement>('scenes');
      room.scrollLeft = tab.offsetLeft - room.offsetLeft - (room.clientWidth - tab.offsetWidth) / 2;
    } else if (kind !== state.kind) {
      tab.removeAttribute('aria-current');
    }
  });
}

const icons = {
  pause: 'M5 3v10M11 3v10', play: 'M5 3l8 5-8 5z', step: 'M4 3l6 5-6 5zM12.5 3v10', again: 'M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3',
  fit: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4', theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
};

function presentTransport(): void {
  const button = (id: string, path: string, label: string, title: string, click: () => void, isMain = false): HTMLElement =>
    element('button', { type: 'button', id, title, 'aria-label': title, class: isMain ? 'main' : '', click },
      icon(path), element('span', { class: 'label' }, label));
  const focused = document.activeElement?.id;
  byId('transport').replaceChildren(
    state.paused
      ? button('pause', icons.play, 'play', 'Play (space)', () => change({ paused: false }), true)
      : button('pause', icons.pause, 'pause', 'Pause (space)', () => change({ paused: true }), true),
    button('step', icons.step, 'step', 'One tick (.)', step),
    button('again', icons.again, 'again', 'Begin again (r)', begin),
    button('fit', icons.fit, 'fit', 'The whole world (f)', fit),
    button('theme', icons.theme, state.theme, 'Dark or light (t)', nextTheme),
  );
  if (focused && byId('transport').querySelector(`#${focused}`)) {
    byId<HTMLElement>(focused).focus();
  }
}

function step(): void {
  if (!state.paused) {
    change({ paused: true });
  }
  steps = 1;
}

function nextTheme(): void {
  change({ theme: themes[(themes.indexOf(state.theme) + 1) % themes.length] ?? 'auto' });
}

// ---- Hands and keys --------------------------------------------------------------------------------------------------

new Hands(stage, camera, {
  hand: () => scenes[state.kind].hand,
  tool: () => tool,
  act: (action, x, y, reach) => {
    link.act(action, x, y, reach);
    isStale = true;
  },
  looked: () => {
    isFitted = false;
    isStale = true;
    draw(); // at once, with what was on screen
  },
});

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60],
};
const keys: Record<string, () => void> = {
  ' ': () => change({ paused: !state.paused }),
  '.': step,
  r: begin,
  f: fit,
  t: nextTheme,
  c: () => change({ cells: !state.cells }),
  b: () => change({ bounds: !state.bounds }),
  h: () => change({ hits: !state.hits }),
  n: () => change({ counters: !state.counters }),
  '+': () => zoomBy(1.25),
  '=': () => zoomBy(1.25),
  '-': () => zoomBy(0.8),
};

function zoomBy(factor: number): void {
  const { left, right, top, bottom } = clearPart();
  camera.zoom(factor, (left + right) / 2, (top + bottom) / 2);
  isFitted = false;
  isStale = true;
}

addEventListener('keydown', (event) => {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, button, a')) {
    return;
  }
  const arrow = arrows[event.key];
  const kind = kinds[Number(event.key) - 1];
  const pressed = keys[event.key];
  if (arrow) {
    camera.pan(...arrow);
    isFitted = false;
    isStale = true;
  } else if (kind) {
    become(linked(kind));
  } else if (pressed) {
    pressed();
  } else {
    return;
  }
  event.preventDefault();
});

const fold = byId('fold');
fold.addEventListener('click', () => {
  const isClosed = byId('panel').classList.toggle('closed');
  fold.setAttribute('aria-expanded', String(!isClosed));
  resize();
});
byId('controls').addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', () => become(parse(location.hash)));
addEventListener('resize', resize);
new ResizeObserver(() => { // on narrow screens the transport stands above the panel
  document.body.style.setProperty('--sheet', `${byId('panel').getBoundingClientRect().height}px`);
  if (isFitted) {
    fit();
  }
}).observe(byId('panel'));
matchMedia('(prefers-color-scheme: light)').addEventListener('change', present);

// For tests, and for the console.
Object.assign(globalThis, {
  playground: {
    ask: (question: Question) => link.ask(question),
    get state() { return state; },
    get frame() { return latest; },
    get frames() { return framesSeen; },
    get camera() { return { scale: camera.scale, origin: camera.origin, area: camera.area }; },
    get painter() { return painter.name; },
    get kernels() { return kernels; },
    get received() { return received; },
    get firstPicture() { return firstPicture; },
    get plotted() { return plot.length; },
    get isReady() { return side > 0 && latest !== undefined; },
  },
});

byId('panel').classList.toggle('closed', matchMedia('(max-width: 52rem)').matches);
present();
panel.begin(state.kind);
resize();
link.begin(state);
requestAnimationFrame(turn);
