// Fog: each cell's level moves to the one told within half a second; drawn per chunk in four dither steps.

import { CHUNK, Chunks } from './ground.js';
import { ART, hash } from './tiles.js';

const VEIL = 0.58;
const CLEARING = 500; // milliseconds from whole fog to none

export class Fog {
  constructor(world, tiles) {
    this.world = world;
    this.tiles = tiles;
    this.moving = new Set();
    this.still = false;
    this.chunks = new Chunks(
      world,
      CHUNK * ART,
      () => 1,
      (g, x0, y0) => this.paint(g, x0, y0),
    );
    world.listen((news) => this.hear(news));
  }

  hear(news) {
    if (news.whole) {
      this.shown = Float32Array.from(this.world.layers.fog);
      this.moving.clear();
      this.chunks.clear();
    } else for (const cell of news.cells.get('fog') || []) this.moving.add(cell);
  }

  // Moves the shown levels by `ms` milliseconds.
  advance(ms) {
    const { world } = this;
    const most = this.still ? 255 : (255 * ms) / CLEARING;
    for (const cell of this.moving) {
      const to = world.layers.fog[cell];
      const from = this.shown[cell];
      const now = Math.abs(to - from) <= most ? to : from + Math.sign(to - from) * most;
      this.shown[cell] = now;
      if (now === to) this.moving.delete(cell);
      if (now >> 4 !== from >> 4 || now === to) this.chunks.around(cell % world.width, Math.floor(cell / world.width));
    }
  }

  level(x, y) {
    const { world, shown } = this;
    let sum = 0;
    for (let j = -1; j <= 1; j++)
      for (let i = -1; i <= 1; i++) {
        const a = Math.min(Math.max(x + i, 0), world.width - 1);
        const b = Math.min(Math.max(y + j, 0), world.height - 1);
        sum += shown[b * world.width + a] * (i || j ? 1 : 4);
      }
    return Math.round((sum / (12 * 255)) * 4);
  }

  paint(g, x0, y0) {
    const { world, tiles } = this;
    let some = false;
    for (let y = y0; y < Math.min(y0 + CHUNK, world.height); y++)
      for (let x = x0; x < Math.min(x0 + CHUNK, world.width); x++) {
        const level = this.level(x, y);
        if (!level) continue;
        some = true;
        g.globalAlpha = VEIL;
        tiles.draw(g, `fog_${level}`, (x - x0) * ART, (y - y0) * ART);
        if (level === 4 && (hash(x + 9, y + 5) % 6 < 1 || hash(x + 8, y + 5) % 6 < 1)) {
          g.globalAlpha = 0.07;
          tiles.draw(g, `fog_wisp_${hash(y, x) % 2}`, (x - x0) * ART, (y - y0) * ART);
        }
      }
    g.globalAlpha = 1;
    return some;
  }
}
