// The address bar: shows the state, written not more often than browsers like.
// SPDX-License-Identifier: MIT

const pause = 250; // milliseconds: browsers take a slider that is drawn along for an attack

export class AddressBar {
  private written = -Infinity; // when the address was
  private waiting = 0;

  write(hash: string): void {
    clearTimeout(this.waiting);
    const wait = this.written + pause - performance.now();
    if (wait > 0) {
      this.waiting = setTimeout(() => this.write(hash), wait);
    } else if (location.hash !== hash) {
      this.written = performance.now();
      history.replaceState(null, '', hash);
    }
  }

  /** A link is being followed: what waits is of the scene before. */
  forget(): void { clearTimeout(this.waiting); }
}
