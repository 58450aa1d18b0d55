// Floats next to doubles: boxes of doubles are rounded outwards, so that none becomes smaller.
// SPDX-License-Identifier: MIT

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);
/** The greatest of all floats. */
export const mostFloat = 3.4028234663852886e38;

/** The float after this one, or before it where `way` is −1. */
export function nextFloat(value: number, way: 1 | -1): number {
  if (value === 0) {
    return way * 2 ** -149;
  }
  float[0] = value;
  bits[0] = (bits[0] as number) + (value > 0 === way > 0 ? 1 : -1);
  return float[0];
}

/** The greatest float that is not above; as far out as floats go for what is beyond them. */
export function floatBelow(value: number): number {
  const near = Math.fround(value);
  if (near === value && Math.abs(near) <= mostFloat) {
    return near;
  }
  return Math.max(-mostFloat, near <= value ? Math.min(near, mostFloat) : nextFloat(near, -1));
}
/** The least float that is not below. */
export function floatAbove(value: number): number {
  return -floatBelow(-value);
}
