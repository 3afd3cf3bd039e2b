// Furniture, items, sites and beings: drawn row by row from the north, so that what stands in front covers.

import { ART, hash } from './tiles.js';
import { BURNING, FLAG, LARGE, MARKS, STALLED } from './world.js';
import { disc } from './light.js';

const NONE = 65535;
const LIFT = 3;
const GHOST = 0.38;

export class Things {
  constructor(world, tiles) {
    this.world = world;
    this.tiles = tiles;
    this.fixed = [];
    this.rows = [];
    this.stale = true;
    world.listen((news) => {
      if (news.whole || news.things) this.stale = true;
      for (const cell of news.cells.get('item') || []) this.rows[Math.floor(cell / world.width)] = null;
    });
  }

  // Structures and sites by row.
  build() {
    const { world } = this;
    this.fixed = Array.from({ length: world.height }, () => []);
    for (const s of world.structures.values()) this.place(this.fixed, s, false);
    for (const s of world.sites.values()) this.place(this.fixed, s, true);
    this.rows = Array(world.height).fill(null);
    this.stale = false;
  }

  // What does not move in a row: {tiles, x, y, flat, ghost, flame}, what lies flat first.
  row(y) {
    if (this.rows[y]) return this.rows[y];
    const { world } = this;
    const { item } = world.layers;
    const row = [...this.fixed[y]];
    for (let x = 0, cell = y * world.width; x < world.width; x++, cell++)
      if (item[cell]) row.push({ tiles: [world.legend.items[item[cell] - 1].tile], x, y, flat: world.built[cell] < 0 });
    row.sort((a, b) => Number(Boolean(b.flat)) - Number(Boolean(a.flat)) || a.x - b.x);
    this.rows[y] = row;
    return row;
  }

  place(rows, s, ghost) {
    const kind = this.world.legend.structures[s.kind];
    const { look } = kind;
    if (!ghost && (look.form === 'wall' || look.form === 'door')) return;
    const burning = ghost || Boolean(s.bits & BURNING) || !look.out;
    const flat = look.form === 'flat';
    const stem = (tile) => (this.tiles.has(tile) ? tile : `${tile}_00`);
    const parts = s.w !== kind.w && look.stand ? look.stand : look.parts;
    for (let j = 0; j < s.h; j++)
      for (let i = 0; i < s.w; i++) {
        const n = j * s.w + i;
        const tiles = parts ? [parts[n % parts.length]] : burning ? look.tiles : [look.out];
        const wide = s.x + i;
        const flame = !ghost && look.light && burning && i === (s.w - 1) >> 1 && j === (s.h - 1) >> 1 ? look : null;
        const flip = ghost ? false : Boolean(look.mirrored) && i > 0;
        rows[s.y + j].push({ tiles: tiles.map(stem), x: wide, y: s.y + j, flat, ghost, flame, flip, light: kind.category === 'light' });
      }
  }

  // The tiles of a kind that is not built yet: `put(tile, column, row)`.
  sketch(ghost, put) {
    const kind = this.world.legend.structures[ghost.kind];
    const { look } = kind;
    const parts = ghost.w !== kind.w && look.stand ? look.stand : look.parts;
    for (let j = 0; j < ghost.h; j++)
      for (let i = 0; i < ghost.w; i++) {
        const name = parts ? parts[(j * ghost.w + i) % parts.length] : look.tiles[0];
        put(this.tiles.has(name) ? name : `${name}_00`, i, j);
      }
  }

  // What stands or walks in the rows y0..y1, with beings where they are drawn now.
  visible(x0, y0, x1, y1, now) {
    if (this.stale) this.build();
    const beings = new Map();
    for (const s of this.world.sprites.values()) {
      this.world.glide(s, now);
      if (s.x < (x0 - 2) * ART || s.x > (x1 + 2) * ART || s.y < (y0 - 2) * ART || s.y > (y1 + 2) * ART) continue;
      const row = Math.round(s.y / ART);
      if (beings.has(row)) beings.get(row).push(s);
      else beings.set(row, [s]);
    }
    for (const row of beings.values()) row.sort((a, b) => a.y - b.y || a.id - b.id);
    return beings;
  }

  drawRows(g, beings, x0, y0, x1, y1, left, top, frame) {
    const { tiles } = this;
    for (let y = Math.max(y0 - 1, 0); y <= Math.min(y1 + 1, this.rows.length - 1); y++) {
      for (const thing of this.row(y)) {
        if (thing.x < x0 - 1 || thing.x > x1 + 1) continue;
        const px = thing.x * ART - left;
        const py = thing.y * ART - top;
        if (thing.ghost) g.globalAlpha = GHOST;
        else if (!thing.flat) {
          g.fillStyle = 'rgba(6,5,10,.35)';
          g.fillRect(px + 1, py + 15, 14, 1);
        }
        tiles.draw(g, thing.tiles[(frame + hash(thing.x, thing.y)) % thing.tiles.length], px, py, thing.flip);
        g.globalAlpha = 1;
      }
      for (const s of beings.get(y) || []) {
        const px = Math.round(s.x) - left;
        const py = Math.round(s.y) - top;
        g.globalAlpha = s.alpha / 255;
        g.fillStyle = 'rgba(6,5,10,.45)';
        if (s.marks & LARGE) g.fillRect(px + 6, py + 28, 20, 4);
        else g.fillRect(px + 3, py + 14, 10, 2);
        this.drawBeing(g, s, px, py);
        g.globalAlpha = 1;
      }
    }
  }

