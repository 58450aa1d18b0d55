// Boxes of doubles in a tree of floats: none becomes smaller, so that the tree's answers are candidates that doubles decide.
// SPDX-License-Identifier: MIT

const bits = new DataView(new ArrayBuffer(4));
const most = 3.4028234663852886e38;

/** The nearest float above, or below where `way` is −1. */
function next(value: number, way: 1 | -1): number {
  bits.setFloat32(0, value);
  if (value === 0) {
    return way * 2 ** -149;
  }
  bits.setInt32(0, bits.getInt32(0) + (value > 0 === way > 0 ? 1 : -1));
  return bits.getFloat32(0);
}

/** The greatest float that is not above; as far out as floats go for what is beyond them. */
export function floatBelow(value: number): number {
  const near = Math.fround(value);
  return Math.max(-most, near <= value ? Math.min(near, most) : next(near, -1));
}
/** The least float that is not below. */
export function floatAbove(value: number): number {
  return -floatBelow(-value);
}
