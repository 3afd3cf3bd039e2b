// The bar under the clock: refusals with their reasons, notes, the state of the line and of orders.

import { chip, el } from '/static/dom.js';
import { say } from './words.js';

export class Toast {
  constructor(app) {
    this.app = app;
    this.box = el('div', { class: 'toasts', role: 'status' });
    app.stage.append(this.box);
    this.banner = null;
    this.since = '';
  }

  put(mark, parts, ms) {
    const line = el('div', { class: `toast px float st-line ${mark}` }, parts);
    this.box.append(line);
    while (this.box.children.length > 3) this.box.firstChild.remove();
    setTimeout(() => line.remove(), ms);
  }

  note(text) {
    this.put('note', el('span', { class: 'st note' }, text), 2500);
    window.meikyu.say(text);
  }

  advice(text, rule) {
    this.put('note', el('div', {}, el('span', { class: 'st note' }, text), ' ', chip(rule)), 9000);
    window.meikyu.say(text);
  }

  refused(reasons, cell) {
    const list = (reasons || []).map((r) => el('div', {}, el('span', { class: 'st bad' }, r.text), ' ', chip(r.rule)));
    if (cell) list.push(el('span', { class: 'cap' }, `(${cell[0]},${cell[1]})`));
    this.put('bad', list, 7000);
    window.meikyu.shout((reasons || []).map((r) => r.text).join(' '));
  }

  pending(count) {
    this.app.stage.toggleAttribute('data-pending', count > 0);
    this.app.stage.dataset.pending = count;
  }

  offline() {
    this.since = new Date().toLocaleTimeString(window.meikyu.lang, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
    this.app.stage.classList.add('offline');
    this.showBanner();
  }

  showBanner() {
    this.banner?.remove();
    this.banner = el('div', { class: 'banner px', role: 'alert' }, el('span', { class: 'st bad' }, say('offline', { time: this.since })));
    this.app.stage.append(this.banner);
  }

  online() {
    this.app.stage.classList.remove('offline');
    this.banner?.remove();
    this.banner = null;
  }

  gone() {
    this.banner?.remove();
    this.banner = el('div', { class: 'banner px', role: 'alert' }, el('span', { class: 'st warn' }, say('gone')), ' ', el('a', { class: 'btn sm', href: '/' }, say('to_start')));
    this.app.stage.append(this.banner);
  }

  // The dungeon itself has stopped: it is told and stays told.
  failure(text) {
    if (!text || this.failed === text) return;
    this.failed = text;
    this.banner?.remove();
    this.banner = el('div', { class: 'banner px', role: 'alert' }, el('span', { class: 'st bad' }, say('stopped', { why: text })), ' ', el('a', { class: 'btn sm', href: '/' }, say('to_start')));
    this.app.stage.append(this.banner);
  }

  relabel() {
    if (this.app.stage.classList.contains('offline')) this.showBanner();
  }
}
