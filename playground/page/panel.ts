// The panel: the scene's question, its numbers, milliseconds and counters.
// SPDX-License-Identifier: MIT
import { byId, element } from './dom';
import type { Facts, Frame, Kind, Times } from './protocol';
import { count, scenes } from './scenes';

/** A mean in which what was long ago counts less and less. */
class Smoothed {
  private value: number | undefined;

  add(sample: number): number {
    this.value = this.value === undefined ? sample : this.value + 0.08 * (sample - this.value);
    return this.value;
  }
  clear(): void { this.value = undefined; }
}

interface Row { bar: HTMLElement; told: HTMLOutputElement; time: Smoothed }
type RowName = keyof Omit<Times, 'show'> | 'draw';

export class Panel {
  private kind: Kind = 'collide';
  private rows = new Map<RowName, Row>();
  private values: HTMLElement[] = [];
  private readonly smoothed: Times = { update: 0, answer: 0, compare: 0, show: 0 };

  begin(kind: Kind): void {
    this.kind = kind;
    const scene = scenes[kind];
    byId('question').textContent = scene.question;
    byId('hint').textContent = scene.hint;
    const times = byId('times');
    times.replaceChildren();
    this.rows.clear();
    this.addRow(times, 'update', 'update', true);
    this.addRow(times, 'answer', scene.answer, true);
    if (kind === 'circles') {
      this.addRow(times, 'compare', 'brute force', false);
    }
    this.addRow(times, 'draw', 'drawing', false);
    this.values = [];
    byId('numbers').replaceChildren();
  }

  /** `drawing`: the milliseconds that the page itself took to draw. */
  show(frame: Frame, drawing: number): void {
    if (frame.ticked) {
      this.smoothed.update = this.time('update', frame.times.update);
      this.smoothed.answer = this.time('answer', frame.times.answer);
      this.smoothed.compare = this.time('compare', frame.times.compare);
    }
    this.time('draw', frame.times.show + drawing);
    this.showNumbers(frame.facts);
    if (!byId<HTMLElement>('counters').hidden) {
      this.showCounters(frame.facts);
    }
  }

  private addRow(into: Element, name: RowName, label: string, isMain: boolean): void {
    const bar = element('span');
    const told = element('output', { 'data-time': name });
    into.append(element('span', { class: 'name' }, label), element('span', { class: isMain ? 'bar main' : 'bar' }, bar), told);
    this.rows.set(name, { bar, told, time: new Smoothed() });
  }

  private time(name: RowName, sample: number): number {
    const row = this.rows.get(name);
    if (!row) {
      return 0;
    }
    const mean = row.time.add(sample);
    row.told.textContent = `${mean < 9.995 ? mean.toFixed(2) : mean.toFixed(1)} ms`;
    row.bar.style.transform = `scaleX(${Math.min(1, mean / 16.7)})`; // all of it: a sixtieth of a second
    return mean;
  }

  private showNumbers(facts: Facts): void {
    const numbers = scenes[this.kind].numbers(facts, this.smoothed);
    if (this.values.length !== numbers.length) {
      this.values = numbers.map(() => element('dd'));
      byId('numbers').replaceChildren(...numbers.map(([label], at) =>
        element('div', {}, element('dt', {}, label), this.values[at] as HTMLElement)));
    }
    numbers.forEach(([, value], at) => { (this.values[at] as HTMLElement).textContent = value; });
  }

  private showCounters(facts: Facts): void {
    const row = (...cells: string[]): HTMLElement =>
      element('tr', {}, ...cells.map((cell, at) => element(at === 0 ? 'th' : 'td', {}, cell)));
    const heads = element('tr', {}, ...['', 'cells', 'blocks', 'tested', 'found'].map((head) => element('th', {}, head)));
    byId('counters').replaceChildren(
      element('table', {}, heads,
        row('screen', count(facts.windowCells), count(facts.windowBlocks), count(facts.windowLanes), count(facts.visible)),
        row(scenes[this.kind].answer, count(facts.answerCells), count(facts.answerBlocks), count(facts.answerLanes),
          count(facts.answers))),
      element('table', {},
        element('tr', {}, ...['tree', 'leaves', 'inner', 'depth', 'memory'].map((head) => element('th', {}, head))),
        row('', count(facts.leaves), count(facts.innerCells), count(facts.deepest), bytes(facts.bytes))));
  }
}

function bytes(value: number): string {
  return value < 1e6 ? `${(value / 1e3).toFixed(0)} kB` : `${(value / 1e6).toFixed(1)} MB`;
}
