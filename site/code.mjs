// Code as HTML, colored when the site is built.
// SPDX-License-Identifier: MIT
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cmake from 'highlight.js/lib/languages/cmake';
import cpp from 'highlight.js/lib/languages/cpp';
import python from 'highlight.js/lib/languages/python';
import pythonRepl from 'highlight.js/lib/languages/python-repl';
import typescript from 'highlight.js/lib/languages/typescript';

const languages = { sh: bash, c, cmake, cpp, python, 'python-repl': pythonRepl, typescript };
for (const [name, language] of Object.entries(languages)) {
  hljs.registerLanguage(name, language);
}
const other = { js: 'typescript', javascript: 'typescript', ts: 'typescript', bash: 'sh', console: 'sh' };

export const escape = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

/** A block; its keyboard can scroll it where it is wider than the page. */
export function block(code, given = '', label = 'Code') {
  const language = code.startsWith('>>>') ? 'python-repl' : (other[given] ?? given);
  const known = languages[language] !== undefined;
  const html = known ? hljs.highlight(code, { language }).value : escape(code);
  const named = known ? ` data-language="${language}"` : '';
  return `<pre tabindex="0" role="group" aria-label="${escape(label)}"${named}><code>${html}</code></pre>\n`;
}
