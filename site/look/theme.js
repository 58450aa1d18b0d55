// Light or dark, as it was chosen last, before the page is drawn.
// SPDX-License-Identifier: MIT
try {
  const chosen = localStorage.getItem('quadrille-theme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
  }
} catch {
  // A browser that keeps nothing shows what the system prefers.
}
