// What is selected, and its panel: face, title, needs, grudge, load, work and why; tabs with real content only.

import { chip, el, holding } from '/static/dom.js';
import { artsTab } from './arts.js';
import { billsTab } from './bills.js';
import { crowdPanel, LEVELS } from './crowd.js';
import { storageTab } from './storage.js';
import { nameOf, say } from './words.js';

export class Selection {
  constructor(app) {
    this.app = app;
    this.actors = [];
    this.what = '';
    this.id = -1;
    this.tab = 'state';
    this.turn = 0; // rises with each choice: an answer to an older one comes too late
    this.facts = null;
    this.box = el('section', { class: 'sel px float hud', role: 'region', hidden: true, tabindex: '-1' });
    app.stage.append(this.box);
    this.held = holding(this.box, () => this.facts && this.draw());
    this.box.addEventListener('focusout', () => setTimeout(() => this.facts && this.draw())); // what waited for the typing
  }

  // The structure, site or cell that is framed on the map.
  thing() {
    const { world } = this.app;
    if (this.what === 'structure') return world.structures.get(this.id);
    if (this.what === 'site') return world.sites.get(this.id);
    if (this.what === 'items') return { x: this.cell[0], y: this.cell[1], w: 1, h: 1 };
    return null;
  }

  pick(what, id, more = {}) {
    if (this.what !== what || this.id !== id) this.tab = 'state';
    this.turn += 1;
    this.what = what;
    this.id = id;
    this.actors = what === 'actor' ? [id] : [];
    this.facts = null;
    this.entries = null;
    this.told = '';
    this.cell = more.cell || null;
    this.ids = more.ids || null;
    this.app.overlay.route = [];
    this.app.line.send({ t: 'watch', what, id, ...more });
  }

  // Adds to or takes from the selected minions (Ctrl).
  toggle(id) {
    const at = this.actors.indexOf(id);
    const actors = at >= 0 ? this.actors.filter((other) => other !== id) : [...this.actors, id];
    if (!actors.length) this.clear();
    else if (actors.length === 1) this.pick('actor', actors[0]);
    else {
      this.pick('crowd', 0, { ids: actors });
      this.actors = actors;
    }
  }

  clear() {
    this.turn += 1;
    this.what = '';
    this.id = -1;
    this.actors = [];
    this.facts = null;
    this.told = '';
    this.app.overlay.route = [];
    this.app.line.send({ t: 'watch', what: '' });
    this.box.hidden = true;
  }

  resume() {
    if (this.what) this.app.line.send({ t: 'watch', what: this.what, id: this.id, ...(this.ids ? { ids: this.ids } : {}) });
  }

  take(message) {
    if (message.what !== this.what || message.id !== this.id) return;
    this.facts = message.facts;
    if (!this.facts || this.facts.gone) {
      this.clear();
      return;
    }
    if (this.what === 'actor') this.app.overlay.route = this.facts.route || [];
    if (this.tab === 'log') this.readLog();
    this.draw();
  }

  relabel() {
    this.told = '';
    if (this.facts) this.draw();
  }

  draw() {
    const told = JSON.stringify([this.facts, this.tab, this.actors, this.entries, window.meikyu.lang]);
    if (told === this.told || this.held()) return;
    const typing = this.box.contains(document.activeElement) && document.activeElement.matches('select,input:not([type=checkbox])');
    if (typing) return;
    this.told = told;
    const focus = this.box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.box.setAttribute('aria-label', say('selection'));
    const parts = this.what === 'crowd' ? crowdPanel(this.app, this.facts) : this.what === 'actor' ? this.actor() : this.what === 'items' ? this.items() : this.place();
    const down = this.box.querySelector('.logs')?.scrollTop || 0;
    this.box.replaceChildren(
      el(
        'div',
        { class: 'corner' },
        el('button', { type: 'button', class: 'x', 'data-key': 'menu', 'aria-label': say('more'), title: say('more'), onclick: (e) => this.menu(e) }, '…'),
        el('button', { type: 'button', class: 'x', 'data-key': 'close', 'aria-label': say('deselect'), title: `${say('deselect')} (Esc)`, onclick: () => this.clear() }, '✕'),
      ),
      ...parts,
    );
    this.box.hidden = false;
    const logs = this.box.querySelector('.logs');
    if (logs) logs.scrollTop = down;
    if (focus) this.box.querySelector(`[data-key="${focus}"]`)?.focus();
  }

  menu(event) {
    const box = event.target.getBoundingClientRect();
    const thing = this.thing();
    const sprite = this.app.world.sprites.get(this.id);
    const at = thing ? [thing.x, thing.y] : this.what === 'crowd' ? this.app.spot() : sprite ? [Math.round(sprite.tx / 16), Math.round(sprite.ty / 16)] : this.cell;
    if (at) this.app.openMenu(at[0], at[1], box.left, box.top);
  }

