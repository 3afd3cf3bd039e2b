// What is drawn over the map in screen pixels: drags, ghosts, routes, cracked areas, pending orders, the selection.

import { ART } from './tiles.js';
import { FLAG } from './world.js';

export class Overlay {
  constructor(app, canvas) {
    this.app = app;
    this.canvas = canvas;
    this.drag = null; // {cells, erase, unstable: Set}
    this.ghost = null; // {kind, x, y, w, h, cells, ok, warned, turned}
    this.route = [];
  }

  draw(now) {
    const { app, canvas } = this;
    const { camera, world } = app;
    if (canvas.width !== camera.width || canvas.height !== camera.height) {
      canvas.width = camera.width;
      canvas.height = camera.height;
    }
    const g = canvas.getContext('2d');
    g.clearRect(0, 0, canvas.width, canvas.height);
    if (!world.width) return;
    this.g = g;
    this.side = ART * camera.zoom;
    this.area(FLAG.crack, '#ff8a65', 'rgba(255,110,70,.10)', [6, 5]);
    if (app.mini.overlay === 'land' || app.tool.name === 'dominion')
      this.area(FLAG.territory, '#f7ae4e', 'rgba(247,174,78,.08)', []);
    this.drawPending(now);
    this.drawRoute();
    this.drawSelection(now);
    if (this.drag) this.drawDrag();
    if (this.ghost) this.drawGhost();
    if (app.cursor.on) this.tile('cursor_key', app.cursor.x, app.cursor.y);
    else if (app.hover && !this.drag && !this.ghost) this.frame(app.hover[0], app.hover[1], 1, 1, 'rgba(255,245,207,.45)', 1);
  }

  tile(name, x, y, lift = 0) {
    const { app, g, side } = this;
    const [px, py] = app.camera.screen(x, y);
    g.imageSmoothingEnabled = false;
    const n = app.tiles.at(name);
    const { columns, picture } = app.tiles;
    g.drawImage(picture, (n % columns) * ART, Math.floor(n / columns) * ART, ART, ART, px, py - lift, side, side);
  }

  frame(x, y, w, h, colour, width = 2, dash = []) {
    const [px, py] = this.app.camera.screen(x, y);
    this.g.save();
    this.g.strokeStyle = colour;
    this.g.lineWidth = width;
    this.g.setLineDash(dash);
    this.g.strokeRect(px + width / 2, py + width / 2, w * this.side - width, h * this.side - width);
    this.g.restore();
  }

  // Cells with a flag: a thin fill and an outline round the whole area.
  area(flag, line, fill, dash) {
    const { app, g, side } = this;
    const { world, camera } = app;
    const { flags } = world.layers;
    const [x0, y0] = camera.cellAt(0, 0);
    const [x1, y1] = camera.cellAt(camera.width, camera.height);
    const has = (x, y) => world.inside(x, y) && flags[world.cell(x, y)] & flag;
    g.save();
    g.strokeStyle = line;
    g.fillStyle = fill;
    g.lineWidth = 2;
    g.setLineDash(dash);
    g.beginPath();
    for (let y = Math.max(y0, 0); y <= Math.min(y1, world.height - 1); y++)
      for (let x = Math.max(x0, 0); x <= Math.min(x1, world.width - 1); x++) {
        if (!has(x, y)) continue;
        const [px, py] = camera.screen(x, y);
        g.fillRect(px, py, side, side);
        if (!has(x, y - 1)) this.edge(px, py, px + side, py);
        if (!has(x, y + 1)) this.edge(px, py + side, px + side, py + side);
        if (!has(x - 1, y)) this.edge(px, py, px, py + side);
        if (!has(x + 1, y)) this.edge(px + side, py, px + side, py + side);
      }
    g.stroke();
    g.restore();
  }

  edge(x0, y0, x1, y1) {
    this.g.moveTo(x0, y0);
    this.g.lineTo(x1, y1);
  }

  // Orders that are not acknowledged yet are hollow.
  drawPending() {
    for (const order of this.app.orders.pending)
      for (const [x, y] of order.cells) {
        this.frame(x, y, 1, 1, 'rgba(255,217,102,.9)', 1, [3, 3]);
      }
  }

  drawRoute() {
    const { app, g, side } = this;
    if (!this.route.length) return;
    g.fillStyle = '#ffd966';
    for (const [x, y] of this.route) {
      const [px, py] = app.camera.screen(x, y);
      for (const part of [0.2, 0.53, 0.86]) g.fillRect(Math.round(px + side * part) - 2, Math.round(py + side * 0.55), 4, 4);
    }
    const [x, y] = this.route[this.route.length - 1];
    this.frame(x, y, 1, 1, 'rgba(255,217,102,.7)', 1, [2, 3]);
  }

  drawSelection() {
    const { app } = this;
    for (const id of app.selection.actors) {
      const s = app.world.sprites.get(id);
      if (s) this.tile('cursor', s.x / ART, s.y / ART, 2 * app.camera.zoom);
    }
    const thing = app.selection.thing();
    if (thing) this.frame(thing.x, thing.y, thing.w, thing.h, '#ffd966', 2);
  }

  drawDrag() {
    const { g, app, side } = this;
    for (const [x, y] of this.drag.cells) {
      const [px, py] = app.camera.screen(x, y);
      const bad = this.drag.unstable && this.drag.unstable.has(app.world.cell(x, y));
      g.fillStyle = this.drag.erase ? 'rgba(164,156,184,.25)' : bad ? 'rgba(255,138,101,.3)' : 'rgba(247,174,78,.22)';
      g.fillRect(px, py, side, side);
      if (!this.drag.erase && bad) this.tile('dig_unstable', x, y);
      else if (!this.drag.erase && this.drag.tile) this.tile(this.drag.tile, x, y);
    }
    const [x, y, w, h] = this.drag.box;
    this.frame(x, y, w, h, this.drag.erase ? '#a49cb8' : '#ffd966', 2, [6, 4]);
  }

  drawGhost() {
    const { app, g } = this;
    for (const [x, y] of this.ghost.cells) {
      g.globalAlpha = 0.75;
      this.app.renderer.things.sketch(this.ghost, (name, i, j) => this.tile(name, x + i, y + j));
      g.globalAlpha = 1;
      const colour = this.ghost.ok === null ? '#a49cb8' : !this.ghost.ok ? '#ff8a65' : this.ghost.warned ? '#f4cf52' : '#5fc9a5';
      this.frame(x, y, this.ghost.w, this.ghost.h, colour, 2, this.ghost.ok === false ? [4, 3] : []);
    }
    if (this.ghost.support) {
      const r = this.ghost.support;
      this.frame(this.ghost.x - r, this.ghost.y - r, 2 * r + 1, 2 * r + 1, 'rgba(116,212,209,.8)', 1, [4, 4]);
      g.fillStyle = 'rgba(255,110,70,.28)';
      for (const [x, y] of this.ghost.bare || []) g.fillRect(...app.camera.screen(x, y), this.side, this.side);
    }
  }
}
