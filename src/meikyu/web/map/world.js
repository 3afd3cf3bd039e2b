// The dungeon as the page knows it: layers of bytes, structures, sites and beings, kept up to date by frames.

import { ART } from './tiles.js';

// Bit of a being's marks: a body of 2 x 2 cells.
export const LARGE = 256;
export const FLAG = { dig: 1, gather: 2, fish: 4, territory: 8, dug: 16, forbidden: 32, crack: 64, unstable: 128 };
export const MARKS = ['bleed', 'enemy', 'forced', 'grudge', 'ko', 'sleep', 'wait', 'hunt'];
export const BURNING = 1;
export const OPEN = 2;
export const UNBUILD = 4;
export const HUNT = 16; // the Hunt button of a gathering post
export const STALLED = 1; // of a site

const WEST = new Set([2, 5, 6]); // headings W, SW, NW

const COLUMNS = [
  ['id', Uint32Array],
  ['x', Uint16Array],
  ['y', Uint16Array],
  ['tile', Uint16Array],
  ['tool', Uint16Array],
  ['marks', Uint16Array],
  ['alpha', Uint8Array],
  ['facing', Uint8Array],
];

export class World {
  constructor(legend) {
    this.legend = legend;
    this.width = 0;
    this.height = 0;
    this.layers = {};
    this.structures = new Map();
    this.sites = new Map();
    this.sprites = new Map();
    this.tick = 0;
    this.speed = 0;
    this.listeners = [];
    this.kinds = legend.terrain.map((t) => t.kind);
    this.forms = legend.structures.map((s) => s.look.form || 'post');
  }

  // The listener hears {whole, cells: Map(layer -> Uint32Array), built: [cells], things: bool}.
  listen(listener) {
    this.listeners.push(listener);
  }

  cell(x, y) {
    return y * this.width + x;
  }

