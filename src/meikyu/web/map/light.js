// The light map: each fire's area by sight, summed per cell, drawn per chunk with 8 samples a cell in steps of 12.

import { CHUNK, Chunks } from './ground.js';
import { BURNING } from './world.js';

const AMBIENT = [104, 100, 158];
const SAMPLES = 8;
const STEP = 12;

// Cells seen from (ox, oy) within a round area of radius r: symmetric shadowcasting in four quadrants.
export function seen(world, ox, oy, r) {
  const found = new Set([world.cell(ox, oy)]);
  for (let q = 0; q < 4; q++) {
    const stack = [[1, -1, 1]];
    while (stack.length) {
      let [d, s, e] = stack.pop();
      if (d > r) continue;
      let before = null;
      for (let c = Math.floor(d * s + 0.5); c <= Math.ceil(d * e - 0.5); c++) {
        const x = q === 0 || q === 2 ? ox + c : q === 1 ? ox + d : ox - d;
        const y = q === 0 ? oy - d : q === 2 ? oy + d : oy + c;
        const blocks = world.opaque(x, y);
        if ((blocks || (c >= d * s && c <= d * e)) && world.inside(x, y) && d * d + c * c <= r * r) found.add(world.cell(x, y));
        if (before === true && !blocks) s = (2 * c - 1) / (2 * d);
        if (before === false && blocks) stack.push([d + 1, s, (2 * c - 1) / (2 * d)]);
        before = blocks;
      }
      if (before === false) stack.push([d + 1, s, e]);
    }
  }
  return found;
}

export class Light {
  constructor(world) {
    this.world = world;
    this.sources = new Map();
    this.chunks = new Chunks(
      world,
      CHUNK * SAMPLES,
      () => 1,
      (g, x0, y0) => this.paint(g, x0, y0),
    );
    world.listen((news) => this.hear(news));
  }

  hear(news) {
    const { world } = this;
    if (news.whole) {
      this.sources.clear();
      this.sum = new Float32Array(world.width * world.height * 3);
      this.blocking = new Uint8Array(world.width * world.height);
      this.chunks.clear();
      for (let cell = 0; cell < this.blocking.length; cell++)
        this.blocking[cell] = world.opaque(cell % world.width, Math.floor(cell / world.width)) ? 1 : 0;
      for (const cell of this.blocking.keys()) this.ground(cell);
      for (const id of world.structures.keys()) this.structure(id);
      return;
    }
    const touched = new Set([...news.built, ...(news.cells.get('ground') || [])]);
    const changed = [];
    for (const cell of touched) {
      const now = world.opaque(cell % world.width, Math.floor(cell / world.width)) ? 1 : 0;
      if (now !== this.blocking[cell]) changed.push(cell);
      this.blocking[cell] = now;
    }
    if (changed.length) this.reshape(changed);
    for (const cell of [...(news.cells.get('ground') || []), ...(news.cells.get('growth') || [])]) this.ground(cell);
    if (!news.built.length) return;
    for (const key of this.sources.keys()) if (key >= 0 && !world.structures.has(key)) this.drop(key);
    for (const cell of news.built) if (world.built[cell] >= 0) this.structure(world.built[cell]);
  }

  // Lights whose area a changed cell may touch are measured again.
  reshape(cells) {
    const w = this.world.width;
    for (const source of [...this.sources.values()]) {
      const near = cells.some(
        (cell) => Math.max(Math.abs((cell % w) - source.x), Math.abs(Math.floor(cell / w) - source.y)) <= source.radius + 2,
      );
      if (near) {
        this.drop(source.key);
        this.put(source.key, source.x, source.y, source.look, source.radius);
      }
    }
  }

  ground(cell) {
    const { world } = this;
    const key = -1 - cell;
    const growth = world.layers.growth[cell];
    const row = growth ? world.legend.terrain[growth - 1] : world.legend.terrain[world.layers.ground[cell]];
    const x = cell % world.width;
    const y = Math.floor(cell / world.width);
    const lit = row.light && (growth || row.id !== 'lava' || (x + y) % 2);
    const source = this.sources.get(key);
    if (source && (!lit || source.look !== row.light)) this.drop(key);
    if (lit && !this.sources.has(key)) this.put(key, x, y, row.light, row.light.radius);
  }

