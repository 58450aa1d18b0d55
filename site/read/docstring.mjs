// A docstring of Python as Markdown: its parameters as a list, its doctests as code.
// SPDX-License-Identifier: MIT

export function markdownOfDocstring(text) {
  const shown = [];
  let state = '';
  for (const line of text.replace(/\s*SPDX-License-Identifier.*/, '').split('\n')) {
    const parameter = /^(\w+(?:, \w+)*) : (.*)$/.exec(line);
    const isPrompt = line.startsWith('>>>');
    if (state === 'code' && line.trim() === '') {
      shown.push('```');
      state = '';
    }
    if (isPrompt && state !== 'code') {
      shown.push('', '```python');
      state = 'code';
    }
    if (state === 'code') {
      shown.push(line);
    } else if (parameter) {
      shown.push(
        ...(state === 'list' ? [] : ['']),
        `- ${parameter[1]
          .split(', ')
          .map((name) => `\`${name}\``)
          .join(', ')}: ${parameter[2]}`,
      );
      state = 'list';
    } else if (state === 'list' && line.startsWith('    ')) {
      shown.push(`  ${line.trim()}`);
    } else {
      state = '';
      shown.push(line);
    }
  }
  if (state === 'code') {
    shown.push('```');
  }
  return shown
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
