// The panel: the scene's question, its numbers, milliseconds and counters.
// SPDX-License-Identifier: MIT
import { byId, element } from './dom';
import { LastSecond, bytes, count, milliseconds } from './figures';
import type { Facts, Frame, Kind } from './protocol';
import { scenes } from './scenes';
import type { Typical } from './scenes';

/** Milliseconds between two changes of what is written: more cannot be read. */
const pause = 250;

interface Row { bar: HTMLElement; told: HTMLElement; time: LastSecond }
type RowName = keyof Typical;

export class Panel {
  private kind: Kind = 'overview';
  private rows = new Map<RowName, Row>();
  private values: HTMLElement[] = [];
  private written = -Infinity; // when the figures were
  private hasForce = false;

  begin(kind: Kind): void {
    this.kind = kind;
    this.written = -Infinity;
    const scene = scenes[kind];
    byId('question').textContent = scene.question;
    byId('hint').textContent = scene.hint;
    byId<HTMLElement>('hint').hidden = scene.hint === '';
    this.values = [];
    byId('numbers').replaceChildren();
    byId('numbers').classList.toggle('sum', kind === 'overview');
    this.buildRows();
  }

  /** With or without brute force. */
  present(force: boolean): void {
    if (force !== this.hasForce) {
      this.hasForce = force;
      this.buildRows();
    }
    this.written = -Infinity;
  }

  private buildRows(): void {
    const times = byId('times');
    times.replaceChildren();
    this.rows.clear();
    this.addRow(times, 'update', 'update', true);
    this.addRow(times, 'answer', scenes[this.kind].answer, true);
    if (this.hasForce) {
      this.addRow(times, 'compare', 'pairs, by brute force', false);
    }
    this.addRow(times, 'draw', 'drawing', false);
    this.addRow(times, 'frame', 'the whole frame', false);
  }

  /** `drawing`: the milliseconds that the page itself took to draw. Returns whether figures were written: always, while it rests. */
  show(frame: Frame, drawing: number, rests: boolean): boolean {
    const now = performance.now();
    const { update, answer, compare, show } = frame.times;
    if (rests) { // the times of the last tick
      this.clear();
    }
    const draw = show + drawing;
    const all = { update, answer, compare, draw, frame: update + answer + compare + draw };
    for (const [name, row] of this.rows) {
      row.time.add(all[name], now);
    }
    if (!rests && now - this.written < pause) {
      return false;
    }
    this.written = now;
    for (const [name, row] of this.rows) {
      const time = row.time.typical;
      row.told.textContent = name === 'update' && frame.facts.ticks === 0 ? '–' : milliseconds(time);
      row.bar.style.transform = `scaleX(${Math.min(1, time / 16.7)})`; // all of it: a sixtieth of a second
    }
    this.showNumbers(frame.facts);
    if (!byId<HTMLElement>('counters').hidden) {
      this.showCounters(frame.facts);
    }
    return true;
  }

  /** What was measured is of another time. */
  clear(): void {
    for (const { time } of this.rows.values()) {
      time.clear();
    }
  }

  private addRow(into: Element, name: RowName, label: string, isMain: boolean): void {
    const bar = element('span');
    const told = element('span', { class: 'value', 'data-time': name });
    into.append(element('span', { class: 'name' }, label), element('span', { class: isMain ? 'bar main' : 'bar' }, bar), told);
    this.rows.set(name, { bar, told, time: new LastSecond() });
  }

  private showNumbers(facts: Facts): void {
    const typical = (name: RowName): number => this.rows.get(name)?.time.typical ?? 0;
    const times: Typical = {
      update: typical('update'), answer: typical('answer'), compare: typical('compare'), draw: typical('draw'), frame: typical('frame'),
    };
    const numbers = scenes[this.kind].numbers(facts, times, this.hasForce);
    if (this.values.length !== numbers.length) {
      this.values = numbers.map(() => element('dd'));
      byId('numbers').replaceChildren(...numbers.map(([label], at) =>
        element('div', {}, element('dt', {}, label), this.values[at] as HTMLElement)));
    }
    numbers.forEach(([, value], at) => { (this.values[at] as HTMLElement).textContent = value; });
  }

  private showCounters(facts: Facts): void {
    const row = (first: string, ...cells: string[]): HTMLElement =>
      element('tr', {}, element('th', { scope: 'row' }, first), ...cells.map((cell) => element('td', {}, cell)));
    const heads = (...names: string[]): HTMLElement => element('tr', {}, ...names.map((head) => element('th', { scope: 'col' }, head)));
    byId('counters').replaceChildren(
      element('table', {}, heads('query', 'cells', 'blocks', 'items', 'found'),
        row('screen', count(facts.windowCells), count(facts.windowBlocks), count(facts.windowLanes), count(facts.visible)),
        row(scenes[this.kind].answer, count(facts.answerCells), count(facts.answerBlocks), count(facts.answerLanes),
          count(facts.answers))),
      element('table', {}, heads('tree', 'leaves', 'inner', 'depth', 'memory'),
        row('now', count(facts.leaves), count(facts.innerCells), count(facts.deepest), bytes(facts.bytes))));
  }
}
