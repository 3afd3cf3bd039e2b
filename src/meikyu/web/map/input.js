// Mouse, touch and keys on the map.

import { keyOf } from './words.js';

const PAN = { panup: [0, -1], panleft: [-1, 0], pandown: [0, 1], panright: [1, 0] };
const ARROWS = { ArrowUp: [0, -1], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowRight: [1, 0] };
const LONG = 550;
const NOTCH = 120; // of a mouse's wheel, in pixels

export class Input {
  constructor(app) {
    this.app = app;
    this.held = new Set();
    this.pan = null;
    this.fingers = new Map();
    this.wheel = 0;
    const { stage } = app;
    const { view } = app;
    view.addEventListener('pointerdown', (event) => this.down(event));
    view.addEventListener('pointermove', (event) => this.move(event));
    view.addEventListener('pointerup', (event) => this.up(event));
    view.addEventListener('pointercancel', (event) => this.cancel(event));
    view.addEventListener('pointerleave', () => this.leave());
    view.addEventListener('wheel', (event) => this.roll(event), { passive: false });
    view.addEventListener('contextmenu', (event) => {
      if (!event.shiftKey) event.preventDefault();
    });
    view.addEventListener('dblclick', (event) => this.double(event));
    stage.addEventListener('keydown', (event) => this.key(event));
    addEventListener('keydown', (event) => this.anywhere(event));
    addEventListener('keyup', (event) => this.released(event));
    addEventListener('blur', () => this.held.clear());
  }

