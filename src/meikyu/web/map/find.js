// The search of the map ("/"): beings, places and things of this dungeon, then rules; Enter opens the first hit.

import { el } from '/static/dom.js';
import { say } from './words.js';

const RULES = 6;

export class Find {
  constructor(app) {
    this.app = app;
    this.turn = 0;
    this.input = el('input', { class: 'inp', type: 'search', autocomplete: 'off', maxlength: 80, role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'find-hits' });
    this.hits = el('ul', { class: 'scroll', id: 'find-hits' });
    this.none = el('p', { class: 'cap', role: 'status', hidden: true });
    this.box = el('section', { class: 'finder px float', role: 'search', hidden: true }, this.input, this.none, this.hits);
    app.stage.append(this.box);
    this.input.addEventListener('input', () => this.look());
    this.box.addEventListener('keydown', (event) => this.key(event));
    addEventListener('meikyu:search', (event) => {
      event.preventDefault();
      this.open();
    });
    this.relabel();
  }

  relabel() {
    this.input.placeholder = say('find');
    this.input.setAttribute('aria-label', say('find'));
    this.box.setAttribute('aria-label', say('find'));
    if (!this.box.hidden) this.look();
  }

  open() {
    this.box.hidden = false;
    this.input.focus();
    this.input.select();
    this.look();
  }

  close() {
    this.box.hidden = true;
    this.app.stage.focus();
  }

  // Asks for what fits the words; the answer to older words is dropped. Resolves when the list is current.
  look() {
    const turn = ++this.turn;
    this.ready = this.ask(this.input.value.trim()).then((found) => {
      if (turn === this.turn) this.fill(found);
    });
    return this.ready;
  }

  async ask(words) {
    if (!words) return null;
    const { lang } = window.meikyu;
    const query = new URLSearchParams({ q: words, book: 'keep', lang });
    const [things, rules] = await Promise.all([
      this.app.line.ask('find', { q: words }),
      fetch(`/web/rules/find?${query}`).then((answer) => answer.json()).catch(() => ({ entries: [] })),
    ]);
    return [...(Array.isArray(things) ? things : []), ...rules.entries.slice(0, RULES).map((r) => ({ group: say('rules'), label: r.text, rule: r.id }))];
  }

  fill(found) {
    this.none.hidden = found === null || found.length > 0;
    this.none.textContent = say('find_none');
    this.hits.replaceChildren(
      ...(found || []).map((hit) =>
        el('li', {}, el('button', { type: 'button', onclick: () => this.go(hit) }, el('b', { class: 'cap dim' }, hit.group), el('span', {}, hit.rule ? el('span', { class: 'rid' }, hit.rule) : '', hit.rule ? ' ' : '', hit.label), hit.cell ? el('span', { class: 'cap dim right' }, `(${hit.cell})`) : '')),
      ),
    );
  }

  go(hit) {
    this.close();
    if (hit.rule) window.meikyu.open('help', { stay: true, id: hit.rule });
    else if (hit.actor !== undefined) this.app.goToThing({ actor: hit.actor, x: hit.cell[0], y: hit.cell[1] });
    else {
      this.app.goTo(...hit.cell);
      if (hit.structure === undefined) this.app.pickAt(...hit.cell);
      else this.app.selection.pick('structure', hit.structure); // whoever stands there by now
      this.app.tip.show(...hit.cell, true);
    }
  }

  async key(event) {
    const all = [...this.hits.querySelectorAll('button')];
    const at = all.indexOf(document.activeElement);
    if (event.key === 'Escape') this.close();
    else if (event.key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (at <= 0 ? this.input : all[at - 1]).focus();
    else if (event.key === 'Enter' && event.target === this.input) {
      event.preventDefault();
      event.stopPropagation();
      await this.ready;
      this.hits.querySelector('button')?.click();
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
