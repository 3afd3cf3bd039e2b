// Labels that float over dangers: one DOM element each, moved with the camera, never over the cell they speak of.

import { el } from '/static/dom.js';
import { ART } from './tiles.js';

export class Labels {
  constructor(app) {
    this.app = app;
    this.box = el('div', { class: 'labs', 'aria-hidden': 'true' });
    this.shown = [];
    app.stage.append(this.box);
  }

  // `dangers` as the server tells them: {x, y, text, state}.
  take(dangers) {
    const told = JSON.stringify(dangers);
    if (told === this.told) return;
    this.told = told;
    this.shown = dangers.map((d) => ({ ...d, node: el('div', { class: 'lab' }, el('span', { class: `st ${d.state}` }, d.text)) }));
    this.box.replaceChildren(...this.shown.map((d) => d.node));
    this.at = '';
  }

  place() {
    const { camera } = this.app;
    const at = `${camera.left},${camera.top},${camera.zoom}`;
    if (at === this.at) return;
    this.at = at;
    for (const d of this.shown) {
      const [sx, sy] = camera.screen(d.x + 0.5, d.y);
      const inside = sx > 0 && sy > 0 && sx < camera.width && sy < camera.height + ART;
      d.node.hidden = !inside;
      if (inside) {
        d.node.style.left = `${Math.round(sx)}px`;
        d.node.style.top = `${Math.round(sy - 4)}px`;
      }
    }
  }
}