  point(event) {
    const box = this.app.view.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  cell(event) {
    return this.app.camera.cellAt(...this.point(event));
  }

  down(event) {
    const { app } = this;
    app.stage.focus({ preventScroll: true });
    app.cursor.on = false;
    app.view.setPointerCapture(event.pointerId);
    if (event.pointerType === 'touch') {
      this.touch(event);
      return;
    }
    if (event.button === 1) {
      event.preventDefault();
      this.pan = this.point(event);
      return;
    }
    const [x, y] = this.cell(event);
    if (event.button === 2) {
      if (event.shiftKey) return;
      if (app.tool.kind >= 0) app.tool.escape();
      else if (app.tool.name && app.tool.name !== 'build') app.tool.down(x, y, true);
      else app.openMenu(x, y, event.clientX, event.clientY);
      return;
    }
    if (app.tool.name && (app.tool.name !== 'build' || app.tool.kind >= 0)) app.tool.down(x, y, false);
    else this.press = { x, y, at: this.point(event), ctrl: event.ctrlKey || event.metaKey };
  }

  move(event) {
    const { app } = this;
    if (event.pointerType === 'touch') {
      this.slide(event);
      return;
    }
    if (this.pan) {
      const [x, y] = this.point(event);
      app.camera.pan((this.pan[0] - x) / app.camera.zoom, (this.pan[1] - y) / app.camera.zoom);
      this.pan = [x, y];
      app.tip.place();
      return;
    }
    const [x, y] = this.cell(event);
    if (app.hover && app.hover[0] === x && app.hover[1] === y) return;
    app.hover = app.world.inside(x, y) ? [x, y] : null;
    if (app.tool.name) app.tool.over(x, y);
    if (app.hover && !app.tool.from && app.tool.kind < 0) app.tip.over(x, y);
    else app.tip.away();
  }

  up(event) {
    const { app } = this;
    if (event.pointerType === 'touch') {
      this.lift(event);
      return;
    }
    if (event.button === 1) this.pan = null;
    else if (app.tool.from) app.tool.up();
    else if (this.press) {
      const { x, y, ctrl } = this.press;
      app.pickAt(x, y, ctrl);
    }
    this.press = null;
  }

  cancel(event) {
    this.pan = null;
    this.press = null;
    this.fingers.delete(event.pointerId);
    clearTimeout(this.long);
  }

  leave() {
    this.app.hover = null;
    this.app.tip.away();
  }

  roll(event) {
    event.preventDefault();
    this.wheel += event.deltaY;
    if (Math.abs(this.wheel) < 60) return;
    const steps = Math.max(1, Math.round(Math.abs(this.wheel) / NOTCH)); // a busy browser hands over several notches as one
    this.app.camera.zoomBy(this.wheel < 0 ? steps : -steps, ...this.point(event));
    this.wheel = 0;
    this.app.tip.place();
  }

  double(event) {
    const [x, y] = this.cell(event);
    if (!this.app.tool.name) this.app.goTo(x, y);
  }

  // Touch: one finger pans, two zoom, a tap selects, a long press opens the menu.
  touch(event) {
    const [x, y] = this.point(event);
    this.fingers.set(event.pointerId, { x, y, x0: x, y0: y });
    clearTimeout(this.long);
    if (this.fingers.size === 1) {
      this.long = setTimeout(() => {
        const finger = this.fingers.get(event.pointerId);
        if (finger && this.still(finger)) {
          finger.used = true;
          this.app.openMenu(...this.app.camera.cellAt(finger.x, finger.y), event.clientX, event.clientY);
        }
      }, LONG);
    } else this.spread = this.span();
  }

  still(finger) {
    return Math.hypot(finger.x - finger.x0, finger.y - finger.y0) < 10;
  }

  span() {
    const [a, b] = [...this.fingers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  }

  slide(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const { camera } = this.app;
    const [x, y] = this.point(event);
    if (this.fingers.size === 1) camera.pan((finger.x - x) / camera.zoom, (finger.y - y) / camera.zoom);
    finger.x = x;
    finger.y = y;
    if (this.fingers.size === 2) {
      const now = this.span();
      if (now > this.spread * 1.35 || now < this.spread / 1.35) {
        camera.zoomBy(now > this.spread ? 1 : -1, x, y);
        this.spread = now;
      }
    }
  }

  lift(event) {
    const finger = this.fingers.get(event.pointerId);
    clearTimeout(this.long);
    this.fingers.delete(event.pointerId);
    if (finger && !finger.used && this.still(finger)) {
      const [x, y] = this.app.camera.cellAt(finger.x, finger.y);
      this.app.pickAt(x, y, false);
      this.app.tip.show(x, y, true);
    }
  }

  // Keys that work with the map or one of its panels in focus.
  key(event) {
    const { app } = this;
    if (event.defaultPrevented || event.target !== app.stage) return;
    const step = ARROWS[event.key];
    if (step && !event.altKey) {
      event.preventDefault();
      app.moveCursor(step[0] * (event.shiftKey ? 5 : 1), step[1] * (event.shiftKey ? 5 : 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.enter(event);
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      const [x, y] = app.spot();
      const [sx, sy] = app.camera.screen(x + 1, y);
      const box = app.view.getBoundingClientRect();
      app.openMenu(x, y, sx + box.left, sy + box.top);
    }
  }

  enter(event) {
    const { app } = this;
    if (!app.cursor.on && app.tip.openRule()) return;
    const [x, y] = app.spot();
    const { tool } = app;
    if (tool.name && (tool.name !== 'build' || tool.kind >= 0)) {
      // The first Enter begins a drag, the second ends it.
      if (tool.from) tool.up();
      else tool.down(x, y, event.shiftKey);
    } else app.pickAt(x, y, event.ctrlKey);
  }

  // Actions of the house's keys: anywhere on the page but in fields, and not under an open panel.
  anywhere(event) {
    const { app } = this;
    if (event.defaultPrevented || window.meikyu.panel || document.querySelector('.menu')) return;
    if (event.key === 'Shift') {
      app.tip.keep();
      return;
    }
    if (event.key === 'Escape') {
      if (!app.escape()) return;
      event.preventDefault();
      return;
    }
    if (event.key === 'F9') {
      event.preventDefault();
      app.fold();
      return;
    }
    const inButton = event.target.tagName === 'BUTTON' || event.target.tagName === 'A';
    if (inButton && (event.key === ' ' || event.key === 'Enter')) return;
    const action = window.meikyu.action(event);
    if (!action || action === 'help' || action === 'search') return;
    if (PAN[action]) {
      this.held.add(action);
      event.preventDefault();
    } else if (app.act(action)) event.preventDefault();
  }

  released(event) {
    const action = Object.keys(PAN).find((name) => keyOf(name).toLowerCase() === event.key.toLowerCase());
    if (action) this.held.delete(action);
  }

  // Moves the camera by the keys that are held.
  advance(ms) {
    const { camera } = this.app;
    const speed = (0.9 * ms) / camera.zoom;
    for (const name of this.held) camera.pan(PAN[name][0] * speed, PAN[name][1] * speed);
  }
}
