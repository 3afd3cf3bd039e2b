// Ground, decals, rock and walls: drawn once into chunks of 16x16 cells, again only where something changed.

import { ART, hash } from './tiles.js';
import { FLAG, OPEN } from './world.js';

export const CHUNK = 16;
const SIDES = [
  [0, -1, 1],
  [1, 0, 2],
  [0, 1, 4],
  [-1, 0, 8],
];
const AROUND = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
];
const two = (n) => String(n).padStart(2, '0');

// Canvases by chunk with a dirty mark; `paint(g, x0, y0, frame)` fills one.
export class Chunks {
  constructor(world, size, frames, paint) {
    this.world = world;
    this.size = size;
    this.frames = frames;
    this.paint = paint;
    this.made = new Map();
  }

  clear() {
    this.made.clear();
  }

  dirty(x, y) {
    const chunk = this.made.get(Math.floor(y / CHUNK) * 4096 + Math.floor(x / CHUNK));
    if (chunk) chunk.dirty = true;
  }

  // Marks the chunks of a cell and of its neighbours.
  around(x, y) {
    for (let j = -1; j <= 1; j++) for (let i = -1; i <= 1; i++) this.dirty(x + i, y + j);
  }

  get(cx, cy, frame = 0) {
    const key = cy * 4096 + cx;
    let chunk = this.made.get(key);
    if (!chunk) {
      if (this.made.size > 400) this.made.delete(this.made.keys().next().value);
      chunk = { dirty: true, canvases: [] };
      this.made.set(key, chunk);
    }
    if (chunk.dirty) {
      chunk.dirty = false;
      chunk.done = 0;
      chunk.frames = this.frames(cx * CHUNK, cy * CHUNK);
    }
    const n = frame % chunk.frames;
    if (!(chunk.done & (1 << n))) {
      let canvas = chunk.canvases[n];
      if (!canvas) {
        canvas = chunk.canvases[n] = document.createElement('canvas');
        canvas.width = canvas.height = this.size;
      }
      const g = canvas.getContext('2d');
      g.clearRect(0, 0, this.size, this.size);
      chunk.empty = this.paint(g, cx * CHUNK, cy * CHUNK, n) === false;
      chunk.done |= 1 << n;
    }
    return chunk.empty ? null : chunk.canvases[n];
  }
}

export class Ground {
  constructor(world, tiles) {
    this.world = world;
    this.tiles = tiles;
    this.chunks = new Chunks(
      world,
      CHUNK * ART,
      (x0, y0) => (this.hasLiquid(x0, y0) ? 2 : 1),
      (g, x0, y0, frame) => this.paint(g, x0, y0, frame),
    );
    world.listen((news) => this.hear(news));
  }

  hear(news) {
    if (news.whole) this.chunks.clear();
    const w = this.world.width;
    for (const name of ['ground', 'growth', 'stain', 'room', 'wear'])
      for (const cell of news.cells.get(name) || []) this.chunks.around(cell % w, Math.floor(cell / w));
    for (const cell of news.built) this.chunks.around(cell % w, Math.floor(cell / w));
    for (const cell of news.cells.get('flags') || []) this.chunks.dirty(cell % w, Math.floor(cell / w));
  }

  hasLiquid(x0, y0) {
    const { world } = this;
    for (let y = y0; y < Math.min(y0 + CHUNK, world.height); y++)
      for (let x = x0; x < Math.min(x0 + CHUNK, world.width); x++)
        if (world.kinds[world.layers.ground[world.cell(x, y)]] === 'liquid') return true;
    return false;
  }

  look(x, y) {
    return this.world.legend.terrain[this.world.layers.ground[this.world.cell(x, y)]].look;
  }

  // The stem of the floor seen in a cell; under rock and walls the one its neighbours have.
  floor(x, y) {
    const { world } = this;
    const own = (a, b) => {
      const look = this.look(a, b);
      if (look !== 'floor') return look;
      const room = world.layers.room[world.cell(a, b)];
      return room === 2 ? 'carpet' : room === 1 ? 'paved' : 'floor';
    };
    if (!world.isRock(x, y) && !world.isWall(x, y)) return own(x, y);
    const near = AROUND.map(([i, j]) => [x + i, y + j])
      .filter(([a, b]) => world.inside(a, b) && !world.isRock(a, b) && !world.isWall(a, b))
      .map(([a, b]) => own(a, b));
    if (near.includes('paved') || near.includes('carpet')) return 'paved';
    if (near.includes('floor') || !near.length) return 'floor';
    return near.every((n) => n === near[0]) && near[0] === 'moss' ? 'moss' : 'cave';
  }