  drawBeing(g, s, px, py) {
    if (s.marks & LARGE) {
      g.save();
      g.translate(px, py);
      g.scale(2, 2);
      this.tiles.draw(g, s.tile, 0, -LIFT / 2, s.flip);
      g.restore();
      return;
    }
    this.tiles.draw(g, s.tile, px, py - LIFT, s.flip);
    if (s.tool !== NONE) this.tiles.draw(g, s.tool, px, py - LIFT, s.flip);
  }

  // Beings again at half strength, so that they stay readable in the dark.
  drawAgain(g, beings, left, top) {
    for (const row of beings.values())
      for (const s of row) {
        g.globalAlpha = (0.5 * s.alpha) / 255;
        this.drawBeing(g, s, Math.round(s.x) - left, Math.round(s.y) - top);
      }
    g.globalAlpha = 1;
  }

  drawGlow(g, x0, y0, x1, y1, left, top, frame, extra) {
    for (let y = Math.max(y0 - 2, 0); y <= Math.min(y1 + 2, this.rows.length - 1); y++)
      for (const thing of this.row(y)) {
        if (!thing.flame || thing.x < x0 - 2 || thing.x > x1 + 2) continue;
        this.glow(g, thing.flame, thing.x, thing.y, left, top, frame);
      }
    for (const source of extra) this.glow(g, source.look, source.x, source.y, left, top, frame);
  }

  glow(g, look, x, y, left, top, frame) {
    const picture = disc(look);
    const r = picture.width / 2;
    g.globalAlpha = 0.86 + 0.14 * ((hash(x + frame, y) % 8) / 7);
    g.drawImage(picture, x * ART + 8 - r - left, y * ART + 6 - r - top);
    g.globalAlpha = 1;
  }

  // Signs above heads.
  drawMarks(g, beings, left, top) {
    for (const row of beings.values())
      for (const s of row) {
        if (!s.marks) continue;
        g.globalAlpha = s.alpha / 255;
        MARKS.forEach((name, bit) => {
          if (!(s.marks & (1 << bit))) return;
          const [tile, up] = name === 'hunt' ? ['hunt_mark', 0] : [`mark_${name}`, 9]; // the reticle lies on the beast
          this.tiles.draw(g, tile, Math.round(s.x) - left, Math.round(s.y) - top - up);
        });
        g.globalAlpha = 1;
      }
  }

  // Orders of the lord: dig, gather and fish marks, forbidden items, sites.
  drawOrders(g, x0, y0, x1, y1, left, top) {
    const { world, tiles } = this;
    const { flags } = world.layers;
    const any = FLAG.dig | FLAG.gather | FLAG.fish | FLAG.forbidden;
    for (let y = Math.max(y0, 0); y <= Math.min(y1, world.height - 1); y++)
      for (let x = Math.max(x0, 0); x <= Math.min(x1, world.width - 1); x++) {
        const bits = flags[world.cell(x, y)];
        const site = world.planned[world.cell(x, y)];
        if (!(bits & any) && site < 0) continue;
        const put = (name) => tiles.draw(g, name, x * ART - left, y * ART - top);
        if (bits & FLAG.dig) put(bits & FLAG.unstable ? 'dig_unstable' : 'dig_mark');
        if (bits & FLAG.gather) put('gather_mark');
        if (bits & FLAG.fish) put('fish_mark');
        if (bits & FLAG.forbidden) put('forbid_mark');
        if (site >= 0) {
          put('blueprint');
          const s = world.sites.get(site);
          this.progress(g, s, x, y, left, top);
          if (s.bits & STALLED && x === s.x && y === s.y) this.stalled(g, s, left, top);
        }
      }
  }

  // A site that something holds up: a dashed frame and the sign of waiting at its corner.
  stalled(g, s, left, top) {
    g.save();
    g.strokeStyle = '#f4cf52';
    g.setLineDash([3, 2]);
    g.strokeRect(s.x * ART - left + 0.5, s.y * ART - top + 0.5, s.w * ART - 1, s.h * ART - 1);
    g.restore();
    this.tiles.draw(g, 'mark_wait', (s.x + s.w - 1) * ART - left, s.y * ART - top - 3);
  }

  progress(g, s, x, y, left, top) {
    if (!s.done || x !== s.x || y !== s.y) return;
    g.fillStyle = 'rgba(10,8,16,.85)';
    g.fillRect(x * ART - left + 1, y * ART - top + 13, s.w * ART - 2, 2);
    g.fillStyle = '#74d4d1';
    g.fillRect(x * ART - left + 1, y * ART - top + 13, Math.round(((s.w * ART - 2) * s.done) / 20), 2);
  }
}
