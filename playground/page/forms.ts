// How large on screen what has no size in the world is, in CSS pixels. `rem`: how large letters are, 1 as usual.
// SPDX-License-Identifier: MIT

/** The radius of a point. */
export const dotSize = (scale: number, rem: number): number => rem * Math.min(6, Math.max(2.4, 0.12 * scale));

/** Half the length of a bird. */
export const dartSize = (scale: number, rem: number): number => Math.max(3.2 * rem, 0.5 * scale);
