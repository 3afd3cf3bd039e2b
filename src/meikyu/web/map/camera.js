// Where the page looks: the art pixel in the middle, and a zoom in whole steps.

import { ART } from './tiles.js';

export const ZOOMS = [1, 2, 3, 4];

export class Camera {
  constructor() {
    this.x = 0;
    this.y = 0;
    this.zoom = 2;
    this.width = 1280;
    this.height = 720;
    this.goal = null;
    this.placed = false; // whether it was put anywhere or moved by hand
  }

  fit(width, height) {
    this.width = width;
    this.height = height;
  }

  // Art pixels shown, and the art pixel in the top left corner.
  get wide() {
    return Math.ceil(this.width / this.zoom);
  }

  get high() {
    return Math.ceil(this.height / this.zoom);
  }

  get left() {
    return Math.round(this.x - this.wide / 2);
  }

  get top() {
    return Math.round(this.y - this.high / 2);
  }

  bound(world) {
    const room = 4 * ART;
    this.x = Math.min(Math.max(this.x, -room), world.width * ART + room);
    this.y = Math.min(Math.max(this.y, -room), world.height * ART + room);
  }

  // Puts the cell in the middle; glides there unless `jump`.
  look(x, y, jump) {
    this.placed = true;
    this.goal = [x * ART + ART / 2, y * ART + ART / 2];
    if (jump) {
      [this.x, this.y] = this.goal;
      this.goal = null;
    }
  }

  pan(dx, dy) {
    this.placed = true;
    this.goal = null;
    this.x += dx;
    this.y += dy;
  }

  advance(ms) {
    if (!this.goal) return;
    const part = 1 - Math.exp(-ms / 70);
    this.x += (this.goal[0] - this.x) * part;
    this.y += (this.goal[1] - this.y) * part;
    if (Math.abs(this.goal[0] - this.x) + Math.abs(this.goal[1] - this.y) < 1) {
      [this.x, this.y] = this.goal;
      this.goal = null;
    }
  }

  // Zooms by steps and keeps the art under screen point (sx, sy) where it is.
  zoomBy(steps, sx = this.width / 2, sy = this.height / 2) {
    const zoom = Math.min(Math.max(this.zoom + steps, ZOOMS[0]), ZOOMS[ZOOMS.length - 1]);
    if (zoom === this.zoom) return;
    const [ax, ay] = [this.left + sx / this.zoom, this.top + sy / this.zoom];
    this.zoom = zoom;
    this.x = ax - sx / zoom + this.wide / 2;
    this.y = ay - sy / zoom + this.high / 2;
    this.goal = null;
  }

  cellAt(sx, sy) {
    return [Math.floor((this.left + sx / this.zoom) / ART), Math.floor((this.top + sy / this.zoom) / ART)];
  }

  // Screen place of a cell's top left corner (fractions of cells allowed).
  screen(x, y) {
    return [(x * ART - this.left) * this.zoom, (y * ART - this.top) * this.zoom];
  }

  shows(x, y, margin = 0) {
    const [sx, sy] = this.screen(x, y);
    const room = margin * ART * this.zoom;
    return sx >= room && sy >= room && sx < this.width - room && sy < this.height - room;
  }
}
