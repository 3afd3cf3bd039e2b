// The rim at the top and the bottom: stores, clock and speeds, the tool bar.

import { el } from '/static/dom.js';
import { keyOf, say } from './words.js';

const STORES = [
  ['ui_skull', 'minions'],
  ['item_meal_medium', 'meals'],
  ['item_stone', 'stone'],
  ['item_wood', 'wood'],
  ['item_gold', 'gold'],
  ['item_book', 'books'],
];
const STORE_NAMES = {
  minions: ['Minions', 'ミニオン'],
  meals: ['Meals', '飯'],
  stone: ['Stone', '石'],
  wood: ['Wood', '木材'],
  gold: ['Gold', '金貨'],
  books: ['Books', '書物'],
};
export const SPEEDS = [
  [0, '❚❚', 'pause'],
  [1, '1×', 'speed1'],
  [3, '3×', 'speed2'],
  [10, '10×', 'speed3'],
  [-1, '', 'speed4'],
];
// The last one is on phones alone, where the small map with its key is not.
export const TOOLS = [
  ['dig', 'ui_dig', 'dig'],
  ['gather', 'ui_gather', 'gather'],
  ['hunt', 'item_bow', 'hunt'],
  ['build', 'ui_build', 'build'],
  ['dominion', 'ui_dominion', 'dominion'],
  ['forbid', 'ui_forbid', 'forbid'],
  null,
  ['jobs', 'ui_jobs', 'jobs'],
  ['manage', 'ui_manage', 'manage'],
  ['arts', 'ui_darkarts', 'arts'],
  ['rules', 'ui_rules', 'help'],
  ['list', 'ui_eye', 'list'],
];

export class Hud {
  constructor(app) {
    this.app = app;
    this.stores = el('section', { class: 'hud res px float', role: 'region' });
    this.clock = el('section', { class: 'hud clock px float', role: 'region' });
    this.tools = el('section', { class: 'hud tools px float', role: 'region' });
    app.stage.append(el('div', { class: 'rim' }, this.stores, this.clock), this.tools);
    this.relabel();
  }

  relabel() {
    this.stores.setAttribute('aria-label', say('stores'));
    this.clock.setAttribute('aria-label', say('clock'));
    this.tools.setAttribute('aria-label', say('tools'));
    this.drawTools();
    this.shownStores = '';
    this.shownSpeeds = '';
    if (this.app.state) this.draw(this.app.state);
  }

  draw(state) {
    const { summary } = state;
    const found = STORES.filter(([, key]) => summary[key] !== undefined);
    const told = JSON.stringify([found.map(([, key]) => summary[key]), window.meikyu.lang]);
    if (told !== this.shownStores) {
      this.shownStores = told;
      this.stores.replaceChildren(
        ...found.map(([tile, key]) => {
          const name = window.meikyu.t(...STORE_NAMES[key]);
          return el('div', { title: name, 'data-store': key }, this.app.tiles.icon(tile, 32, name), el('span', { class: 'cap', 'aria-hidden': 'true' }, name), el('b', {}, String(summary[key])));
        }),
      );
    }
    this.drawClock(summary.clock);
    const speeds = JSON.stringify([window.meikyu.lang, SPEEDS.map(([, , action]) => keyOf(action))]);
    if (speeds !== this.shownSpeeds) {
      this.shownSpeeds = speeds;
      this.drawSpeeds();
    }
    this.markSpeed(state.speed);
  }

  drawClock(clock) {
    if (!this.face) {
      this.face = el('span', { class: 't', role: 'timer' });
      this.sky = el('span', { class: 'sky' });
      this.buttons = el('div', { class: 'spd', role: 'group' });
      this.clock.append(this.sky, this.face, this.buttons);
    }
    if (this.face.textContent !== clock.text) this.face.textContent = clock.text;
    const sky = clock.night ? 'ui_night' : 'ui_day';
    if (this.sky.dataset.tile !== sky) {
      this.sky.dataset.tile = sky;
      this.sky.replaceChildren(this.app.tiles.icon(sky, 16));
    }
  }

  drawSpeeds() {
    this.buttons.setAttribute('aria-label', say('clock'));
    const focus = this.buttons.contains(document.activeElement) ? document.activeElement.dataset.speed : null;
    this.buttons.replaceChildren(
      ...SPEEDS.map(([v, label, action]) =>
        el(
          'button',
          {
            type: 'button',
            'data-speed': v,
            title: `${v === 0 ? say('pause') : label || say('max')} (${keyOf(action)})`,
            'aria-label': v === 0 ? say('pause') : label || say('max'),
            onclick: () => this.app.setSpeed(v),
          },
          label || say('max'),
        ),
      ),
    );
    if (focus !== null) this.buttons.querySelector(`[data-speed="${focus}"]`)?.focus();
  }

  // The buttons themselves stay: the speed may change while one of them is pressed.
  markSpeed(speed) {
    for (const button of this.buttons.children) {
      const on = Number(button.dataset.speed) === speed;
      button.classList.toggle('on', on);
      button.setAttribute('aria-pressed', String(on));
    }
  }

  drawTools() {
    this.tools.replaceChildren(
      ...TOOLS.map((entry) => {
        if (!entry) return el('div', { class: 'sep', 'aria-hidden': 'true' });
        const [name, tile, action] = entry;
        return el(
          'button',
          { type: 'button', class: 'tb', 'data-tool': name, 'aria-pressed': 'false', onclick: () => this.app.tool.press(name) },
          el('kbd', { 'aria-hidden': 'true' }, keyOf(action)),
          this.app.tiles.icon(tile, 32),
          el('span', {}, say(name)),
        );
      }),
    );
    this.markTool();
  }

  markTool() {
    const now = this.app.tool?.name;
    for (const button of this.tools.querySelectorAll('[data-tool]')) {
      const on = button.dataset.tool === now;
      button.classList.toggle('on', on);
      button.setAttribute('aria-pressed', String(on));
    }
  }
}
