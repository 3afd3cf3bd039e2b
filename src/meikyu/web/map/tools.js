// The tool in hand: marking, building, claiming, forbidding; a tool paints what the drag covers.

import { el } from '/static/dom.js';
import { FLAG, HUNT } from './world.js';
import { keyOf, say } from './words.js';

const PANELS = { jobs: 'jobs', manage: 'manage', rules: 'help' };

export class Tool {
  constructor(app) {
    this.app = app;
    this.name = '';
    this.kind = -1;
    this.turned = false;
    this.from = null;
    this.asked = 0;
    this.hint = el('div', { class: 'hint px', hidden: true, role: 'status' });
    app.stage.append(this.hint);
  }

  press(name) {
    const { app } = this;
    if (PANELS[name]) {
      window.meikyu.open(PANELS[name]);
      return;
    }
    if (name === 'list') {
      app.listing.toggle();
      return;
    }
    if (name === 'arts') {
      this.arts();
      return;
    }
    if (name === this.name) {
      if (name === 'build' && this.kind >= 0) this.escape();
      else this.drop();
      return;
    }
    this.drop();
    this.name = name;
    if (name === 'build') app.build.open();
    app.hud.markTool();
    this.tell();
    app.tip.hide();
  }

  // Leads to the Dark Arts: the nearest place that shows them, or the first thing to build; a second press closes it.
  async arts() {
    const { app } = this;
    if (app.selection.tab === 'arts' && app.selection.what) {
      app.selection.clear();
      return;
    }
    const [x, y] = app.camera.cellAt(app.camera.width / 2, app.camera.height / 2);
    const told = await app.line.ask('arts', { x, y });
    if (!told) return;
    if (told.text) app.toast.advice(told.text, told.rule);
    if (told.what) {
      app.goTo(told.x, told.y);
      app.selection.pick(told.what, told.id);
      if (told.what === 'structure') app.selection.tab = 'arts';
    } else {
      this.drop();
      this.press('build');
      app.build.search(told.search);
    }
  }

  build(kind) {
    this.kind = kind;
    this.turned = false;
    this.tell();
    if (this.app.hover) this.ghost(...this.app.hover);
  }

  drop() {
    this.name = '';
    this.kind = -1;
    this.from = null;
    this.app.overlay.drag = null;
    this.app.overlay.ghost = null;
    this.app.build.close();
    this.hint.hidden = true;
    this.app.hud.markTool();
  }

  // Ends the innermost thing first: a drag, a ghost, then the tool. False where there was none.
  escape() {
    if (this.from) {
      this.from = null;
      this.app.overlay.drag = null;
    } else if (this.kind >= 0) {
      this.kind = -1;
      this.app.overlay.ghost = null;
      this.app.build.widen();
    } else if (this.name) this.drop();
    else return false;
    this.tell();
    return true;
  }

  tell(text = '') {
    const usual = {
      dig: say('drag_dig'),
      gather: say('drag_dig'),
      hunt: say('hunt_help'),
      build: this.kind < 0 ? '' : say('places', { turn: keyOf('turn') }),
      dominion: window.meikyu.t('Drag to claim, right-drag to give up', 'ドラッグで領地に、右ドラッグで手放す'),
      forbid: window.meikyu.t('Drag to forbid hauling, right-drag to allow', 'ドラッグで運搬禁止、右ドラッグで許可'),
    }[this.name];
    const shown = text || usual || '';
    this.hint.textContent = shown;
    this.hint.hidden = !shown;
  }

  turn() {
    if (this.kind < 0) return;
    this.turned = !this.turned;
    if (this.app.hover) this.ghost(...this.app.hover);
  }

  size() {
    const s = this.app.world.legend.structures[this.kind];
    return this.turned ? [s.h, s.w] : [s.w, s.h];
  }

  async ghost(x, y, cells = [[x, y]]) {
    if (this.kind < 0) return;
    const { app } = this;
    const [w, h] = this.size();
    const s = app.world.legend.structures[this.kind];
    const ghost = { kind: this.kind, x, y, w, h, cells, ok: app.overlay.ghost?.ok ?? null, warned: app.overlay.ghost?.warned, turned: this.turned };
    if (s.category === 'support') ghost.support = 3;
    app.overlay.ghost = ghost;
    const asked = ++this.asked;
    const told = await app.line.ask('ghost', { structure: s.id, x, y, turned: this.turned });
    if (asked !== this.asked || app.overlay.ghost?.kind !== this.kind || !told || told.ok === undefined) return;
    app.overlay.ghost = { ...app.overlay.ghost, ok: told.ok, warned: told.warnings.length > 0, bare: told.bare || [], support: told.support || 0 };
    const against = told.ok ? told.warnings : told.reasons;
    this.tell([told.note, ...against.map((r) => r.text)].filter(Boolean).join(' · '));
    this.mark(!told.ok ? 'bad' : against.length ? 'warn' : '');
  }

  // Pointer over the map with a tool in hand.
  over(x, y) {
    if (this.from) this.stretch(x, y);
    else if (this.kind >= 0) this.ghost(x, y);
  }

  down(x, y, erase) {
    if (this.name === 'hunt') {
      this.hunt(x, y);
      return;
    }
    if (this.name === 'build' && this.kind < 0) return;
    this.app.tip.hide();
    this.from = [x, y];
    this.erase = erase;
    this.stretch(x, y);
  }

