// Items by WebGL: one rectangle for each, in which a fragment shader draws its form.
// SPDX-License-Identifier: MIT
import type { Camera } from './camera';
import { dartSize, dotSize } from './forms';
import type { ItemPainter } from './items';
import type { Palette } from './palette';
import type { Frame } from './protocol';
import type { Form } from './scenes';

const forms = { box: 0, circle: 1, dart: 2, point: 3 } as const;

const vertexShader = `#version 300 es
layout(location = 0) in vec4 shape;
layout(location = 1) in float given;
uniform vec2 screen, origin;
uniform float scale, pixels, size, hits;
uniform int form;
out vec2 place;      // from the middle, in device pixels; of a dart along its heading
flat out vec2 extent; // half the sides
flat out float mark;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  mark = given * hits;
  vec2 middle = shape.xy * scale + origin;
  extent = vec2(size);
  if (form != 2 && form != 3) {
    vec2 high = shape.zw * scale + origin;
    extent = max((high - middle) * 0.5, vec2(0.6 * pixels));
    middle = (middle + high) * 0.5;
  }
  float margin = 1.0 + min(7.0 * pixels, 2.0 * extent.y) * mark;
  place = corner * (extent + margin);
  vec2 turned = form == 2 ? vec2(place.x * shape.z - place.y * shape.w, place.x * shape.w + place.y * shape.z) : place;
  gl_Position = vec4((middle + turned) / screen * 2.0 - 1.0, 0.0, 1.0);
  gl_Position.y = -gl_Position.y;
}`;

const fragmentShader = `#version 300 es
precision highp float;
precision highp int;
in vec2 place;
flat in vec2 extent;
flat in float mark;
uniform vec3 rest, accent;
uniform float pixels, glow;
uniform int form;
out vec4 color;

float outside() { // the distance from the form's edge, in pixels
  if (form == 1 || form == 3) {
    return length(place) - extent.x;
  }
  if (form == 2) {
    vec2 part = vec2(place.x, abs(place.y)) / extent.x;
    float flank = dot(part - vec2(1.0, 0.0), normalize(vec2(0.55, 1.8)));
    float tail = dot(part - vec2(-0.4, 0.0), normalize(vec2(-0.55, -0.4)));
    return max(flank, tail) * extent.x;
  }
  float rounding = min(0.3 * min(extent.x, extent.y), 2.5 * pixels);
  return length(max(abs(place) - extent + rounding, 0.0)) - rounding;
}

void main() {
  vec3 own = mix(rest, accent, mark);
  float off = outside();
  float cover = clamp(0.5 - off, 0.0, 1.0);
  float small = min(extent.x, extent.y);
  float edge = form < 2 && small > 3.0 * pixels ? clamp(off + 1.6 * pixels, 0.0, 1.0) : 1.0;
  float alpha = cover * mix(0.55 + 0.35 * mark, 1.0, edge);
  float halo = glow * mark * mark * exp(-max(off, 0.0) / min(2.2 * pixels, 0.6 * small)) * (1.0 - cover);
  color = vec4(own * alpha + accent * halo, alpha + 0.6 * halo);
}`;

export class GlPainter implements ItemPainter {
  readonly name = 'WebGL';
  readonly most = 300_000;
  private prepared: Prepared;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly gl: WebGL2RenderingContext) {
    this.prepared = prepare(gl);
  }

  /** After the graphics processor was taken away: it comes back empty. */
  restore(): void { this.prepared = prepare(this.gl); }

  paint(frame: Frame, form: Form, camera: Camera, palette: Palette, hits: boolean, pixels: number, rem: number): void {
    const { gl, canvas } = this;
    const { program, places, shapes, marks } = this.prepared;
    if (gl.isContextLost()) {
      return;
    }
    const at = (name: string): WebGLUniformLocation | null => places[name] ?? null;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.useProgram(program);
    gl.uniform2f(at('screen'), canvas.width, canvas.height);
    gl.uniform2f(at('origin'), camera.origin.x * pixels, camera.origin.y * pixels);
    gl.uniform1f(at('scale'), camera.scale * pixels);
    gl.uniform1f(at('pixels'), pixels);
    gl.uniform1f(at('size'), (form === 'dart' ? dartSize(camera.scale, rem) : dotSize(camera.scale, rem)) * pixels);
    gl.uniform1f(at('hits'), hits ? 1 : 0);
    gl.uniform3f(at('rest'), ...palette.item);
    gl.uniform3f(at('accent'), ...palette.accent);
    gl.uniform1f(at('glow'), palette.isDark ? 0.55 : 0.35);

    gl.bindBuffer(gl.ARRAY_BUFFER, shapes);
    gl.bufferData(gl.ARRAY_BUFFER, frame.shapes, gl.STREAM_DRAW);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, marks);
    gl.bufferData(gl.ARRAY_BUFFER, frame.marks, gl.STREAM_DRAW);
    gl.vertexAttribPointer(1, 1, gl.UNSIGNED_BYTE, true, 0, 0);
    gl.uniform1i(at('form'), forms[form]);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, frame.marks.length);
  }
}

interface Prepared {
  program: WebGLProgram;
  places: Record<string, WebGLUniformLocation | null>;
  shapes: WebGLBuffer;
  marks: WebGLBuffer;
}

function prepare(gl: WebGL2RenderingContext): Prepared {
  const program = linked(gl);
  const names = ['screen', 'origin', 'scale', 'pixels', 'size', 'hits', 'form', 'rest', 'accent', 'glow'];
  const places = Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)]));
  for (const location of [0, 1]) {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribDivisor(location, 1);
  }
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  return { program, places, shapes: gl.createBuffer(), marks: gl.createBuffer() };
}

function linked(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]] as const) {
    const shader = gl.createShader(type);
    if (!shader) {
      throw new Error('WebGL makes no shader');
    }
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
      throw new Error(gl.getShaderInfoLog(shader) ?? 'a shader does not compile');
    }
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(gl.getProgramInfoLog(program) ?? 'the shaders do not link');
  }
  return program;
}
