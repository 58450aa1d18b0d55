// The transport: the buttons below the world, made once, so that focus stays where it is.
// SPDX-License-Identifier: MIT
import type { State } from './address';
import { byId, element, icon } from './dom';

export interface Transported {
  pause(): void;
  step(): void;
  again(): void;
  fit(): void;
  theme(): void;
  help(): void;
}

const icons = {
  pause: 'M5 3v10M11 3v10', play: 'M5 3l8 5-8 5z', step: 'M4 3l6 5-6 5zM12.5 3v10', again: 'M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3',
  fit: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4', theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  help: 'M5.5 6a2.5 2.5 0 1 1 3.8 2.1c-.9.6-1.3 1-1.3 2M8 12.6v.3',
};

export class Transport {
  private readonly buttons = new Map<string, HTMLButtonElement>();

  constructor(does: Transported) {
    for (const name of ['pause', 'step', 'again', 'fit', 'theme', 'help'] as const) {
      this.buttons.set(name, element('button', { type: 'button', id: name, class: name === 'pause' ? 'main' : '', click: () => does[name]() }));
    }
    byId('transport').append(...this.buttons.values());
    this.name('step', 'step', 'step', 'Step: one tick (.)');
    this.name('again', 'again', 'again', 'Again, from the beginning (r)');
    this.name('fit', 'fit', 'fit', 'Fit the whole world on screen (f)');
    this.name('help', 'help', 'keys', 'Keys that can be pressed (?)');
  }

  show({ paused, theme }: State): void {
    this.name('pause', paused ? 'play' : 'pause', paused ? 'play' : 'pause', paused ? 'Play (space)' : 'Pause (space)');
    this.name('theme', 'theme', theme, `Colors: ${theme} (t)`);
  }

  private name(which: string, path: keyof typeof icons, label: string, title: string): void {
    const button = this.buttons.get(which);
    if (button && button.title !== title) {
      button.title = title;
      button.setAttribute('aria-label', title);
      button.replaceChildren(icon(icons[path]), element('span', { class: 'label' }, label));
    }
  }
}
