// The build menu: search, tabs by category, tile, name, cost have/need, job, number keys; then a ghost on the map.

import { el } from '/static/dom.js';
import { nameOf, say } from './words.js';

const TABS = [
  ['walls', ['barrier', 'door', 'support'], 'Walls, support', '壁・支え'],
  ['rooms', ['kitchen', 'dining', 'seat', 'bedroom', 'library', 'workshop', 'infirmary', 'cell'], 'Rooms', '部屋'],
  ['light', ['light', 'watch'], 'Light, watch', '明かり・番所'],
  ['store', ['storeroom', 'vault'], 'Storage', '保管'],
  ['traps', ['trap'], 'Traps', '罠'],
  ['lairs', ['lair', 'den'], 'Lairs', '住処'],
  ['lord', ['palace', 'ritual', 'decor'], 'Lord, rites, decor', '魔王・儀式・飾り'],
];

export class BuildMenu {
  constructor(app) {
    this.app = app;
    this.tab = 'walls';
    this.find = '';
    this.stock = {};
    this.unlocked = null; // what may be built by now, null until the server has said so
    this.box = el('section', { class: 'build hud px float', role: 'region', hidden: true });
    app.stage.append(this.box);
    this.box.addEventListener('keydown', (event) => this.key(event));
  }

  async open() {
    this.box.hidden = false;
    this.box.classList.remove('slim');
    this.draw();
    this.box.querySelector('.tile')?.focus();
    clearInterval(this.timer);
    await this.look();
    clearInterval(this.timer);
    if (!this.box.hidden) this.timer = setInterval(() => this.look(), 2000);
  }

  search(text) {
    this.find = text;
    this.draw();
    this.box.querySelector('.tile')?.focus();
  }

  // What is in stock and what has been learned; only costs are drawn anew, since somebody may be typing in the search.
  async look() {
    const { line } = this.app;
    const [stock, unlocked] = await Promise.all([line.ask('stock'), line.ask('unlocked')]);
    this.stock = stock || this.stock;
    this.unlocked = unlocked || this.unlocked;
    this.drawCosts();
  }

  close() {
    clearInterval(this.timer);
    this.box.hidden = true;
    this.find = '';
  }

  relabel() {
    if (!this.box.hidden) this.draw();
  }

  // While something is being placed only its tile stays, so that the map is free.
  widen() {
    if (!this.box.classList.contains('slim')) return;
    this.box.classList.remove('slim');
    for (const tile of this.box.querySelectorAll('.tile.on')) tile.classList.remove('on');
  }

  rows() {
    const find = this.find.trim().toLowerCase();
    const all = this.app.world.legend.structures.map((s, n) => ({ ...s, n })).filter((s) => s.job !== 'none' && s.job !== 'creature');
    if (find) return all.filter((s) => s.en.toLowerCase().includes(find) || s.ja.includes(find) || s.id.includes(find));
    const kinds = TABS.find(([id]) => id === this.tab)[1];
    return all.filter((s) => kinds.includes(s.category));
  }

  draw() {
    const { t } = window.meikyu;
    this.box.setAttribute('aria-label', say('build'));
    const search = el('input', { class: 'inp', type: 'search', value: this.find, placeholder: say('search'), 'aria-label': say('search') });
    search.addEventListener('input', () => {
      this.find = search.value;
      for (const [n, tab] of [...this.box.querySelectorAll('.tab')].entries()) tab.classList.toggle('on', !this.find && TABS[n][0] === this.tab);
      this.drawList();
    });
    this.list = el('div', { class: 'blist scroll', role: 'listbox', 'aria-label': say('build') });
    this.box.replaceChildren(
      el('div', { class: 'row' }, el('h3', { class: 'grow' }, say('build')), search, el('button', { type: 'button', class: 'x', 'aria-label': say('deselect'), onclick: () => this.app.tool.press('build') }, '✕')),
      el(
        'div',
        { class: 'tabs', role: 'tablist' },
        TABS.map(([id, , en, ja]) =>
          el('button', { type: 'button', role: 'tab', class: `tab ${id === this.tab && !this.find ? 'on' : ''}`, 'aria-selected': String(id === this.tab), onclick: () => { this.tab = id; this.find = ''; this.draw(); this.box.querySelector('.tile')?.focus(); } }, t(en, ja)),
        ),
      ),
      this.list,
    );
    this.drawList();
  }

  drawList() {
    const rows = this.rows();
    const { tiles } = this.app;
    this.list.replaceChildren(
      ...rows.map((s, place) => {
        const { look } = s;
        const name = look.form === 'wall' ? `${look.tiles[0]}_00` : (look.stand || look.parts || look.tiles)[0];
        return el(
          'button',
          { type: 'button', role: 'option', class: 'tile', 'data-kind': s.id, title: window.meikyu.t(s.told.en, s.told.ja), onclick: () => (this.box.classList.contains('slim') ? this.app.tool.escape() : this.choose(s)) },
          el('span', { class: 'pic' }, tiles.icon(name, 48)),
          place < 9 ? el('kbd', {}, String(place + 1)) : '',
          el('span', { class: 'nm' }, nameOf(s)),
          el('span', { class: 'cost cap', 'data-cost': s.n }),
        );
      }),
      ...(rows.length ? [] : [el('div', { class: 'cap' }, say('search_none'))]),
    );
    this.drawCosts();
  }

  drawCosts() {
    const { items, structures } = this.app.world.legend;
    for (const place of this.box.querySelectorAll('[data-cost]')) {
      const { cost, unlock } = structures[place.dataset.cost];
      const locked = this.unlocked && !this.unlocked.includes(unlock);
      place.closest('.tile').classList.toggle('locked', Boolean(locked));
      place.replaceChildren(
        ...(locked ? [el('span', { class: 'st off' }, say('bill_unknown'))] : []),
        ...cost.map(([id, need]) => {
          const have = this.stock[id] || { have: 0, forbidden: 0 };
          const row = items.find((i) => i.id === id);
          const mark = have.have >= need ? '' : have.forbidden ? 'warn' : 'bad';
          const title = have.have >= need ? '' : `${say('short', { n: need - have.have })}${have.forbidden ? `, ${say('forbidden_stock', { n: have.forbidden })}` : ''}`;
          return el('span', { class: `c ${mark ? `st ${mark}` : ''}`, title: `${row ? nameOf(row) : id} ${title}` }, row ? this.app.tiles.icon(row.tile, 16, nameOf(row)) : id, say('need_have', { have: have.have, need }), mark ? el('span', { class: 'sr' }, title) : '');
        }),
      );
    }
  }

  choose(s) {
    this.app.tool.build(s.n);
    for (const tile of this.box.querySelectorAll('.tile')) tile.classList.toggle('on', tile.dataset.kind === s.id);
    this.box.classList.add('slim');
    this.app.stage.focus();
  }

  key(event) {
    if (event.target.tagName === 'INPUT' && event.key !== 'Escape') {
      if (event.key === 'Enter') this.box.querySelector('.tile')?.click();
      return;
    }
    const tiles = [...this.box.querySelectorAll('.tile')];
    const at = tiles.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 4, ArrowUp: -4 }[event.key];
    if (/^[1-9]$/.test(event.key) && tiles[event.key - 1]) tiles[event.key - 1].click();
    else if (step && at >= 0) tiles[Math.min(Math.max(at + step, 0), tiles.length - 1)].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
