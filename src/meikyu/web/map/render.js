// One picture of the dungeon: the drawing order of the house, from the floor to the cursor.

import { ART, hash } from './tiles.js';
import { CHUNK, Ground } from './ground.js';
import { Fog } from './fog.js';
import { Light } from './light.js';
import { Things } from './things.js';

const FLAMES = 200; // milliseconds a frame of a flame
const WATER = 700; // milliseconds a frame of water

export class Renderer {
  constructor(world, tiles, camera) {
    this.world = world;
    this.tiles = tiles;
    this.camera = camera;
    this.ground = new Ground(world, tiles);
    this.light = new Light(world);
    this.fog = new Fog(world, tiles);
    this.things = new Things(world, tiles);
    this.showFog = true;
    this.overlays = [];
    this.quiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.fog.still = this.quiet;
  }

  // Draws onto `canvas`, one art pixel a canvas pixel.
  draw(canvas, now, ms) {
    const { camera, world, things } = this;
    if (!world.width) return;
    camera.advance(this.quiet ? 1e6 : ms);
    camera.bound(world);
    const [wide, high, left, top] = [camera.wide, camera.high, camera.left, camera.top];
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
    }
    const g = canvas.getContext('2d', { alpha: false });
    g.imageSmoothingEnabled = false;
    g.globalCompositeOperation = 'source-over';
    g.fillStyle = '#0a0810';
    g.fillRect(0, 0, wide, high);
    const x0 = Math.floor(left / ART);
    const y0 = Math.floor(top / ART);
    const x1 = Math.floor((left + wide) / ART);
    const y1 = Math.floor((top + high) / ART);
    const flame = this.quiet ? 0 : Math.floor(now / FLAMES);
    const wave = this.quiet ? 0 : Math.floor(now / WATER);
    const size = CHUNK * ART;
    const chunks = (source, frame) => {
      for (let cy = Math.max(Math.floor(y0 / CHUNK), 0); cy <= Math.floor(y1 / CHUNK) && cy * CHUNK < world.height; cy++)
        for (let cx = Math.max(Math.floor(x0 / CHUNK), 0); cx <= Math.floor(x1 / CHUNK) && cx * CHUNK < world.width; cx++) {
          const picture = source.get(cx, cy, frame);
          if (picture) g.drawImage(picture, cx * size - left, cy * size - top, size, size);
        }
    };
    chunks(this.ground.chunks, wave);
    const beings = things.visible(x0, y0, x1, y1, now);
    things.drawRows(g, beings, x0, y0, x1, y1, left, top, flame);
    g.globalCompositeOperation = 'multiply';
    chunks(this.light.chunks, 0);
    g.globalCompositeOperation = 'source-over';
    things.drawAgain(g, beings, left, top);
    g.globalCompositeOperation = 'lighter';
    things.drawGlow(g, x0, y0, x1, y1, left, top, flame, this.groundLights(x0, y0, x1, y1));
    g.globalCompositeOperation = 'source-over';
    if (this.showFog) {
      this.fog.advance(ms);
      chunks(this.fog.chunks, 0);
    }
    things.drawMarks(g, beings, left, top);
    things.drawOrders(g, x0, y0, x1, y1, left, top);
    for (const overlay of this.overlays) overlay(g, left, top, now);
  }

  groundLights(x0, y0, x1, y1) {
    const found = [];
    for (const source of this.light.sources.values())
      if (source.key < 0 && source.x >= x0 - 2 && source.x <= x1 + 2 && source.y >= y0 - 2 && source.y <= y1 + 2 && hash(source.x, source.y) % 2)
        found.push(source);
    return found;
  }
}
