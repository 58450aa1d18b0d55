// What is thrown.
// SPDX-License-Identifier: MIT

/** A request that cannot be: the message says what was wanted and what was found. Nothing has changed, then. */
export class QuadrilleError extends Error {
  /** What such errors are called. */
  override readonly name = 'QuadrilleError';
  /** The row of the first bad shape or item, where one was bad. */
  readonly row?: number;

  constructor(message: string, row?: number) {
    super(message);
    if (row !== undefined) {
      this.row = row;
    }
  }
}
