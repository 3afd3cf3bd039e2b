// Orders to the dungeon: hollow until acknowledged, refused with reasons, dig marks taken back with Z.

import { say } from './words.js';

export class Orders {
  constructor(app) {
    this.app = app;
    this.pending = new Set();
    this.history = [];
    this.times = [];
  }

  async give(kind, args, cells = []) {
    const { app } = this;
    const order = { kind, cells, since: performance.now() };
    this.pending.add(order);
    app.toast.pending(this.pending.size);
    const told = await app.line.order(kind, args);
    this.pending.delete(order);
    this.times.push(performance.now() - order.since);
    if (this.times.length > 500) this.times.shift();
    app.toast.pending(this.pending.size);
    if (!told.ok) app.toast.refused(told.reasons, cells[0]);
    else app.changed();
    return told;
  }

  // Marks cells; `undo` is the order that takes it back. It can be taken back at once, before it is acknowledged.
  async mark(kind, cells, undo = 'unmark') {
    if (!cells.length) return;
    const order = { undo, cells, told: this.give(kind, { cells }, cells) };
    this.history.push(order);
    if (this.history.length > 100) this.history.shift();
    const { ok } = await order.told;
    if (!ok) this.history = this.history.filter((other) => other !== order);
  }

  async undo() {
    const last = this.history.pop();
    if (!last) {
      this.app.toast.note(say('nothing_to_undo'));
      return;
    }
    if (!(await last.told).ok) return;
    const told = await this.give(last.undo, { cells: last.cells }, last.cells);
    if (told.ok) this.app.toast.note(say('undone', { n: last.cells.length }));
  }
}