  tabs(names) {
    return el(
      'div',
      { class: 'tabs', role: 'tablist' },
      names.map(([key, label]) =>
        key === 'pin'
          ? el('button', { type: 'button', class: 'tab', 'data-key': 'pin', onclick: () => this.app.pin(this.id) }, label)
          : el(
              'button',
              {
                type: 'button',
                role: 'tab',
                class: `tab ${this.tab === key ? 'on' : ''}`,
                'data-key': key,
                'aria-selected': String(this.tab === key),
                onclick: () => {
                  this.tab = key;
                  if (key === 'log') this.readLog();
                  this.draw();
                },
              },
              label,
            ),
      ),
    );
  }

  actor() {
    const f = this.facts;
    const doing = f.doing || { text: '' };
    const head = el(
      'div',
      { class: 'row head' },
      el('span', { class: 'px face' }, this.app.tiles.icon(this.tileOf(f), 64)),
      el(
        'div',
        { class: 'grow' },
        el('h3', {}, f.name),
        el(
          'div',
          { class: 'row names' },
          f.title
            ? el(
                'button',
                { type: 'button', class: 'tag note ttl', 'data-key': 'title', disabled: !f.can_switch_title || null, onclick: () => this.app.orders.give('next_title', { actor: this.id }) },
                f.title,
                f.can_switch_title ? ' ⟳' : '',
              )
            : '',
          el('span', { class: 'cap' }, f.species),
        ),
        el('div', { class: 'cap doing', title: doing.why || null }, doing.text, doing.rule ? [' ', chip(doing.rule)] : ''),
        doing.why ? el('div', { class: 'cap dim' }, doing.why) : '',
      ),
    );
    const body = this.tab === 'log' ? this.log() : this.tab === 'stats' ? this.stats(f) : this.tab === 'policy' ? this.policy(f) : this.needs(f);
    const names = [['state', say('state')]];
    if ((f.stats || []).length) names.push(['stats', say('facts')]);
    if ((f.jobs || []).length) names.push(['policy', say('policy')]);
    names.push(['log', say('log')]);
    names.push(['pin', say('pin')]);
    return [head, ...body, this.tabs(names)];
  }

  tileOf(f) {
    const sprite = this.app.world.sprites.get(this.id);
    return sprite ? this.app.tiles.names[sprite.tile] : f.tile;
  }

