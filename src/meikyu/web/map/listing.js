// The text list (T): what is near the cursor as a real list in reading order; each entry a button with its menu.

import { el, holding } from '/static/dom.js';
import { keyOf, say } from './words.js';

const ORDER = ['distance', 'group', 'name'];

export class Listing {
  constructor(app) {
    this.app = app;
    this.by = 'distance';
    this.box = el('section', { class: 'listing hud px float', role: 'region', hidden: true, tabindex: '-1' });
    app.stage.append(this.box);
    this.held = holding(this.box);
    this.box.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        this.toggle();
      }
    });
  }

  toggle() {
    this.box.hidden = !this.box.hidden;
    clearInterval(this.timer);
    if (!this.box.hidden) {
      this.load(true);
      this.timer = setInterval(() => this.load(false), 1000);
    } else this.app.stage.focus();
    this.app.mini.relabel();
  }

  relabel() {
    if (!this.box.hidden) this.load(false);
  }

  place() {
    const { cursor, camera } = this.app;
    if (cursor.on) return [cursor.x, cursor.y];
    return camera.cellAt(camera.width / 2, camera.height / 2);
  }

  async load(focus) {
    const [x, y] = this.place();
    const before = document.activeElement;
    const { world } = this.app;
    if (!world.inside(x, y)) return;
    const rows = await this.app.line.ask('listing', { x, y });
    if (!Array.isArray(rows)) return;
    const told = JSON.stringify([rows, x, y, this.by, window.meikyu.lang]);
    if (told === this.told || this.held()) return;
    this.told = told;
    if (this.by === 'group') rows.sort((a, b) => a.group.localeCompare(b.group) || a.distance - b.distance);
    if (this.by === 'name') rows.sort((a, b) => a.label.localeCompare(b.label));
    const at = this.box.contains(document.activeElement) ? document.activeElement.dataset.n : null;
    this.box.setAttribute('aria-label', say('list'));
    this.box.replaceChildren(
      el('div', { class: 'row between' }, el('h3', {}, say('list')), el('span', { class: 'cap' }, `${say('list_cursor')} (${x},${y}) · `, el('kbd', {}, keyOf('list')))),
      el(
        'div',
        { class: 'row tags', role: 'group', 'aria-label': say('list_by') },
        ORDER.map((name) => el('button', { type: 'button', class: `tag ${this.by === name ? 'sel-on' : ''}`, 'aria-pressed': String(this.by === name), onclick: () => { this.by = name; this.load(false); } }, say(`by_${name}`))),
      ),
      rows.length
        ? el('ul', { class: 'scroll' }, rows.map((row, n) => el('li', {}, el('button', { type: 'button', 'data-n': n, onclick: () => this.go(row), oncontextmenu: (e) => this.menu(e, row), onkeydown: (e) => this.key(e, row) }, el('b', {}, row.group), ' ', el('span', { class: row.state || '' }, row.label), ' ', el('span', { class: 'cap' }, row.where || '')))))
        : el('p', { class: 'cap' }, say('list_empty')),
    );
    if (focus && document.activeElement === before) (this.box.querySelector('[data-n]') || this.box).focus();
    else if (at !== null) this.box.querySelector(`[data-n="${at}"]`)?.focus();
  }

  go(row) {
    const [x, y] = row.cell;
    this.app.goTo(x, y);
    this.app.pickAt(x, y);
    this.app.tip.show(x, y, true);
  }

  menu(event, row) {
    event.preventDefault();
    const box = event.target.getBoundingClientRect();
    this.app.openMenu(row.cell[0], row.cell[1], box.left + 20, box.bottom);
  }

  key(event, row) {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) this.menu(event, row);
  }
}
