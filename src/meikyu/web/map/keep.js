// The keep page: puts the map, its panels and the line to the server together.

import { el, menu } from '/static/dom.js';
import { BuildMenu } from './build.js';
import { Camera } from './camera.js';
import { Find } from './find.js';
import { Hud, SPEEDS } from './hud.js';
import { Input } from './input.js';
import { Labels } from './labels.js';
import { Letters } from './letters.js';
import { Listing } from './listing.js';
import { Mini } from './mini.js';
import { Line } from './net.js';
import { Orders } from './orders.js';
import { Overlay } from './overlay.js';
import { Renderer } from './render.js';
import { Selection } from './selection.js';
import { ART, Tiles } from './tiles.js';
import { Tip } from './tip.js';
import { Toast } from './toast.js';
import { Tool } from './tools.js';
import { say } from './words.js';
import { World } from './world.js';

const DRAWN = 1000 / 45; // milliseconds between pictures, at least
const SPARE = 3; // times what a picture takes: on a slow machine the rest of the time is for orders and their answers

class Keep {
  constructor(stage, tiles) {
    this.stage = stage;
    this.tiles = tiles;
    this.camera = new Camera();
    this.world = new World({ terrain: [], structures: [], items: [] });
    this.hover = null;
    this.cursor = { x: 0, y: 0, on: false };
    this.state = null;
    this.lastSpeed = 1;
    this.speeding = 0; // words about the speed that are not answered yet, the last of them for `wish`
    this.menus = 0;
    this.arrived = false;
    this.drawn = [];
    this.cost = 0;
    this.view = el('canvas', { class: 'view pix', 'aria-hidden': 'true' });
    this.over = el('canvas', { class: 'over', 'aria-hidden': 'true' });
    this.live = el('div', { class: 'sr', role: 'status', 'aria-live': 'polite' });
    this.wait = el('div', { class: 'waiting st note' }, say('loading'));
    stage.append(this.view, this.over, this.live, this.wait);
    this.overlay = new Overlay(this, this.over);
    this.labels = new Labels(this);
    this.orders = new Orders(this);
    this.toast = new Toast(this);
    this.tip = new Tip(this);
    this.hud = new Hud(this);
    this.letters = new Letters(this);
    this.build = new BuildMenu(this);
    this.tool = new Tool(this);
    this.selection = new Selection(this);
    this.mini = new Mini(this);
    this.listing = new Listing(this);
    this.find = new Find(this);
    this.input = new Input(this);
    this.resize();
    addEventListener('resize', () => this.resize());
    new ResizeObserver(() => this.resize()).observe(stage);
    addEventListener('meikyu:lang', () => this.relabel());
    addEventListener('meikyu:settings', () => {
      this.motion();
      this.resize();
    });
    addEventListener('meikyu:select', (event) => this.selection.pick('actor', event.detail.actor));
    addEventListener('meikyu:goto', (event) => this.goToThing(event.detail));
    this.line = new Line({
      frame: (buffer) => this.frame(buffer),
      message: (message) => this.hear(message),
      online: () => this.online(),
      offline: () => this.offline(),
    });
    this.motion();
    this.relabel();
    this.last = performance.now();
    requestAnimationFrame((now) => this.loop(now));
    this.drawMini();
  }

  // From the server.

  hear(message) {
    if (message.t === 'hello') this.hello(message.legend);
    else if (message.t === 'state') {
      this.state = message;
      if (message.speed !== 0) this.lastSpeed = message.speed;
      if (this.arrived && !this.camera.placed && message.home) this.home(true);
      this.hud.draw(message);
      this.letters.take(message.letters);
      this.labels.take(message.dangers);
      this.toast.failure(message.failure);
      this.wait.textContent = message.step ? `${message.step} …` : say('loading');
      this.wait.hidden = this.arrived && !message.step;
    } else if (message.t === 'watch') this.selection.take(message);
    else if (message.t === 'gone') this.toast.gone();
    else if (message.t === 'fault') this.toast.note(message.text);
  }

  hello(legend) {
    if (this.renderer) { this.world.legend = legend; return; } // another dungeon, or the line came back
    this.world = new World(legend);
    this.renderer = new Renderer(this.world, this.tiles, this.camera);
    this.motion();
  }

  frame(buffer) {
    if (!this.renderer) return;
    const head = this.world.apply(buffer);
    if (head.kind === 'whole' && !this.arrived) {
      this.arrived = true;
      this.wait.hidden = !this.state?.step;
      const query = new URLSearchParams(location.search);
      const at = (query.get('at') || '').split(',').map(Number);
      if (at.length === 2 && at.every(Number.isFinite)) this.camera.look(at[0], at[1], true);
      else this.home(true);
      this.mini.draw();
      this.stage.dataset.ready = 'yes';
    }
    this.frames = (this.frames || 0) + 1;
  }

  online() {
    this.toast.online();
    window.meikyu.connection('map', true);
    this.selection.resume();
  }