  mask(x, y, same) {
    let mask = 0;
    for (const [i, j, value] of SIDES) if (same(x + i, y + j)) mask += value;
    return mask;
  }

  paint(g, x0, y0, frame) {
    const { world } = this;
    const x1 = Math.min(x0 + CHUNK, world.width);
    const y1 = Math.min(y0 + CHUNK, world.height);
    const each = (step) => {
      for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) step(x, y, (x - x0) * ART, (y - y0) * ART);
    };
    each((x, y, px, py) => this.paintFloor(g, x, y, px, py, frame));
    each((x, y, px, py) => this.paintDecals(g, x, y, px, py));
    each((x, y, px, py) => this.paintSolid(g, x, y, px, py));
    g.fillStyle = 'rgba(8,6,14,.5)';
    each((x, y, px, py) => {
      if (world.isRock(x, y) || world.isWall(x, y) || !(world.isRock(x, y - 1) || world.isWall(x, y - 1))) return;
      g.fillStyle = 'rgba(8,6,14,.5)';
      g.fillRect(px, py, ART, 2);
      g.fillStyle = 'rgba(8,6,14,.28)';
      g.fillRect(px, py + 2, ART, 2);
    });
  }

  paintFloor(g, x, y, px, py, frame) {
    const { tiles, world } = this;
    const stem = this.floor(x, y);
    const liquid = !world.isRock(x, y) && world.kinds[world.layers.ground[world.cell(x, y)]] === 'liquid';
    if (!liquid) {
      tiles.draw(g, tiles.variant(stem, hash(x, y)), px, py);
      return;
    }
    const moving = stem === 'mud' ? hash(x, y) : x + y + frame;
    tiles.draw(g, tiles.variant(stem, moving), px, py);
    const depth = stem === 'water' || stem === 'deep';
    const mask = this.mask(x, y, (a, b) => {
      if (!world.inside(a, b)) return true;
      const next = this.look(a, b);
      return next === stem || (depth && (next === 'water' || next === 'deep'));
    });
    if (mask < 15) tiles.draw(g, `shore_${two(mask)}`, px, py);
  }

  paintDecals(g, x, y, px, py) {
    const { tiles, world } = this;
    const cell = world.cell(x, y);
    const { growth, stain, flags } = world.layers;
    if (stain[cell]) tiles.draw(g, tiles.variant(world.legend.terrain[stain[cell] - 1].look, hash(x, y)), px, py);
    if (growth[cell]) tiles.draw(g, tiles.variant(world.legend.terrain[growth[cell] - 1].look, hash(y, x)), px, py);
    if (flags[cell] & FLAG.crack) tiles.draw(g, `crack_${1 + (hash(x, y) % 2)}`, px, py);
  }

  paintSolid(g, x, y, px, py) {
    const { tiles, world } = this;
    const cell = world.cell(x, y);
    if (world.isRock(x, y)) {
      const look = this.look(x, y);
      const own = tiles.has(`${look}_00`) ? look : 'rock';
      const mask = this.mask(x, y, (a, b) => world.isRock(a, b) || world.form(a, b) === 'wall');
      const fill = mask === 15 && tiles.variants(`${own}_fill`);
      tiles.draw(g, fill ? tiles.variant(`${own}_fill`, hash(x, y)) : `${own}_${two(mask)}`, px, py);
      if (own !== look) tiles.draw(g, tiles.variant(look, hash(y, x)), px, py);
      const wear = world.layers.wear[cell];
      if (wear) tiles.draw(g, `crack_${wear - 1}`, px, py);
      return;
    }
    const id = world.built[cell];
    if (id < 0) return;
    const s = world.structures.get(id);
    const look = world.legend.structures[s.kind].look;
    if (look.form === 'wall') {
      const mask = this.mask(x, y, (a, b) => world.isWall(a, b) || world.isRock(a, b));
      tiles.draw(g, `${look.tiles[0]}_${two(mask)}`, px, py);
    } else if (look.form === 'door') this.paintDoor(g, s, look, x, y, px, py);
  }

  paintDoor(g, s, look, x, y, px, py) {
    const solid = (a, b) => this.world.isRock(a, b) || this.world.isWall(a, b);
    const upright = s.h > s.w || (s.w === s.h && solid(x, y - 1) && solid(x, y + 1) && !(solid(x - 1, y) && solid(x + 1, y)));
    const open = Boolean(s.bits & OPEN);
    const tile = upright ? (open ? look.side_open : look.side) : open ? look.open : look.tiles[0];
    this.tiles.draw(g, tile, px, py, Boolean(look.mirrored) && !upright && x > s.x);
  }
}