  inside(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  isRock(x, y) {
    if (!this.inside(x, y)) return true;
    const kind = this.kinds[this.layers.ground[this.cell(x, y)]];
    return kind === 'rock' || kind === 'ore';
  }

  form(x, y) {
    if (!this.inside(x, y)) return '';
    const id = this.built[this.cell(x, y)];
    return id < 0 ? '' : this.forms[this.structures.get(id).kind];
  }

  isWall(x, y) {
    const form = this.form(x, y);
    return form === 'wall' || form === 'door';
  }

  opaque(x, y) {
    if (this.isRock(x, y)) return true;
    const id = this.built[this.cell(x, y)];
    if (id < 0) return false;
    const s = this.structures.get(id);
    const sight = this.legend.structures[s.kind].sight;
    return sight === 'yes' || (sight === 'closed' && !(s.bits & OPEN));
  }

  apply(buffer) {
    const length = new DataView(buffer).getUint32(0, true);
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
    let at = (4 + length + 3) & ~3;
    const take = (Kind, count) => {
      const array = new Kind(buffer, at, count);
      at = (at + array.byteLength + 3) & ~3;
      return array;
    };
    return this.fill(head, (news) => {
      const now = performance.now();
      for (const [kind, ...rest] of head.blocks) {
        if (kind === 'layer') this.layers[rest[0]].set(take(Uint8Array, rest[1]));
        else if (kind === 'cells') {
          const cells = take(Uint32Array, rest[1]);
          const values = take(Uint8Array, rest[1]);
          const layer = this.layers[rest[0]];
          for (let i = 0; i < cells.length; i++) layer[cells[i]] = values[i];
          news.cells.set(rest[0], cells);
        } else if (kind === 'sprites') this.move(COLUMNS.map(([, Kind]) => take(Kind, rest[0])), now);
      }
    });
  }

  // Takes a frame's head in, then what `layers(news)` puts into the layers and sprites, and tells the listeners.
  fill(head, layers) {
    const news = { whole: head.kind === 'whole', cells: new Map(), built: [], things: false };
    if (news.whole) this.start(head);
    this.tick = head.tick;
    this.speed = head.speed;
    this.number = head.n;
    this.change(head, news);
    layers(news);
    for (const listener of this.listeners) listener(news);
    return head;
  }

  start(head) {
    this.width = head.width;
    this.height = head.height;
    const size = head.width * head.height;
    for (const name of ['ground', 'growth', 'stain', 'item', 'flags', 'fog', 'room', 'wear'])
      this.layers[name] = new Uint8Array(size);
    this.built = new Int32Array(size).fill(-1);
    this.planned = new Int32Array(size).fill(-1);
    this.structures.clear();
    this.sites.clear();
    this.sprites.clear();
  }

  change(head, news) {
    const cover = (map, grid, id) => {
      const s = map.get(id);
      if (!s) return;
      for (let y = s.y; y < s.y + s.h; y++)
        for (let x = s.x; x < s.x + s.w; x++) {
          if (grid[this.cell(x, y)] === id) grid[this.cell(x, y)] = -1;
          news.built.push(this.cell(x, y));
        }
      map.delete(id);
    };
    for (const id of head.no_structures || []) cover(this.structures, this.built, id);
    for (const id of head.no_sites || []) cover(this.sites, this.planned, id);
    for (const id of head.no_sprites || []) this.sprites.delete(id);
    for (const [id, kind, x, y, w, h, bits] of head.structures || []) {
      cover(this.structures, this.built, id);
      this.structures.set(id, { id, kind, x, y, w, h, bits });
      this.spread(this.built, this.structures.get(id), news);
    }
    for (const [id, kind, x, y, w, h, done, bits] of head.sites || []) {
      cover(this.sites, this.planned, id);
      this.sites.set(id, { id, kind, x, y, w, h, done, bits });
      this.spread(this.planned, this.sites.get(id), news);
    }
    news.things = Boolean(news.whole || head.structures || head.sites || head.no_structures || head.no_sites);
  }

  spread(grid, s, news) {
    for (let y = s.y; y < s.y + s.h; y++)
      for (let x = s.x; x < s.x + s.w; x++) {
        grid[this.cell(x, y)] = s.id;
        news.built.push(this.cell(x, y));
      }
  }

  // Beings glide from where they are drawn to where they are, in about the time between their last two moves.
  move([id, x, y, tile, tool, marks, alpha, facing], now) {
    for (let i = 0; i < id.length; i++) {
      let s = this.sprites.get(id[i]);
      if (!s) {
        s = { id: id[i], x: x[i], y: y[i], sx: x[i], sy: y[i], tx: x[i], ty: y[i], since: now, span: 0, flip: false };
        this.sprites.set(id[i], s);
      }
      if (s.tx !== x[i] || s.ty !== y[i]) {
        const gap = Math.abs(x[i] - s.tx) + Math.abs(y[i] - s.ty);
        this.glide(s, now);
        s.sx = s.x;
        s.sy = s.y;
        s.tx = x[i];
        s.ty = y[i];
        s.span = gap > 6 * ART ? 0 : Math.min(Math.max(now - s.since, 40), 160);
        s.since = now;
      }
      s.tile = tile[i];
      s.tool = tool[i];
      s.marks = marks[i];
      s.alpha = alpha[i];
      s.facing = facing[i];
      s.flip = WEST.has(facing[i]);
    }
  }

  glide(s, now) {
    const part = s.span ? Math.min((now - s.since) / s.span, 1) : 1;
    s.x = s.sx + (s.tx - s.sx) * part;
    s.y = s.sy + (s.ty - s.sy) * part;
  }

  spritesAt(x, y) {
    const found = [];
    for (const s of this.sprites.values()) {
      const cells = s.marks & LARGE ? 2 : 1;
      const dx = x - Math.round(s.tx / ART);
      const dy = y - Math.round(s.ty / ART);
      if (dx >= 0 && dx < cells && dy >= 0 && dy < cells) found.push(s);
    }
    return found;
  }
}
