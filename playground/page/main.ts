// The page: it puts the address, the worker's frames, the view, the panel and the hands together.
// SPDX-License-Identifier: MIT
import { note, stop, unnote } from './trouble'; // first: it hears what goes wrong below
import { format, isOtherWorld, parse, sayFaults, themes } from './address';
import type { State } from './address';
import { AddressBar } from './address_bar';
import { buildControls, choice } from './controls';
import { byId } from './dom';
import { count } from './figures';
import { Hands, tools } from './hands';
import type { Tool } from './hands';
import { listOf, listenToKeys, openDialog } from './keys';
import type { Shortcut } from './keys';
import { Link } from './link';
import { readPalette } from './palette';
import { Pane } from './pane';
import { Panel } from './panel';
import { Player, hasForce } from './player';
import { Plot } from './plot';
import { kinds } from './protocol';
import type { Frame, Question } from './protocol';
import { scenes } from './scenes';
import { Steps, countsOfPane, foundInPane } from './steps';
import { Tabs, another } from './tabs';
import { Transport } from './transport';
import { View, isNarrow } from './view';

const stage = byId<HTMLElement>('stage');
let state = read();
let tool: Tool = 'insert';
let latest: Frame | undefined;
let framesSeen = 0;
let received = 0; // frames of all scenes
let kernels = '';
let firstPicture = 0; // when it was drawn, in milliseconds from the beginning

const address = new AddressBar();
const view = new View(draw);
const panel = new Panel();
const plot = new Plot();
const link = new Link({
  progress: showProgress,
  begun: (side, kernelsUsed) => {
    view.side = side;
    kernels = kernelsUsed;
    fit();
    showProgress(1);
  },
  frame: (frame) => {
    latest = frame;
    ++received;
    requestAnimationFrame(draw);
  },
  failed: stop,
});
const player = new Player(link, view, () => state);
const steps = new Steps(change);
const tabs = new Tabs(() => address.forget());
const transport = new Transport({
  pause: () => change({ paused: !state.paused }),
  step,
  again: begin,
  fit,
  theme: () => change({ theme: themes[(themes.indexOf(state.theme) + 1) % themes.length] ?? 'auto' }),
  help: () => openDialog('dialog', 'Keys', listOf(shortcuts)),
});
const pane = new Pane(view.camera, () => view.side, {
  pane: () => state.pane,
  moved: (moved) => {
    change({ pane: moved });
    tellSoon();
  },
});

// ---- The picture -----------------------------------------------------------------------------------------------------

function draw(): void {
  if (!latest || latest.side !== view.side) {
    return;
  }
  const time = view.draw(latest, scenes[state.kind].form, state.hits);
  if (state.kind === 'overview') {
    pane.place();
  }
  if (state.kind === 'circles') {
    if (latest.ticked && latest.facts.ticks > 3) {
      plot.add(latest.facts.items, latest.times.update + latest.times.answer, latest.times.compare);
    }
    if (framesSeen % 6 === 0) {
      plot.paint(byId('plot'), view.palette, view.pixels);
    }
  }
  if (panel.show(latest, time, state.paused) && state.kind === 'overview') {
    steps.show(latest.facts);
    pane.tell(countsOfPane(latest.facts), foundInPane(latest.facts));
  }
  ++framesSeen;
  firstPicture ||= performance.now();
}

function fit(): void {
  view.fit();
  look();
}

/** The camera has moved: draws at once what is there, and asks for the rest. */
function look(): void {
  player.refresh();
  draw();
}

function showProgress(done: number): void {
  const shown = byId<HTMLElement>('progress');
  shown.hidden = done >= 1;
  shown.setAttribute('aria-valuenow', String(Math.round(100 * done)));
  const [bar, label] = shown.children as unknown as [HTMLElement, HTMLElement];
  bar.style.transform = `scaleX(${done})`;
  label.textContent = `building a world of ${count(state.count)} ${scenes[state.kind].count.things}`;
}

// ---- The state, and what follows from it -----------------------------------------------------------------------------

/** What the address says; what it says wrongly is told. */
function read(): State {
  const { state: said, faults } = parse(location.hash);
  if (faults.length > 0) {
    note(sayFaults(faults, said));
  } else {
    unnote();
  }
  return said;
}

function begin(): void {
  view.side = 0;
  latest = undefined;
  framesSeen = 0;
  plot.clear();
  panel.begin(state.kind);
  link.begin(state);
}

/** Takes what the address, or a control, says now. */
function become(next: State): void {
  const before = state;
  state = next;
  const isNew = isOtherWorld(before, next);
  if (!isNew && next.speed !== before.speed) {
    link.setSpeed(next.speed);
  }
  address.write(format(state));
  present();
  if (isNew) {
    begin();
  }
  if (next.kind !== before.kind) {
    tell(`${scenes[next.kind].title}: ${scenes[next.kind].question}`);
  } else if (next.paused !== before.paused) {
    tell(next.paused ? 'paused' : 'playing');
  }
  player.refresh();
}

function change(part: Partial<State>): void { become({ ...state, ...part }); }

function step(): void {
  if (!state.paused) {
    change({ paused: true });
  }
  player.step();
}

