// The why-tip: what, verdict, reasons, what would change it, keys. One component for hover, focus and letters.

import { chip, el, holding } from '/static/dom.js';
import { ART } from './tiles.js';
import { say } from './words.js';

const DELAY = 300;
const AGAIN = 700;

export class Tip {
  constructor(app) {
    this.app = app;
    this.cell = null;
    this.kept = false;
    this.timer = 0;
    this.box = el('section', { class: 'tip', role: 'region', hidden: true, tabindex: '-1' });
    this.box.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        this.hide();
        app.stage.focus();
      }
    });
    app.stage.append(this.box);
    this.held = holding(this.box);
    setInterval(() => this.again(), AGAIN);
  }

  // The mouse is over a cell: its tip comes after a moment.
  over(x, y) {
    if (this.kept) return;
    if (this.cell && this.cell[0] === x && this.cell[1] === y) return;
    this.away();
    this.timer = setTimeout(() => this.show(x, y), DELAY);
  }

  away() {
    clearTimeout(this.timer);
    if (!this.kept && !this.box.matches(':hover')) this.hide();
  }

  hide() {
    clearTimeout(this.timer);
    this.spotless();
    this.kept = false;
    this.cell = null;
    this.box.hidden = true;
  }

  // With a letter, what it says and its rule come before what is so at the place now.
  async show(x, y, keep = false, letter = null) {
    this.cell = [x, y];
    this.letter = letter;
    if (keep) this.kept = true;
    const facts = await this.app.line.ask('cell', { x, y });
    if (!facts || !facts.verdict || !this.cell || this.cell[0] !== x || this.cell[1] !== y) return null;
    this.fill(facts);
    return facts;
  }

  async again() {
    if (!this.cell || this.box.hidden) return;
    const [x, y] = this.cell;
    const facts = await this.app.line.ask('cell', { x, y });
    if (facts && facts.verdict && this.cell && this.cell[0] === x && this.cell[1] === y) this.fill(facts);
  }

  fill(facts) {
    if (this.held()) return;
    const told = JSON.stringify([facts, this.letter, window.meikyu.lang]);
    if (told !== this.told || this.box.hidden) {
      this.told = told;
      const { verdict } = facts;
      const { letter } = this;
      const act = (action) =>
        el('button', { type: 'button', class: `btn sm ${action.primary ? 'pri' : ''}`, onclick: () => this.app.orders.give(action.command.kind, action.command.args, [this.cell]) }, action.label);
      const reasons = facts.reasons.slice(0, 5);
      const inside = [...this.box.querySelectorAll('a,button')].indexOf(document.activeElement);
      this.box.replaceChildren(
        letter ? el('div', { class: 'of-letter' }, el('h4', {}, el('span', { class: `st ${letter.mark}`, 'aria-hidden': 'true' }), letter.title), el('span', { class: 'cap' }, letter.time, ' ', chip(letter.rule))) : '',
        el(letter ? 'h5' : 'h4', {}, facts.title, ' ', el('span', { class: 'dim at' }, `(${facts.cell[0]},${facts.cell[1]})`)),
        verdict.text ? el('span', { class: `st ${verdict.state}` }, verdict.text) : '',
        el('div', { class: 'cap about' }, (facts.facts || []).slice(0, 4).map((f) => el('span', {}, el('span', { class: 'dim' }, f.label), String(f.value)))),
        reasons.length
          ? el('ul', {}, reasons.map((r) => el('li', {}, el('span', { class: `n ${r.state || ''}` }, r.n), el('span', {}, r.text, ' ', chip(r.rule)))))
          : '',
        facts.ceiling?.spots.length ? el('div', { class: 'row acts' }, this.props(facts.ceiling)) : '',
        facts.actions.length ? el('div', { class: 'row acts' }, facts.actions.slice(0, 2).map(act)) : '',
        el('div', { class: 'cap keys-line' }, el('kbd', {}, 'Shift'), ` ${say('stays')}`, reasons.length || letter ? [' · ', el('kbd', {}, 'Enter'), ` ${say('opens_rule')}`] : ''),
      );
      if (inside >= 0) ([...this.box.querySelectorAll('a,button')][inside] || this.box).focus();
      this.rule = letter?.rule || reasons.find((r) => r.rule)?.rule || '';
    }
    this.box.setAttribute('aria-label', say('why'));
    this.box.hidden = false;
    this.place();
  }

  // Supports for a cracked ceiling: the first press shows the best spots on the map, the second orders them all.
  props({ spots, structure }) {
    const { overlay, orders, world } = this.app;
    const shown = JSON.stringify(spots) === this.spots;
    const kind = world.legend.structures.findIndex((s) => s.id === structure);
    const press = () => {
      if (shown) {
        orders.give('place_site', { structure, cells: spots, turned: false }, spots);
        this.spotless();
      } else {
        this.kept = true;
        this.spots = JSON.stringify(spots);
        overlay.ghost = { kind, x: spots[0][0], y: spots[0][1], w: 1, h: 1, cells: spots, ok: true, turned: false };
      }
      this.told = '';
      this.again();
    };
    return el('button', { type: 'button', class: 'btn sm pri', 'data-spots': spots.length, onclick: press }, say(shown ? 'place_all' : 'best_spots', { n: spots.length }));
  }

  spotless() {
    if (!this.spots) return;
    this.spots = '';
    this.app.overlay.ghost = null;
  }

  // Beside the cell, never over it.
  place() {
    if (!this.cell) return;
    const { camera } = this.app;
    const side = ART * camera.zoom;
    const [sx, sy] = camera.screen(...this.cell);
    const { width: w, height: h } = this.box.getBoundingClientRect();
    const { zoom } = window.meikyu.settings; // the tip's own pixels are enlarged
    const right = sx + side + 12;
    const left = right + w > camera.width - 8 ? Math.max(8, sx - w - 12) : right;
    const top = Math.min(Math.max(8, sy - 12), Math.max(8, camera.height - h - 8));
    this.box.style.left = `${Math.round(left / zoom)}px`;
    this.box.style.top = `${Math.round(top / zoom)}px`;
  }

  keep() {
    if (this.cell && !this.box.hidden) this.kept = true;
  }

  openRule() {
    if (this.rule) window.meikyu.open('help', { stay: true, id: this.rule });
    return Boolean(this.rule);
  }
}
