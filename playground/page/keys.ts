// Keys: shortcuts that work wherever the focus is, but where a control needs the key itself; and their list.
// SPDX-License-Identifier: MIT
import { byId, element } from './dom';

export interface Shortcut {
  keys: string[];
  shown: string; // how the list names the keys
  does: string;
  press(key: string): void;
}

/** Whether the control that has the focus uses this key. */
function isTaken(target: Element, key: string): boolean {
  const control = target.closest('input, button, a, summary, [data-keys]');
  if (!control) {
    return false;
  }
  const isArrow = key.startsWith('Arrow');
  const type = control instanceof HTMLInputElement ? control.type : control.localName;
  switch (type) {
    case 'number': return true;
    case 'range': return isArrow || key === '+' || key === '-';
    case 'radio': return isArrow || key === ' ';
    case 'checkbox': case 'button': case 'summary': return key === ' ' || key === 'Enter' || (isArrow && control.hasAttribute('data-keys'));
    case 'a': return key === 'Enter';
    default: return isArrow; // [data-keys]: it is moved by arrows
  }
}

export function listenToKeys(shortcuts: readonly Shortcut[]): void {
  const byKey = new Map(shortcuts.flatMap((each) => each.keys.map((key) => [key, each] as const)));
  addEventListener('keydown', (event) => {
    const pressed = byKey.get(event.key);
    const isOpen = document.querySelector('dialog[open]') !== null;
    if (!pressed || isOpen || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target as Element, event.key)) {
      return;
    }
    pressed.press(event.key);
    event.preventDefault();
  });
  // After a click the world has the focus, so that no key presses the control again. Whoever tabs stays where they are.
  addEventListener('click', (event) => {
    const control = (event.target as Element).closest('button, a, input[type="checkbox"], input[type="radio"]');
    if (event.detail > 0 && control && !control.closest('dialog') && document.querySelector('dialog[open]') === null) {
      byId<HTMLElement>('stage').focus({ preventScroll: true });
    }
  });
}

/** A list for the dialog that "?" opens. */
export function listOf(shortcuts: readonly Shortcut[]): HTMLElement {
  const rows = shortcuts.map(({ shown, does }) =>
    element('div', {}, element('dt', {}, ...shown.split(' ').map((key) => element('kbd', {}, key))), element('dd', {}, does)));
  return element('dl', { class: 'keys' }, ...rows);
}

/** Fills a dialog of the page, and opens it. It is closed by its button, by Escape, or by a press outside. */
export function openDialog(id: string, title: string, ...children: (Node | string)[]): void {
  const dialog = byId<HTMLDialogElement>(id);
  const close = element('button', { type: 'button', 'aria-label': 'Close', click: () => dialog.close() }, '×');
  dialog.setAttribute('aria-label', title);
  dialog.replaceChildren(element('div', { class: 'head' }, element('h2', {}, title), close), ...children);
  dialog.onclick = (event) => {
    if (event.target === dialog) {
      dialog.close();
    }
  };
  dialog.showModal();
}