  offline() {
    this.toast.offline();
    window.meikyu.connection('map', false);
    for (const [n, waiting] of this.line.waiting) {
      if (waiting.message.t === 'cmd' && !this.line.unsent.some((text) => JSON.parse(text).n === n)) waiting.done({ ok: false, reasons: [{ text: say('lost'), rule: '' }] });
      else if (waiting.message.t !== 'cmd') waiting.done(null);
      else continue;
      this.line.waiting.delete(n);
    }
  }

  // Drawing.

  loop(now) {
    requestAnimationFrame((next) => this.loop(next));
    const ms = now - this.last;
    if (ms < Math.max(DRAWN - 2, this.cost * SPARE)) return;
    this.last = now;
    if (!this.renderer || !this.arrived) return;
    const began = performance.now();
    this.input.advance(ms);
    this.renderer.draw(this.view, now, Math.min(ms, 200));
    const scale = `${this.view.width * this.camera.zoom}px ${this.view.height * this.camera.zoom}px`;
    if (this.scale !== scale) {
      this.scale = scale;
      this.view.style.width = `${this.view.width * this.camera.zoom}px`;
      this.view.style.height = `${this.view.height * this.camera.zoom}px`;
    }
    this.overlay.draw(now);
    this.labels.place();
    this.cost += (performance.now() - began - this.cost) / 8;
    this.drawn.push(now);
    if (this.drawn.length > 400) this.drawn.shift();
  }

  // The small map twice a second, seldomer where that would take more than a twentieth of the time.
  drawMini() {
    const began = performance.now();
    if (this.arrived && this.mini.box.offsetParent) this.mini.draw();
    setTimeout(() => this.drawMini(), Math.max(500, (performance.now() - began) * 20));
  }

  resize() {
    const box = this.stage.getBoundingClientRect();
    if (!box.width) return;
    const first = this.camera.width === 1280 && !this.arrived;
    this.camera.fit(Math.round(box.width), Math.round(box.height));
    if (first) this.camera.zoom = box.width > 1500 ? 3 : box.width < 700 ? 2 : 2;
    this.stage.classList.toggle('wide', box.width / window.meikyu.settings.zoom > 1500);
    this.stage.classList.toggle('phone', box.width <= 600);
    this.tip.place();
  }

  motion() {
    const { motion } = window.meikyu.settings;
    if (this.renderer) {
      this.renderer.quiet = motion === 'reduce' || (motion !== 'full' && matchMedia('(prefers-reduced-motion: reduce)').matches);
      this.renderer.fog.still = this.renderer.quiet;
    }
  }

  relabel() {
    this.stage.setAttribute('aria-label', say('map'));
    this.stage.setAttribute('aria-description', say('map_help'));
    for (const part of [this.hud, this.letters, this.build, this.selection, this.mini, this.listing, this.find, this.toast]) part.relabel();
    this.tool.tell();
    if (this.tip.cell && !this.tip.box.hidden) this.tip.again();
  }

  // Acting.

  setSpeed(v) {
    this.speeding += 1;
    this.wish = v;
    this.line.request({ t: 'speed', v }).then((told) => {
      this.speeding -= 1;
      if (told && !told.ok) this.toast.refused(told.reasons);
      else if (!this.speeding) this.showSpeed(v); // what was told on the way may have been older than our word
    });
    this.showSpeed(v);
  }

  showSpeed(v) {
    if (!this.state) return;
    this.state.speed = v;
    if (v !== 0) this.lastSpeed = v;
    this.hud.draw(this.state);
  }

  // Something was ordered: what stands open is asked again soon.
  changed() {
    if (this.tip.cell) setTimeout(() => this.tip.again(), 150);
  }

  home(jump = false) {
    if (this.state?.home) this.camera.look(...this.state.home, jump);
    else if (jump) {
      this.camera.look(this.world.width / 2, this.world.height / 2, true);
      this.camera.placed = false; // the throne's place comes with the first words
    }
  }

  goTo(x, y) {
    this.camera.look(x, y, this.renderer?.quiet);
    this.cursor.x = x;
    this.cursor.y = y;
  }

  goToThing(detail) {
    const sprite = detail.actor === undefined ? null : this.world.sprites.get(detail.actor);
    if (sprite) this.goTo(Math.round(sprite.tx / ART), Math.round(sprite.ty / ART));
    else if (detail.x !== undefined) this.goTo(detail.x, detail.y);
    if (sprite) this.selection.pick('actor', detail.actor);
  }

  pin(actor) {
    window.dispatchEvent(new CustomEvent('meikyu:pin', { detail: { actor } }));
  }