  needs(f) {
    const bar = (b) => {
      return el(
        'div',
        { class: 'need' },
        el('span', {}, b.label),
        el(
          'div',
          { class: 'bar', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': b.value, 'aria-label': b.label },
          el('i', { style: `width:${b.value}%;background:var(--${b.state})` }),
          b.line ? el('b', { style: `left:${b.line}%` }) : '',
        ),
        el('span', { class: 'v' }, String(b.value)),
      );
    };
    const pips = [...Array(10).keys()].map((i) => el('i', { class: `${i < f.grudge ? 'f' : ''} ${i === 6 ? 'm' : ''}` }));
    return [
      ...(f.bars || []).map(bar),
      f.grudge === undefined || f.grudge === null
        ? ''
        : el('div', { class: 'need' }, el('span', {}, say('grudge')), el('div', { class: 'pips', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 10, 'aria-valuenow': f.grudge, 'aria-label': say('grudge') }, pips), el('span', { class: 'v' }, String(f.grudge))),
      el('div', { class: 'row between cap loads' }, el('span', {}, f.load ? f.load.text : ''), el('span', {}, this.working(f))),
    ];
  }

  // What it did since the dungeon was opened, read anew when its facts change.
  async readLog() {
    const { id } = this;
    const entries = await this.app.line.ask('log', { id });
    if (!Array.isArray(entries) || this.id !== id || this.what !== 'actor') return;
    this.entries = entries;
    if (this.facts && this.tab === 'log') this.draw();
  }

  log() {
    if (!this.entries?.length) return [el('p', { class: 'cap logs' }, say('log_empty'))];
    return [
      el(
        'ol',
        { class: 'logs scroll', tabindex: '0', 'data-key': 'log', 'aria-label': say('log') },
        this.entries.map((e) => el('li', {}, el('time', { class: 'cap dim' }, e.time), el('span', {}, e.text, ' ', chip(e.rule)))),
      ),
    ];
  }

  working(f) {
    return f.doing?.check || '';
  }

  stats(f) {
    return [
      el('div', { class: 'stat5' }, (f.stats || []).map((s) => el('div', {}, el('span', { class: 'cap' }, s.label), el('b', {}, String(s.value))))),
      el('dl', { class: 'facts' }, (f.facts || []).map((s) => [el('dt', {}, s.label), el('dd', {}, String(s.value), ' ', chip(s.rule))])),
    ];
  }

  policy(f) {
    const press = (job, button) => this.app.orders.give('press_cell', { actor: this.id, job, button });
    const care = f.care
      ? el(
          'div',
          { class: 'row care' },
          el('span', { class: 'cap' }, say('care')),
          el(
            'div',
            { class: 'seg', role: 'radiogroup', 'aria-label': say('care') },
            f.care.actions.map((a) => el('button', { type: 'button', role: 'radio', 'aria-checked': String(a.primary), class: a.primary ? 'on' : '', 'data-key': `care-${a.command.args.level}`, onclick: () => this.app.orders.give(a.command.kind, a.command.args) }, a.label)),
          ),
        )
      : '';
    return [
      care,
      el(
        'div',
        { class: 'levels' },
        f.jobs.map((j) => {
          const level = LEVELS[j.level];
          return el(
            'button',
            {
              type: 'button',
              class: `lv l${j.level}`,
              'data-key': `job${j.id}`,
              title: `${j.label} ${j.value ?? ''}`,
              onclick: (e) => (e.ctrlKey ? this.app.orders.give('set_level', { actor: this.id, job: j.id, level: 0 }) : press(j.id, 'left')),
              oncontextmenu: (e) => {
                e.preventDefault();
                press(j.id, 'right');
              },
            },
            el('span', {}, j.label),
            el('b', {}, window.meikyu.t(level[1], level[0])),
          );
        }),
      ),
    ];
  }

  place() {
    const f = this.facts;
    const { world } = this.app;
    const thing = this.thing();
    const look = thing ? world.legend.structures[thing.kind].look : { tiles: ['blueprint'] };
    const tile = (look.stand || look.parts || look.tiles)[0];
    const head = el(
      'div',
      { class: 'row head' },
      el('span', { class: 'px face' }, this.app.tiles.icon(this.app.tiles.has(tile) ? tile : `${tile}_00`, 64)),
      el('div', { class: 'grow' }, el('h3', {}, f.title || f.name), f.verdict ? el('span', { class: `st ${f.verdict.state}` }, f.verdict.text) : '', el('div', { class: 'cap dim' }, thing ? `(${thing.x},${thing.y})` : '')),
    );
    const names = [['state', say('state')]];
    if (f.storage) names.push(['storage', say('storage')]);
    if (f.bills) names.push(['bills', say('bills')]);
    if (f.arts) names.push(['arts', say('arts')]);
    const body = this.tab === 'arts' && f.arts ? artsTab(this.app, f.arts) : this.tab === 'bills' && f.bills ? billsTab(this.app, this.id, f.bills) : this.tab === 'storage' && f.storage ? storageTab(this.app, this.id, f.storage, () => this.draw()) : this.about(f);
    return [head, ...body, names.length > 1 ? this.tabs(names) : ''];
  }

  about(f) {
    return [
      (f.reasons || []).length ? el('ul', { class: 'why' }, f.reasons.map((r) => el('li', {}, el('b', { class: 'n' }, r.n), el('span', {}, r.text, ' ', chip(r.rule))))) : '',
      el('dl', { class: 'facts' }, (f.facts || []).map((s) => [el('dt', {}, s.label), el('dd', {}, String(s.value), ' ', chip(s.rule))])),
      (f.actions || []).length
        ? el('div', { class: 'row acts' }, f.actions.map((a, n) => el('button', { type: 'button', class: `btn sm ${a.primary ? 'pri' : ''}`, 'data-key': `act${n}`, onclick: () => this.app.orders.give(a.command.kind, a.command.args, this.thing() ? [[this.thing().x, this.thing().y]] : []) }, a.label)))
        : '',
    ];
  }

  items() {
    const list = this.facts.items.items || this.facts.items;
    const rows = Array.isArray(list) ? list : [];
    return [
      el('h3', {}, say('items'), ' ', el('span', { class: 'dim cap' }, `(${this.cell[0]},${this.cell[1]})`)),
      ...rows.map((item) => {
        const row = this.app.world.legend.items.find((i) => i.id === item.kind);
        return el(
          'div',
          { class: 'row itemline' },
          el('span', { class: 'face px' }, this.app.tiles.icon(row ? row.tile : 'ui_d20', 32)),
          el('div', { class: 'grow' }, el('b', {}, item.title || item.name || (row && nameOf(row))), (item.facts || []).map((f) => el('div', { class: 'cap' }, `${f.label} ${f.value}`))),
          ...(item.actions || []).map((a, n) => el('button', { type: 'button', class: `btn sm ${a.primary ? 'pri' : ''}`, 'data-key': `item${item.id}-${n}`, onclick: () => this.app.orders.give(a.command.kind, a.command.args, [this.cell]) }, a.label)),
        );
      }),
    ];
  }
}
