// Trouble: what stops the page, or is not as a link says, is told in a sentence that says what to do.
// SPDX-License-Identifier: MIT
import { byId, element } from './dom';

/** What cannot go on. The first reason stays: others follow from it. */
export function stop(why: string): void {
  const shown = byId<HTMLElement>('trouble');
  if (!shown.hidden) {
    return;
  }
  byId<HTMLElement>('progress').hidden = true;
  const again = element('button', { type: 'button', click: startAgain }, 'Start again');
  shown.replaceChildren(element('p', {}, advice(why)), element('p', { class: 'why' }, `What happened: ${why}`), again);
  shown.hidden = false;
}

/** What is only to be known; it can be closed. */
export function note(text: string): void {
  const shown = byId<HTMLElement>('note');
  const close = element('button', { type: 'button', 'aria-label': 'Close this note', click: () => { shown.hidden = true; } }, '×');
  shown.replaceChildren(element('p', {}, text), close);
  shown.hidden = false;
}

export function unnote(): void { byId<HTMLElement>('note').hidden = true; }

function startAgain(): void {
  location.hash = '';
  location.reload();
}

function advice(why: string): string {
  if (/canvas/i.test(why)) {
    return 'This browser cannot draw: allow canvases for this page, or open it in another browser.';
  }
  if (/WebAssembly|CompileError|wasm|is not defined|of undefined/i.test(why) && !/unreachable|memory/i.test(why)) {
    return 'This browser runs no WebAssembly, which the page needs: allow it, or open the page in a Chrome, Edge, Firefox or ' +
      'Safari of this decade.';
  }
  if (/unreachable|memory|allocation|code \d/i.test(why)) {
    return 'The memory of this browser is too small for so many things: start again with fewer of them.';
  }
  return 'The page has stopped: start it again.';
}

addEventListener('error', (event) => stop(event.message));
addEventListener('unhandledrejection', (event) => stop(String(event.reason)));