  structure(id) {
    const s = this.world.structures.get(id);
    const kind = this.world.legend.structures[s.kind];
    const lit = kind.look.light && (s.bits & BURNING || (!kind.look.out && kind.category !== 'watch'));
    if (this.sources.has(id)) {
      if (lit) return;
      this.drop(id);
    } else if (lit) this.put(id, s.x + ((s.w - 1) >> 1), s.y + ((s.h - 1) >> 1), kind.look, kind.radius);
  }

  put(key, x, y, look, radius) {
    const { world } = this;
    const cells = seen(world, x, y, radius + 1);
    const parts = [];
    for (const cell of cells) {
      const d = Math.hypot((cell % world.width) - x, Math.floor(cell / world.width) - y);
      const part = Math.max(0, 1 - d / (radius + 1)) ** 0.75 * look.strength * 0.95;
      parts.push([cell, part]);
      for (let i = 0; i < 3; i++) this.sum[cell * 3 + i] += look.light[i] * part;
    }
    this.sources.set(key, { key, x, y, look, radius, parts });
    this.stir(x, y, radius);
  }

  drop(key) {
    const source = this.sources.get(key);
    for (const [cell, part] of source.parts)
      for (let i = 0; i < 3; i++) this.sum[cell * 3 + i] -= source.look.light[i] * part;
    this.sources.delete(key);
    this.stir(source.x, source.y, source.radius);
  }

  stir(x, y, radius) {
    for (let j = y - radius - 2; j <= y + radius + 2 + CHUNK; j += CHUNK / 2)
      for (let i = x - radius - 2; i <= x + radius + 2 + CHUNK; i += CHUNK / 2) this.chunks.dirty(i, j);
  }

  paint(g, x0, y0) {
    const { world, sum } = this;
    const side = CHUNK * SAMPLES;
    const image = g.createImageData(side, side);
    const { data } = image;
    const w = world.width;
    const h = world.height;
    const clampX = (x) => (x < 0 ? 0 : x >= w ? w - 1 : x);
    const clampY = (y) => (y < 0 ? 0 : y >= h ? h - 1 : y);
    for (let py = 0; py < side; py++) {
      const fy = (py + 0.5) / SAMPLES - 0.5;
      const dy = Math.floor(fy);
      const ay = fy - dy;
      const r0 = clampY(y0 + dy) * w;
      const r1 = clampY(y0 + dy + 1) * w;
      for (let px = 0; px < side; px++) {
        const fx = (px + 0.5) / SAMPLES - 0.5;
        const dx = Math.floor(fx);
        const ax = fx - dx;
        const c0 = clampX(x0 + dx);
        const c1 = clampX(x0 + dx + 1);
        const o = (py * side + px) * 4;
        for (let i = 0; i < 3; i++) {
          const base = AMBIENT[i];
          const a = Math.min(255, base + sum[(r0 + c0) * 3 + i]);
          const b = Math.min(255, base + sum[(r0 + c1) * 3 + i]);
          const c = Math.min(255, base + sum[(r1 + c0) * 3 + i]);
          const d = Math.min(255, base + sum[(r1 + c1) * 3 + i]);
          const v = (a * (1 - ax) + b * ax) * (1 - ay) + (c * (1 - ax) + d * ax) * ay;
          data[o + i] = Math.min(255, Math.round(v / STEP) * STEP);
        }
        data[o + 3] = 255;
      }
    }
    g.putImageData(image, 0, 0);
  }
}

// Soft discs that are added over flames; one picture a look.
const discs = new Map();
export function disc(look) {
  let made = discs.get(look);
  if (!made) {
    const r = Math.round((look.glow || 1.6) * 16);
    made = document.createElement('canvas');
    made.width = made.height = r * 2;
    const g = made.getContext('2d');
    const [red, green, blue] = look.light;
    const fade = g.createRadialGradient(r, r, 1, r, r, r);
    fade.addColorStop(0, `rgba(${red},${Math.floor(green * 0.8)},${Math.floor(blue * 0.6)},.34)`);
    fade.addColorStop(1, 'rgba(0,0,0,0)');
    g.fillStyle = fade;
    g.fillRect(0, 0, r * 2, r * 2);
    discs.set(look, made);
  }
  return made;
}
