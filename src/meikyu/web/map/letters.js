// Letters: danger above news, five shown; a click goes to the place, or to whom it is about, and opens the why.

import { el, holding } from '/static/dom.js';
import { ART } from './tiles.js';
import { say } from './words.js';

const SHOWN = 5;

export class Letters {
  constructor(app) {
    this.app = app;
    this.list = [];
    this.seen = null;
    this.all = false;
    this.old = false;
    this.at = -1;
    this.box = el('aside', { class: 'letters', role: 'region' });
    app.stage.append(this.box);
    this.held = holding(this.box, () => this.app.state && this.take(this.app.state.letters));
    this.relabel();
  }

  relabel() {
    this.box.setAttribute('aria-label', say('letters'));
    this.told = '';
    this.draw();
  }

  take(letters) {
    this.list = letters.filter((a) => !a.dismissed);
    this.closed = letters.filter((a) => a.dismissed);
    this.announce(letters);
    const told = JSON.stringify([letters, this.all, this.old]);
    if (told !== this.told && !this.held()) {
      this.told = told;
      this.draw();
    }
  }

  // New letters are read out; those that stop a fast clock do so at the server, whoever looks.
  announce(letters) {
    const ids = new Set(letters.map((a) => a.id));
    if (this.seen) {
      const fresh = this.list.filter((a) => !this.seen.has(a.id));
      for (const a of fresh) (a.mark === 'bad' ? window.meikyu.shout : window.meikyu.say)(`${a.title}, ${a.time}`);
    }
    this.seen = ids;
  }

  draw() {
    const opens = () => [...this.box.querySelectorAll('[data-letter]')];
    const at = opens().findIndex((open) => open.parentElement.contains(document.activeElement));
    const focus = opens()[at]?.dataset.letter;
    const shown = this.all ? this.list : this.list.slice(0, SHOWN);
    const rest = this.list.length - shown.length;
    const foot = [];
    if (rest > 0 || this.all)
      foot.push(
        el('button', { type: 'button', class: 'btn sm', 'aria-expanded': String(this.all), onclick: () => this.toggle('all') }, this.all ? say('fewer_letters') : say('more_letters', { n: rest })),
      );
    if (this.closed?.length)
      foot.push(el('button', { type: 'button', class: 'btn sm', 'aria-expanded': String(this.old), onclick: () => this.toggle('old') }, `${say('old_letters')} ${this.closed.length}`));
    this.box.replaceChildren(
      ...shown.map((a) => this.letter(a)),
      ...(this.list.length ? [] : [el('div', { class: 'cap quiet px' }, say('no_letters'))]),
      ...(foot.length ? [el('div', { class: 'row foot' }, foot)] : []),
      ...(this.old ? (this.closed || []).map((a) => this.letter(a)) : []),
    );
    // a letter that has gone gives the focus to the one before it
    if (at >= 0) (opens().find((open) => open.dataset.letter === focus) || opens()[Math.max(at - 1, 0)] || this.app.stage).focus();
  }

  toggle(what) {
    this[what] = !this[what];
    this.draw();
  }

  letter(a) {
    const open = el(
      'button',
      { type: 'button', class: 'open', 'data-letter': a.id, onclick: () => this.go(a) },
      el('span', { class: 'env' }, this.app.tiles.icon('ui_letter', 32), el('span', { class: `st ${a.mark}`, 'aria-hidden': 'true' })),
      el('span', { class: 'txt' }, el('b', {}, a.title), el('span', { class: 'cap' }, `${a.time}${a.place ? ` · ${a.place}` : ''}${a.dismissed ? ` · ${a.rule}` : ''}`)),
    );
    open.addEventListener('keydown', (event) => {
      if (window.meikyu.action(event) === 'dismiss') {
        event.preventDefault();
        event.stopPropagation();
        this.dismiss(a.id);
      }
    });
    return el(
      'div',
      { class: `letter px float ${a.dismissed ? 'closed' : ''}` },
      open,
      a.dismissed
        ? ''
        : el('button', { type: 'button', class: 'x', 'aria-label': `${say('dismiss')}: ${a.title}`, title: say('dismiss'), onclick: () => this.dismiss(a.id) }, '✕'),
    );
  }

  go(a) {
    this.at = this.list.indexOf(a);
    const { app } = this;
    const sprite = app.world.sprites.get(a.about);
    const [x, y] = sprite ? [Math.round(sprite.tx / ART), Math.round(sprite.ty / ART)] : [a.x, a.y];
    app.goTo(x, y);
    if (sprite) app.selection.pick('actor', a.about);
    app.tip.hide();
    app.tip.show(x, y, true, a);
  }

  next() {
    if (!this.list.length) return;
    this.at = (this.at + 1) % this.list.length;
    this.go(this.list[this.at]);
  }

  focus() {
    this.box.querySelector('button')?.focus();
  }

  dismiss(id) {
    this.app.orders.give('dismiss_letter', { letter: id });
  }
}
