// Painting items: what each painter does.
// SPDX-License-Identifier: MIT
import type { Camera } from './camera';
import type { Palette } from './palette';
import type { Frame } from './protocol';
import type { Form } from './scenes';

export interface ItemPainter {
  readonly name: 'WebGL' | 'canvas';
  /** With more items than this it would be slow. */
  readonly most: number;
  /** `hits`: whether marks are shown. `pixels`: device pixels per CSS pixel. `rem`: how large letters are, 1 as usual. */
  paint(frame: Frame, form: Form, camera: Camera, palette: Palette, hits: boolean, pixels: number, rem: number): void;
}
