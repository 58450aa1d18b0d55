// The tabs: a link for each scene.
// SPDX-License-Identifier: MIT
import { format, usual } from './address';
import type { State } from './address';
import { byId, element } from './dom';
import { kinds } from './protocol';
import type { Kind } from './protocol';
import { scenes } from './scenes';

/** Another scene as it usually is, in the theme of this one. */
export const another = (kind: Kind, { theme }: State): State => ({ ...usual(kind), theme });

export class Tabs {
  private readonly links: HTMLAnchorElement[];

  constructor(followed: () => void) {
    this.links = kinds.map((kind) => element('a', { click: followed }, scenes[kind].title));
    byId('scenes').append(...this.links);
  }

  show(state: State): void {
    kinds.forEach((kind, at) => {
      const link = this.links[at] as HTMLAnchorElement;
      link.href = `${location.pathname}${location.search}${format(another(kind, state))}`;
      if (kind !== state.kind) {
        link.removeAttribute('aria-current');
      } else if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'page');
        const room = byId<HTMLElement>('scenes');
        room.scrollLeft = link.offsetLeft - room.offsetLeft - (room.clientWidth - link.offsetWidth) / 2;
      }
    });
    document.title = `${scenes[state.kind].title} · quadrille`;
  }
}
