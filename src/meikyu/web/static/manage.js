// Dungeon management: meal cap with what it would mean now, stock in days, needs, rooms found, letters, house rules.
// Facts come from GET /web/keep/manage once a second while open; orders go through meikyu.command.
import { chip, el, fire, holding, m, t } from './dom.js';

const TABS = [['food', 'Food', '食料'], ['needs', 'Needs', '欲求'], ['rooms', 'Rooms', '部屋'], ['letters', 'Letters', '手紙'], ['house', 'House rules', '卓の掟']];

export class Management {
  constructor(host, { close }) {
    this.host = host; this.close = close; this.tab = sessionStorage.getItem('meikyu.manage') || 'food'; this.key = ''; this.turn = 0; this.alive = true;
    host.classList.add('managehost');
    this.ready = this.load(true).then(() => this.again());
  }
  end() { this.alive = false; clearTimeout(this.timer); }
  again() { if (this.alive && !this.facts?.error) this.timer = setTimeout(async () => { if (this.host.isConnected) { await this.load(); this.again(); } }, 1000); }
  async load(anew = false) {
    const mine = ++this.turn;
    let text;
    try { text = await (await fetch(`/web/keep/manage?lang=${m().lang}`)).text(); m().connection('manage', true); } catch { m().connection('manage', false); return; }
    if (!this.alive || mine !== this.turn || (text === this.key && !anew)) return;
    this.key = text; this.facts = JSON.parse(text);
    if (this.facts.error) { this.host.replaceChildren(el('section', { class: 'px float panel manage' }, el('h2', {}, t('Dungeon management', 'ダンジョン管理')), el('p', { style: 'margin:16px 0' }, this.facts.error), el('a', { class: 'btn pri', style: 'align-self:flex-start', href: '/' }, t('To the start page', 'はじめの画面へ')))); this.panel = null; return; }
    if (anew || !this.panel) this.frame();
    this.clock.textContent = this.facts.clock;
    this.fill();
  }
  frame() {
    this.clock = el('span', { class: 't2', style: 'margin-left:14px' });
    this.tabs = el('div', { class: 'mtabs', role: 'tablist', 'aria-label': t('Dungeon management', 'ダンジョン管理') }, TABS.map(([id, en, ja]) =>
      el('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': 'managebody', 'data-tab': id, onclick: () => this.show(id) }, t(en, ja))));
    this.tabs.addEventListener('keydown', event => {
      const at = TABS.findIndex(x => x[0] === this.tab), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault(); this.show(TABS[(at + step + TABS.length) % TABS.length][0]); this.tabs.querySelector('[aria-selected=true]').focus();
    });
    this.body = el('div', { class: 'mbody scroll', role: 'tabpanel', id: 'managebody', tabindex: '0' });
    this.panel = el('section', { class: 'px float panel manage', role: 'dialog', 'aria-label': t('Dungeon management', 'ダンジョン管理') },
      el('div', { class: 'row' }, el('h2', {}, t('Dungeon management', 'ダンジョン管理')), this.clock,
        el('button', { type: 'button', class: 'btn sm ghost right', onclick: () => this.close(), 'aria-label': t('Close', '閉じる') }, '×', el('kbd', {}, 'Esc'))),
      this.tabs, this.body);
    this.host.replaceChildren(this.panel);
    this.held = holding(this.body, () => this.alive && this.panel && this.fill());
  }
  show(tab) { this.tab = tab; sessionStorage.setItem('meikyu.manage', tab); this.fill(); }
  fill() {
    if (this.held()) return;
    for (const b of this.tabs.children) { const on = b.dataset.tab === this.tab; b.setAttribute('aria-selected', on); b.tabIndex = on ? 0 : -1; b.classList.toggle('on', on); if (on) this.body.setAttribute('aria-labelledby', b.id); }
    // what has the focus keeps it over a redraw
    const kept = this.body.contains(document.activeElement) ? document.activeElement.dataset.keep : null;
    if (document.activeElement?.matches?.('input[type=number]') && this.body.contains(document.activeElement)) return;
    this.body.replaceChildren(...[this[this.tab]()].flat(Infinity).filter(Boolean));
    if (kept) this.body.querySelector(`[data-keep="${kept}"]`)?.focus();
  }
  async order(kind, args) {
    const told = await m().command(kind, args);
    if (!told.ok) m().shout((told.reasons || []).map(r => r.text).join(' '));
    this.key = '';  // drawn anew even where nothing has changed: what was refused goes back
    await this.load();
  }

  food() {
    const cap = this.facts.meal_cap;
    return [
      el('section', {}, el('h3', { id: 'capname' }, t('Meal cap', '食事の上限'), ' ', chip(cap.rule)),
        el('div', { role: 'radiogroup', 'aria-labelledby': 'capname', class: 'caps' }, cap.options.map(o => el('label', { class: o.id === cap.value ? 'line on' : 'line' },
          el('input', { type: 'radio', name: 'cap', value: o.id, 'data-keep': `cap-${o.id}`, checked: o.id === cap.value || null, onchange: () => this.order('meal_cap', { value: o.id }) }),
          el('span', {}, el('b', {}, o.label), el('span', { class: 'cap' }, o.live)))))),
      el('section', {}, el('h3', {}, t('Stock', '蓄え')), el('table', {}, el('thead', {}, el('tr', {}, el('th', {}, t('what', '品')), el('th', { class: 'r' }, t('pieces', '数')), el('th', { class: 'r' }, t('days for all', '全員で何日分')))),
        el('tbody', {}, this.facts.stock.map(s => el('tr', {}, el('td', {}, s.label, ' ', chip(s.rule)), el('td', { class: 'r num' }, s.pieces), el('td', { class: 'r num' }, s.days === null || s.days === undefined ? '–' : el('span', { class: s.days < 1 ? 'st warn' : '' }, s.days))))))),
      el('section', {}, el('h3', {}, t('Standing orders', '常の指図')), this.facts.settings.map(s => typeof s.value === 'boolean'
        ? el('label', { class: 'line' }, el('input', { type: 'checkbox', class: 'chk', 'data-keep': s.id, checked: s.value || null, onchange: e => this.order('setting', { name: s.id, value: e.target.checked }) }), s.label)
        : el('label', { class: 'line' }, el('input', { type: 'number', class: 'inp', min: 0, max: 20, 'data-keep': s.id, value: s.value, onchange: e => { const n = Number(e.target.value); if (Number.isInteger(n) && n >= 0 && n <= 20) { e.target.removeAttribute('aria-invalid'); e.target.blur(); this.order('setting', { name: s.id, value: n }); } else { e.target.setAttribute('aria-invalid', 'true'); m().shout(t('A whole number, 0 to 20', '0から20までの整数を入れてください')); } } }), s.label))),
    ];
  }
  needs() {
    return el('section', {}, el('h3', {}, t('Who needs what', '誰が何を欲しがっているか')), el('table', {}, el('thead', {}, el('tr', {}, el('th', {}, t('need', '欲求')), el('th', { class: 'r' }, t('pressing', '満たしたい')), el('th', { class: 'r' }, t('at nothing', '尽きた')), el('th', {}, t('who', '誰')))),
      el('tbody', {}, this.facts.needs.map(n => el('tr', {}, el('td', {}, n.label, ' ', chip(n.rule)), el('td', { class: 'r num' }, n.pressing), el('td', { class: 'r num' }, n.crisis ? el('span', { class: 'st bad' }, n.crisis) : n.crisis),
        el('td', {}, n.names.length ? n.names.map((name, i) => el('button', { type: 'button', class: 'btn sm ghost', 'data-keep': `who-${n.actors[i]}-${n.id}`, onclick: () => this.go({ actor: n.actors[i] }) }, name)) : el('span', { class: 'dim' }, t('nobody', 'いない'))))))));
  }
  rooms() {
    const rooms = this.facts.rooms;
    if (!rooms.length) return el('section', {}, el('h3', {}, t('No room found yet', '部屋はまだ見つかっていません')), el('p', { class: 't2' }, t('A room is a closed place in your territory with the furniture of one kind of room: a kitchen stove, beds, shelves.', '部屋は、領地の中の囲まれた場所に、調理台や寝床や棚のような決まった家具がそろうと認められます。'), ' ', chip('KEP-ROOM-06')));
    return el('section', {}, el('h3', {}, t(`Rooms found: ${rooms.length}`, `見つかった部屋：${rooms.length}`)), el('table', {}, el('thead', {}, el('tr', {}, el('th', {}, t('room', '部屋')), el('th', { class: 'r' }, t('cells', 'マス')), el('th', {}, t('effect', '効き目')), el('th', {}))),
      el('tbody', {}, rooms.map(r => el('tr', {}, el('td', {}, el('b', {}, r.label), ' ', chip(r.rule)), el('td', { class: 'r num' }, r.cells),
        el('td', {}, r.facts.map(f => el('div', {}, f.label, ' ', el('b', {}, f.value), ' ', f.rule ? chip(f.rule) : ''))),
        el('td', { class: 'r' }, el('button', { type: 'button', class: 'btn sm', 'data-keep': `room-${r.id}`, onclick: () => this.go({ x: r.cell[0], y: r.cell[1] }) }, t('Go there', '見に行く'))))))));
  }
  letters() {
    const stop = this.facts.letters_pause;
    const choose = letter => e => this.order('letter_pause', { letter, on: e.target.checked });
    return el('section', {}, el('h3', {}, t('Which letters stop the clock at 3x and faster', '3×以上で時計を止める手紙')),
      el('label', { class: 'line' }, el('input', { type: 'checkbox', class: 'chk', 'data-keep': 'danger', checked: stop || null, onchange: choose('') }), t('Letters may stop the clock', '手紙で時計を止めてよい')),
      el('table', {}, el('thead', {}, el('tr', {}, el('th', {}, t('stops', '止める')), el('th', {}, t('letter', '手紙')), el('th', { class: 'r' }, t('sent so far', 'これまで')))),
        el('tbody', {}, this.facts.letters.map(l => el('tr', {}, el('td', {}, el('input', { type: 'checkbox', class: 'chk', 'data-keep': `letter-${l.id}`, 'aria-label': l.label, disabled: !stop || null, checked: l.pauses || null, onchange: choose(l.id) })),
          el('td', {}, el('span', { class: `st ${l.urgency === 'urgent' ? 'bad' : l.urgency === 'warning' ? 'warn' : 'note'}` }, l.label), ' ', chip(l.rule)), el('td', { class: 'r num' }, l.sent || el('span', { class: 'dim' }, '0')))))));
  }
  house() {
    const rows = this.facts.house;
    const fixed = el('p', { class: 't2' }, t('There is no button to reset them: they are fixed when a dungeon begins. Its record is played again from them, so a change on the way would make another dungeon of it.', '元に戻すボタンはありません。卓の掟は魔殿を始めるときに決まります。記録はその掟で再生されるので、途中で変えると別の魔殿になってしまうからです。'));
    if (!rows.length) return el('section', {}, el('h3', {}, t('No house rule is in force', '卓の掟はありません')), el('p', { class: 't2' }, t('This dungeon is played by the book. House rules are given when a dungeon is begun and stay with it.', 'この魔殿は書のとおりに動いています。卓の掟は魔殿を始めるときに決まり、そのまま続きます。')), fixed);
    return el('section', {}, el('h3', {}, t(`House rules in force: ${rows.length}`, `卓の掟：${rows.length}`)), el('table', {}, el('thead', {}, el('tr', {}, el('th', {}, t('rule', '掟')), el('th', {}, t('key', '項目')), el('th', { class: 'r' }, t('by the book', '書では')), el('th', { class: 'r' }, t('here', 'ここでは')), el('th', {}, t('unit', '単位')))),
      el('tbody', {}, rows.map(r => el('tr', {}, el('td', {}, chip(r.rule)), el('td', { class: 'mono' }, r.key), el('td', { class: 'r num' }, String(r.was)), el('td', { class: 'r num b amber' }, String(r.now)), el('td', {}, r.unit))))), fixed);
  }
  go(where) { fire('meikyu:goto', where); if (where.actor !== undefined) { m().selected = where.actor; fire('meikyu:select', where); } this.close(); }
}

// the panel over the map
export async function open(veil) {
  if (!document.querySelector('link[href$="manage.css"]')) document.head.append(el('link', { rel: 'stylesheet', href: '/static/manage.css' }));
  const panel = new Management(veil, { close: () => m().close() });
  await panel.ready;
  return { restage: () => panel.load(true), end: () => panel.end() };
}