  stretch(x, y) {
    const { app } = this;
    const x0 = Math.max(Math.min(this.from[0], x), 0);
    const y0 = Math.max(Math.min(this.from[1], y), 0);
    const x1 = Math.min(Math.max(this.from[0], x), app.world.width - 1);
    const y1 = Math.min(Math.max(this.from[1], y), app.world.height - 1);
    this.to = [x, y];
    if (this.name === 'build') {
      this.ghost(this.from[0], this.from[1], this.repeat(x, y));
      return;
    }
    const cells = [];
    for (let j = y0; j <= y1; j++) for (let i = x0; i <= x1; i++) if (this.fits(i, j)) cells.push([i, j]);
    const tile = { dig: 'dig_mark', forbid: 'forbid_mark' }[this.name];
    app.overlay.drag = { cells, erase: this.erase, tile, box: [x0, y0, x1 - x0 + 1, y1 - y0 + 1], unstable: app.overlay.drag?.unstable };
    this.tell(say('marked', { n: cells.length }));
    if (this.name === 'dig' && !this.erase) this.preview(cells);
  }

  // Cells of a row of equal structures between where the drag began and (x, y), along its longer side.
  repeat(x, y) {
    const [w, h] = this.size();
    const [fx, fy] = this.from;
    const across = Math.abs(x - fx) >= Math.abs(y - fy);
    const step = across ? [Math.sign(x - fx) * w, 0] : [0, Math.sign(y - fy) * h];
    const many = across ? Math.floor(Math.abs(x - fx) / w) : Math.floor(Math.abs(y - fy) / h);
    return [...Array(many + 1).keys()].map((n) => [fx + step[0] * n, fy + step[1] * n]);
  }

  // Whether the tool in hand means anything for a cell.
  fits(x, y) {
    const { world } = this.app;
    const cell = world.cell(x, y);
    const { flags, growth, ground, item } = world.layers;
    const bits = flags[cell];
    if (this.name === 'dig') return this.erase ? bits & FLAG.dig : world.isRock(x, y) && world.legend.terrain[ground[cell]].id !== 'bedrock' && !(bits & FLAG.dig);
    if (this.name === 'gather') {
      if (this.erase) return bits & (FLAG.gather | FLAG.fish);
      return (growth[cell] > 0 && !(bits & FLAG.gather)) || (this.isWater(cell) && !(bits & FLAG.fish));
    }
    if (this.name === 'dominion') return this.erase ? bits & FLAG.territory : !(bits & FLAG.territory) && !world.isRock(x, y);
    if (this.name === 'forbid') return item[cell] > 0 && Boolean(bits & FLAG.forbidden) === Boolean(this.erase);
    return false;
  }

  isWater(cell) {
    const { world } = this.app;
    return ['water', 'deep_water', 'mud'].includes(world.legend.terrain[world.layers.ground[cell]].id);
  }

  async preview(cells) {
    const asked = ++this.asked;
    const told = await this.app.line.ask('preview', { cells });
    if (asked !== this.asked || !this.from || !told?.unstable) return;
    const { world, overlay } = this.app;
    if (overlay.drag) overlay.drag.unstable = new Set(told.unstable.map(([x, y]) => world.cell(x, y)));
    if (told.unstable.length) this.tell(`${say('marked', { n: cells.length })} · ${say('unstable', { n: told.unstable.length })}`);
    this.mark(told.unstable.length > 0 ? 'bad' : '');
  }

  mark(state) {
    for (const each of ['bad', 'warn']) this.hint.classList.toggle(each, each === state);
  }

  up() {
    if (!this.from) return;
    const { app } = this;
    const cells = app.overlay.drag?.cells || [];
    if (this.name === 'build') this.place(this.repeat(...this.to));
    else if (this.name === 'dig') app.orders.mark(this.erase ? 'unmark' : 'mark_dig', cells, this.erase ? 'mark_dig' : 'unmark');
    else if (this.name === 'gather') this.gather(cells);
    else if (this.name === 'dominion' && cells.length) app.orders.give(this.erase ? 'give_up' : 'claim', { cells }, cells);
    else if (this.name === 'forbid' && cells.length) this.forbid(cells);
    this.from = null;
    app.overlay.drag = null;
    this.mark('');
    this.tell();
    if (this.kind >= 0) app.overlay.ghost = null; // it comes with the next cell: what was just planned fills this one
  }

  gather(cells) {
    const { app } = this;
    const grows = ([x, y]) => app.world.layers.growth[app.world.cell(x, y)] > 0;
    for (const [kind, part] of [
      ['mark_gather', cells.filter(grows)],
      ['mark_fish', cells.filter((cell) => !grows(cell))],
    ])
      app.orders.mark(this.erase ? 'unmark' : kind, part, this.erase ? kind : 'unmark');
  }

  place(cells) {
    const structure = this.app.world.legend.structures[this.kind].id;
    this.app.orders.give('place_site', { structure, cells, turned: this.turned }, cells);
  }

  async forbid(cells) {
    const kind = this.erase ? 'allow' : 'forbid'; // by the time of the answer another drag may have begun
    const items = await this.app.line.ask('lying', { cells });
    if (Array.isArray(items) && items.length) this.app.orders.give(kind, { items }, cells);
  }

  // A creature is marked or spared; a gathering post has its Hunt button pressed.
  async hunt(x, y) {
    const { app } = this;
    const { world, orders } = app;
    if (!world.inside(x, y)) return;
    const s = world.structures.get(world.built[world.cell(x, y)]);
    if (s && world.legend.structures[s.kind].id === 'gathering_post') {
      orders.give('hunt_button', { structure: s.id, on: !(s.bits & HUNT) }, [[x, y]]);
      return;
    }
    const prey = await app.line.ask('prey', { x, y });
    if (!Array.isArray(prey) || !prey.length) {
      this.tell(say('no_prey'));
      return;
    }
    for (const entry of prey) await orders.give(entry.command.kind, entry.command.args, [[x, y]]);
    this.tell(prey.map((entry) => entry.label).join(' · '));
  }
}