/** Everything on the page that shows the state. */
function present(): void {
  const isLight = state.theme === 'light' || (state.theme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
  view.palette = readPalette();
  stage.dataset['hand'] = scenes[state.kind].hand;
  tabs.show(state);
  transport.show(state);
  steps.present(state);
  panel.present(hasForce(state));
  byId<HTMLElement>('counters').hidden = !state.counters;
  byId<HTMLElement>('plot').hidden = state.kind !== 'circles';
  if (state.kind !== 'overview') {
    pane.hide();
  }
  presentControls();
  draw();
}

function presentControls(): void {
  const form = byId<HTMLFormElement>('controls');
  if (!form.contains(document.activeElement) || form.dataset['kind'] !== state.kind) {
    form.dataset['kind'] = state.kind;
    buildControls(form, state, change);
  }
  const toolBox = byId<HTMLElement>('tools');
  toolBox.hidden = scenes[state.kind].hand !== 'edit';
  if (!toolBox.contains(document.activeElement)) {
    const group = choice('tool', 'tool', tools, tool, (value) => { tool = value as Tool; });
    toolBox.replaceChildren(...group.querySelectorAll('label'));
  }
}

// ---- Hands, keys, and what the browser does --------------------------------------------------------------------------

new Hands(stage, view.camera, {
  hand: () => scenes[state.kind].hand,
  tool: () => tool,
  act: (action, x, y, reach) => {
    link.act(action, x, y, reach);
    player.refresh();
  },
  looked: () => {
    view.isFitted = false;
    look();
  },
});

const ways: Record<string, [number, number]> = {
  ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60],
};
const shortcuts: Shortcut[] = [
  { keys: [' '], shown: 'space', does: 'pause or play', press: () => change({ paused: !state.paused }) },
  { keys: ['.'], shown: '.', does: 'one tick', press: step },
  { keys: ['r'], shown: 'r', does: 'begin again', press: begin },
  { keys: kinds.map((_, at) => String(at + 1)), shown: `1 … ${kinds.length}`, does: 'another scene',
    press: (key) => become(another(kinds[Number(key) - 1] ?? kinds[0], state)) },
  { keys: Object.keys(ways), shown: '← ↑ → ↓', does: 'look elsewhere; move the window, or its corner, that has the focus',
    press: (key) => { view.pan(...(ways[key] ?? [0, 0])); look(); } },
  { keys: ['+', '='], shown: '+', does: 'closer', press: () => { view.zoom(1.25); look(); } },
  { keys: ['-'], shown: '-', does: 'farther', press: () => { view.zoom(0.8); look(); } },
  { keys: ['f'], shown: 'f', does: 'the whole world', press: fit },
  { keys: ['x'], shown: 'x', does: 'brute force, in the first scene', press: () => change({ force: !state.force }) },
  { keys: ['c'], shown: 'c', does: 'cells', press: () => change({ cells: !state.cells }) },
  { keys: ['b'], shown: 'b', does: 'measured bounds', press: () => change({ bounds: !state.bounds }) },
  { keys: ['h'], shown: 'h', does: 'hits', press: () => change({ hits: !state.hits }) },
  { keys: ['n'], shown: 'n', does: 'counters', press: () => change({ counters: !state.counters }) },
  { keys: ['t'], shown: 't', does: 'dark or light colors', press: () => byId<HTMLElement>('theme').click() },
  { keys: ['?'], shown: '?', does: 'this list', press: () => byId<HTMLElement>('help').click() },
];
listenToKeys(shortcuts);

/** For screen readers. */
function tell(text: string): void { byId('told').textContent = text; }

let telling = 0;
/** What the window has found, when it rests. */
function tellSoon(): void {
  clearTimeout(telling);
  telling = setTimeout(() => latest && tell(foundInPane(latest.facts)), 600);
}

function resize(): void {
  view.resize();
  player.refresh();
}

const fold = byId('fold');
fold.addEventListener('click', () => {
  const isClosed = byId('panel').classList.toggle('closed');
  fold.setAttribute('aria-expanded', String(!isClosed));
  resize();
});
byId('controls').addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', () => become(read()));
addEventListener('resize', resize);
new ResizeObserver(() => { // on narrow screens the transport stands above the panel
  document.body.style.setProperty('--sheet', `${byId('panel').getBoundingClientRect().height}px`);
  if (view.isFitted) {
    fit();
  }
}).observe(byId('panel'));
matchMedia('(prefers-color-scheme: light)').addEventListener('change', present);
document.addEventListener('visibilitychange', () => panel.clear());

// For tests, and for the console.
Object.assign(globalThis, {
  playground: {
    ask: (question: Question) => link.ask(question),
    get state() { return state; },
    get frame() { return latest; },
    get frames() { return framesSeen; },
    get camera() { return { scale: view.camera.scale, origin: view.camera.origin, area: view.camera.area }; },
    get painter() { return view.painters.present.name; },
    get kernels() { return kernels; },
    get received() { return received; },
    get firstPicture() { return firstPicture; },
    get plotted() { return plot.length; },
    get isReady() { return view.side > 0 && latest !== undefined; },
  },
});

byId('panel').classList.toggle('closed', isNarrow());
fold.setAttribute('aria-expanded', String(!isNarrow()));
present();
panel.begin(state.kind);
resize();
link.begin(state);
