// Making elements: text is always text, never markup.
// SPDX-License-Identifier: MIT

type Properties = Record<string, string | boolean | ((event: Event) => void)>;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, properties: Properties = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') {
      made.addEventListener(name, value);
    } else if (value === true) {
      made.setAttribute(name, '');
    } else if (value !== false) {
      made.setAttribute(name, value);
    }
  }
  made.append(...children);
  return made;
}

/** An icon of lines, 16 × 16. */
export function icon(path: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const drawn = document.createElementNS(space, 'svg');
  drawn.setAttribute('viewBox', '0 0 16 16');
  drawn.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(space, 'path');
  line.setAttribute('d', path);
  drawn.append(line);
  return drawn;
}

export function byId<Type extends Element>(id: string): Type {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`the page has no #${id}`);
  }
  return found as unknown as Type;
}
