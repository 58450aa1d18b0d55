// What a page does: search, light or dark, the language of the reference, the menu of a narrow screen.
// SPDX-License-Identifier: MIT
'use strict';
{
  const html = document.documentElement;
  const own = document.currentScript;
  const root = own.dataset.root;
  html.classList.add('scripted');

  const keep = (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Then it holds for this page alone.
    }
  };
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };

  // ---- Light and dark, the menu -------------------------------------------------------------------------------------

  document.querySelector('.theme').addEventListener('click', () => {
    const isDark = html.dataset.theme ? html.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    html.dataset.theme = isDark ? 'light' : 'dark';
    keep('quadrille-theme', html.dataset.theme);
  });
  const menu = document.querySelector('.menu');
  menu.addEventListener('click', () => {
    const isOpen = document.querySelector('#ways').classList.toggle('open');
    menu.setAttribute('aria-expanded', String(isOpen));
  });
  const side = document.querySelector('.side details');
  const narrow = matchMedia('(max-width: 52rem)');
  const fold = () => {
    side?.toggleAttribute('open', !narrow.matches);
  };
  narrow.addEventListener('change', fold);
  fold();
  const here = document.querySelector('.side [aria-current]');
  if (here && !narrow.matches) {
    const list = document.querySelector('.side');
    list.scrollTop = Math.max(0, here.offsetTop - list.clientHeight / 2);
  }

  // ---- The language of the reference ---------------------------------------------------------------------------------

  const tabs = [...document.querySelectorAll('[role="tab"]')];
  const choose = (tab, isAsked) => {
    for (const each of tabs) {
      const isChosen = each === tab;
      each.setAttribute('aria-selected', String(isChosen));
      each.tabIndex = isChosen ? 0 : -1;
      document.getElementById(each.getAttribute('aria-controls')).hidden = !isChosen;
    }
    if (isAsked) {
      tab.focus();
      keep('quadrille-language', tab.id);
    }
  };
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tab, true));
    tab.addEventListener('keydown', ({ key }) => {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key];
      if (to !== undefined) {
        choose(tabs[(to + tabs.length) % tabs.length], true);
      }
    });
  }
  if (tabs.length > 0) {
    choose(tabs.find(({ id }) => id === kept('quadrille-language')) ?? tabs[0], false);
  }

  // ---- Search --------------------------------------------------------------------------------------------------------

  const input = document.querySelector('#search');
  const results = document.querySelector('#results');
  let find;
  let chosen = -1;

  globalThis.quadrilleFound = (finder) => {
    find = finder;
    show();
  };
  const load = () => {
    if (!find && !document.querySelector('script[data-search]')) {
      const script = document.createElement('script');
      script.src = `${root}look/search.js`;
      script.dataset.search = '';
      document.head.append(script);
    }
  };
  const close = () => {
    results.hidden = true;
    chosen = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const excerpt = ({ x, terms }) => {
    const at = Math.max(
      0,
      ...terms
        .map((term) => x.toLowerCase().indexOf(term))
        .filter((from) => from >= 0)
        .slice(0, 1)
        .map((from) => from - 30),
    );
    return `${at > 0 ? '… ' : ''}${x.slice(at, at + 140)}`;
  };
  const select = (to) => {
    const options = [...results.querySelectorAll('[role="option"]')];
    chosen = options.length === 0 ? -1 : (to + options.length) % options.length;
    for (const [at, each] of options.entries()) {
      each.setAttribute('aria-selected', String(at === chosen));
    }
    if (chosen >= 0) {
      input.setAttribute('aria-activedescendant', options[chosen].id);
      options[chosen].scrollIntoView({ block: 'nearest' });
    }
  };
  function show() {
    const words = input.value.trim();
    if (words === '' || !find) {
      close();
      return;
    }
    const found = find(words);
    results.replaceChildren(
      ...found.map((entry, at) => {
        const row = document.createElement('li');
        row.setAttribute('role', 'presentation');
        const link = document.createElement('a');
        link.id = `result-${at}`;
        link.setAttribute('role', 'option');
        link.setAttribute('aria-selected', 'false');
        link.href = root + entry.u;
        link.tabIndex = -1;
        const title = document.createElement('strong');
        title.textContent = entry.p ? `${entry.t} · ${entry.p}` : entry.t;
        const line = document.createElement('small');
        line.textContent = excerpt(entry) || entry.u;
        link.append(title, line);
        row.append(link);
        return row;
      }),
    );
    if (found.length === 0) {
      const row = document.createElement('li');
      row.className = 'nothing';
      row.setAttribute('role', 'option');
      row.setAttribute('aria-disabled', 'true');
      row.setAttribute('aria-selected', 'false');
      row.textContent = `Nothing is found for “${words}”.`;
      results.append(row);
    }
    results.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    chosen = -1;
    if (found.length > 0) {
      select(0);
    }
  }
  input.addEventListener('focus', load);
  input.addEventListener('input', () => {
    load();
    show();
  });
  input.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      event.preventDefault();
      select(chosen + by);
    } else if (event.key === 'Enter' && chosen >= 0) {
      results.querySelectorAll('a[role="option"]')[chosen]?.click();
    } else if (event.key === 'Escape') {
      close();
    }
  });
  document.addEventListener('keydown', (event) => {
    if (
      event.key === '/' &&
      !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '') &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      event.preventDefault();
      input.focus();
    }
  });
  document.addEventListener('click', ({ target }) => {
    if (!target.closest('search')) {
      close();
    }
  });
}