  // Selects what is in a cell: a being (each press the next one), a structure, a site, items.
  async pickAt(x, y, add = false) {
    const { world, selection } = this;
    if (!world.inside(x, y)) return;
    const here = world.spritesAt(x, y).sort((a, b) => a.id - b.id);
    const cell = world.cell(x, y);
    const turn = ++selection.turn;
    if (here.length && add) {
      selection.toggle(here[0].id);
      return;
    }
    const at = selection.what === 'actor' ? here.findIndex((s) => s.id === selection.id) : -1;
    if (here.length && at < here.length - 1) selection.pick('actor', here[at + 1].id);
    else if (world.built[cell] >= 0) selection.pick('structure', world.built[cell]);
    else if (world.planned[cell] >= 0) selection.pick('site', world.planned[cell]);
    else if (world.layers.item[cell]) {
      const ids = await this.line.ask('lying', { cells: [[x, y]] });
      if (ids?.length && turn === selection.turn) selection.pick('items', cell, { ids, cell: [x, y] });
    } else if (here.length) selection.pick('actor', here[0].id);
    else selection.clear();
  }

  // The menu of a cell: its orders, forced ones for the selected minion, and what is there.
  async openMenu(x, y, left, top) {
    if (!this.world.inside(x, y)) return;
    const asked = ++this.menus;
    const told = await this.line.ask('menu', { ids: this.selection.actors, x, y });
    if (asked !== this.menus || window.meikyu.panel) return; // another one was asked for, or a panel opened
    const entries = (told?.entries || []).map((entry) => ({
      label: entry.note ? `${entry.label} (${entry.note})` : entry.label,
      why: entry.why || '',
      run: () => [entry.command, ...(entry.more || [])].forEach((order) => this.orders.give(order.kind, order.args, [[x, y]])),
    }));
    for (const s of this.world.spritesAt(x, y)) entries.push({ label: `${say('select')}${window.meikyu.t(': ', '：')}${(told?.names || {})[s.id] || `#${s.id}`}`, run: () => this.selection.pick('actor', s.id) });
    entries.push({ label: `${say('why')} (${x},${y})`, run: () => this.tip.show(x, y, true) });
    entries.push({ label: say('goto'), run: () => this.goTo(x, y) });
    this.tip.hide();
    menu(left, top, entries, say('more'));
  }

  spot() {
    const { cursor, camera } = this;
    if (cursor.on) return [cursor.x, cursor.y];
    return this.hover || camera.cellAt(camera.width / 2, camera.height / 2);
  }

  async moveCursor(dx, dy) {
    const { cursor, world, camera } = this;
    if (!cursor.on) {
      const [x, y] = this.hover || camera.cellAt(camera.width / 2, camera.height / 2);
      if (!cursor.x && !cursor.y) [cursor.x, cursor.y] = [x, y];
      cursor.on = true;
    }
    cursor.x = Math.min(Math.max(cursor.x + dx, 0), world.width - 1);
    cursor.y = Math.min(Math.max(cursor.y + dy, 0), world.height - 1);
    if (!camera.shows(cursor.x, cursor.y, 3)) camera.look(cursor.x, cursor.y, this.renderer.quiet);
    if (this.tool.name) this.tool.over(cursor.x, cursor.y);
    const { x, y } = cursor;
    const facts = await this.line.ask('cell', { x, y });
    if (facts?.live && cursor.x === x && cursor.y === y) this.live.textContent = facts.live;
  }

  escape() {
    if (this.tip.kept) {
      this.tip.hide();
      return true;
    }
    if (this.tool.escape()) return true;
    if (!this.tip.box.hidden) {
      this.tip.hide();
      return true;
    }
    if (!this.listing.box.hidden) {
      this.listing.toggle();
      return true;
    }
    if (this.selection.what) {
      this.selection.clear();
      return true;
    }
    if (this.cursor.on) {
      this.cursor.on = false;
      return true;
    }
    return false;
  }

  fold() {
    const folded = this.stage.classList.toggle('folded');
    window.meikyu.say(say(folded ? 'fold' : 'unfold'));
  }

  act(action) {
    const speed = SPEEDS.find(([, , name]) => name === action);
    if (action === 'pause') this.setSpeed((this.speeding ? this.wish : this.state?.speed) === 0 ? this.lastSpeed : 0);
    else if (speed) this.setSpeed(speed[0]);
    else if (['dig', 'gather', 'hunt', 'build', 'dominion', 'forbid', 'jobs', 'manage', 'arts'].includes(action)) this.tool.press(action);
    else if (action === 'list') this.listing.toggle();
    else if (action === 'letters') this.letters.focus();
    else if (action === 'next') this.letters.next();
    else if (action === 'undo') this.orders.undo();
    else if (action === 'turn') this.tool.turn();
    else if (action === 'home') this.home();
    else if (action === 'zoomin') this.camera.zoomBy(1);
    else if (action === 'zoomout') this.camera.zoomBy(-1);
    else if (action === 'why') this.tip.show(...this.spot(), true);
    else return false;
    return true;
  }
}

async function begin() {
  const stage = document.getElementById('stage');
  if (!stage || !window.meikyu?.t) {
    setTimeout(begin, 30);
    return;
  }
  stage.textContent = '';
  const tiles = await Tiles.load();
  await document.fonts.ready;
  window.keep = new Keep(stage, tiles);
}
begin();
