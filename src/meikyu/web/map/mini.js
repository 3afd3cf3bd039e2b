// The small map: ground, beings, the view; overlays for territory, ceilings and light.

import { el } from '/static/dom.js';
import { ART } from './tiles.js';
import { FLAG } from './world.js';
import { keyOf, say } from './words.js';

const WIDE = 242;
const TALL = 190;
const COLOURS = {
  floor: [79, 72, 102],
  paved: [101, 93, 128],
  carpet: [122, 35, 39],
  cave: [90, 58, 42],
  moss: [52, 84, 58],
  mouth: [150, 110, 70],
  water: [29, 77, 112],
  deep: [17, 48, 80],
  mud: [51, 35, 31],
  lava: [192, 74, 38],
};

export class Mini {
  constructor(app) {
    this.app = app;
    this.overlay = '';
    this.canvas = el('canvas', { class: 'pix', role: 'img' });
    this.buttons = el('div', { class: 'row tags' });
    this.box = el('section', { class: 'mini hud px float', role: 'region' }, this.canvas, this.buttons);
    app.stage.append(this.box);
    const move = (event) => {
      if (!(event.buttons & 1)) return;
      const box = this.canvas.getBoundingClientRect();
      const { world } = app;
      app.camera.look(((event.clientX - box.left) / box.width) * world.width - 0.5, ((event.clientY - box.top) / box.height) * world.height - 0.5, true);
    };
    this.canvas.addEventListener('pointerdown', move);
    this.canvas.addEventListener('pointermove', move);
    this.relabel();
  }

  relabel() {
    this.box.setAttribute('aria-label', say('mini'));
    this.canvas.setAttribute('aria-label', say('mini'));
    const overlay = (name) =>
      el('button', { type: 'button', class: `tag ${this.overlay === name ? 'sel-on' : ''}`, 'aria-pressed': String(this.overlay === name), 'data-overlay': name, onclick: () => { this.overlay = this.overlay === name ? '' : name; this.relabel(); this.draw(); } }, say(name));
    this.buttons.replaceChildren(
      overlay('land'),
      overlay('roof'),
      overlay('light'),
      el('button', { type: 'button', class: 'tag', 'data-list': true, 'aria-pressed': String(this.app.listing ? !this.app.listing.box.hidden : false), onclick: () => this.app.listing.toggle() }, `☰ ${say('list')} `, el('kbd', {}, keyOf('list'))),
    );
  }

  draw() {
    const { world } = this.app;
    if (!world.width) return;
    const { width, height } = world;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      const high = Math.min(Math.round((WIDE * height) / width), TALL);
      this.canvas.style.height = `${high}px`;
      this.canvas.style.width = `${Math.round((high * width) / height)}px`;
    }
    const g = this.canvas.getContext('2d');
    const image = g.createImageData(width, height);
    for (let cell = 0; cell < width * height; cell++) this.paint(image.data, cell);
    for (const s of world.sprites.values()) {
      const cell = world.cell(Math.round(s.tx / ART), Math.round(s.ty / ART));
      const colour = s.marks & 2 ? [255, 138, 101] : [166, 204, 96];
      image.data.set(colour, cell * 4);
    }
    g.putImageData(image, 0, 0);
    const { camera } = this.app;
    g.strokeStyle = '#f3eee3';
    g.lineWidth = Math.max(1, Math.round(width / WIDE));
    g.strokeRect(camera.left / ART + 0.5, camera.top / ART + 0.5, camera.wide / ART - 1, camera.high / ART - 1);
  }

  paint(data, cell) {
    const { world, renderer } = this.app;
    const x = cell % world.width;
    const y = Math.floor(cell / world.width);
    const { flags, fog, growth } = world.layers;
    let colour = [21, 19, 31];
    if (world.isRock(x, y)) {
      if (world.kinds[world.layers.ground[cell]] === 'ore') colour = [70, 62, 74];
    } else if (world.form(x, y) === 'wall') colour = [109, 102, 134];
    else if (world.form(x, y) === 'door') colour = [156, 106, 59];
    else {
      colour = COLOURS[renderer.ground.floor(x, y)] || COLOURS.floor;
      if (growth[cell]) colour = [93, 100, 80];
      if (world.built[cell] >= 0) colour = colour.map((c) => Math.min(255, c + 26));
    }
    const veil = 1 - (0.5 * fog[cell]) / 255;
    let [r, g, b] = colour.map((c) => c * veil);
    if (flags[cell] & FLAG.dig) [r, g, b] = [247, 174, 78];
    if (flags[cell] & FLAG.crack) [r, g, b] = [244, 207, 82];
    if (this.overlay === 'land' && flags[cell] & FLAG.territory) [r, g, b] = [r * 0.5 + 124, g * 0.5 + 87, b * 0.5 + 39];
    if (this.overlay === 'roof' && flags[cell] & FLAG.dug && !world.isRock(x, y)) [r, g, b] = flags[cell] & FLAG.crack ? [255, 138, 101] : [95, 201, 165];
    if (this.overlay === 'light') {
      const lit = Math.min(1, renderer.light.sum[cell * 3] / 160);
      [r, g, b] = [r + lit * 150, g + lit * 110, b + lit * 40];
    }
    data.set([r, g, b, 255], cell * 4);
  }
}
