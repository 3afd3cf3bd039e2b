// The lesson's card over the map: one step at a time, ticked by the dungeon itself. Leave it with Esc or x, take it up
// again from the start page or with the button "Lesson" that stays at the rim.
import { el, m, remember, t } from './dom.js';

class Lesson {
  constructor() {
    this.store = remember('meikyu.lesson', { open: true, at: {} });
    this.box = el('aside', { class: 'lesson px float', role: 'region', 'aria-label': t('Lesson', '手ほどき') });
    document.body.append(this.box);
    addEventListener('meikyu:lang', () => this.load());
    this.load().then(() => this.watch());
  }
  get place() { return this.store.value.at[this.dungeon] || { step: 0, was: null }; }
  keep(place) { this.store.set('at', { ...this.store.value.at, [this.dungeon]: place }); }
  async load() {
    const told = await (await fetch(`/web/lesson?lang=${m().lang}`)).json();
    this.steps = told.steps; this.dungeon = told.dungeon; this.box.setAttribute('aria-label', t('Lesson', '手ほどき'));
    this.draw();
  }
  async watch() {
    clearTimeout(this.timer);
    if (!this.box.isConnected) return;
    const { step, was } = this.place;
    if (this.store.value.open && step < this.steps.length) {
      try {
        const told = await (await fetch(`/web/lesson/${step}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(was || {}) })).json();
        const still = this.place.step === step;  // it may have been skipped meanwhile
        if (still && was === null && told.now.speed !== undefined) this.keep({ step, was: told.now });
        else if (still && told.done && !this.won) this.tick(told.now);
      } catch { /* the connection sign tells */ }
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.watch(), 400);
  }
  // the next step is measured from the moment this one was done
  tick(now) {
    this.won = true; this.draw(); m().say(t('Done', 'できました'));
    this.next = setTimeout(() => this.go(this.place.step + 1, now), 1400);
  }
  go(step, was = null) { clearTimeout(this.next); this.won = false; this.keep({ step: Math.max(0, step), was }); this.draw(); this.watch(); }
  open(yes) { this.store.set('open', yes); this.draw(); }
  draw() {
    const { step } = this.place, n = this.steps.length;
    if (!this.store.value.open) {
      this.box.className = 'lesson folded';
      this.box.replaceChildren(el('button', { type: 'button', class: 'btn sm', onclick: () => this.open(true) }, t('Lesson', '手ほどき'), el('span', { class: 'dim' }, `${Math.min(step, n)}/${n}`)));
      return;
    }
    this.box.className = 'lesson px float';
    const close = el('button', { type: 'button', class: 'btn sm ghost', 'aria-label': t('Leave the lesson for now', '手ほどきをいったん閉じる'), onclick: () => this.open(false) }, '×');
    if (step >= n) {
      this.box.replaceChildren(el('div', { class: 'row between' }, el('h3', {}, t('That is all', 'これで全部です')), close),
        el('p', {}, t('Everything else explains itself: hover, or press I, and read why.', 'あとは、カーソルを置くか I を押して、理由を読めば分かります。')),
        el('div', { class: 'row' }, el('button', { type: 'button', class: 'btn sm', onclick: () => this.go(0) }, t('From the beginning', '最初から')), el('a', { class: 'btn sm pri', href: '/', onclick: () => this.store.set('open', false) }, t('To the start page', 'はじめの画面へ'))));
      return;
    }
    const s = this.steps[step];
    this.box.replaceChildren(
      el('div', { class: 'row between' }, el('span', { class: 'cap' }, t(`Lesson ${step + 1} of ${n}`, `手ほどき ${step + 1}／${n}`)), close),
      el('div', { class: 'pipsline', 'aria-hidden': 'true' }, this.steps.map((_, i) => el('i', { class: i < step || (i === step && this.won) ? 'f' : '' }))),
      el('h3', {}, s.title, s.key ? [' ', el('kbd', {}, m().keyOf(s.key))] : ''),
      el('p', {}, s.text),
      el('div', { class: 'row' }, this.won ? el('span', { class: 'st ok', role: 'status' }, t('Done', 'できました')) : s.reads ? '' : el('span', { class: 'st off' }, t('waiting for you', '待っています')),
        el('span', { class: 'right row' }, step ? el('button', { type: 'button', class: 'btn sm ghost', onclick: () => this.go(step - 1) }, t('Back', '戻る')) : '',
          el('button', { type: 'button', class: 'btn sm', onclick: () => this.go(step + 1) }, s.reads ? t('Next', '次へ') : t('Skip', '飛ばす')))));
  }
}

export function start(wanted) { if (document.querySelector('.lesson')) return; const made = new Lesson(); if (wanted) made.store.set('open', true); }
