// Dungeon jobs: one table for all minions and jobs, over the map or as a page.
//
// Facts come from GET /web/keep/jobs (asked again while open), orders go to POST /web/command through meikyu.command:
// press_cell, press_column, set_level, all_off, save_jobs, restore_jobs. The table is an own role=grid with roving
// tabindex: arrows, Home, End, PageUp, PageDown; on a cell Enter raises, Shift+F10 or - lowers, 0-3 set; on a job's name
// Enter sorts, Ctrl+Enter raises all, Ctrl+Shift+Enter lowers all; on a minion's name Enter selects, Shift+F10 opens the menu.
import { chip, el, fire, m, menu, t, tile } from './dom.js';

const LETTER = () => [t('–', '－'), t('L', '低'), t('N', '通'), t('H', '高')];
const WORD = () => [t('Off', 'オフ'), t('Low', '低'), t('Normal', '通常'), t('High', '高')];
const SHADES = ['0-1', '2-3', '4-5', '6-7', '8+'];
const COLOURS = { hunting: '#a6cc60', labour: '#c9985c', craft: '#f79b3c', arcana: '#ba7bcb', cruelty: '#ff8a65' };
// long names break where a reader would break them
const soft = label => label.replace(/^(Scholar)(ship)$|^(Super)(vision)$/, (_, a, b, c, d) => `${a || c}\u00ad${b || d}`);

export class JobTable {
  constructor(host, { close, page = false }) {
    this.host = host; this.close = close; this.sort = ''; this.highlight = m().selected ?? -1;
    this.at = [0, 0]; this.undo = []; this.last = { actor: -1, time: -1e9 }; this.cells = new Map(); this.pending = new Set();
    this.key = ''; this.wait = 500; this.alive = true;
    host.classList.add('jobshost'); host.classList.toggle('page', page);
    this.keyed = e => this.typed(e);
    this.shifted = e => {
      if (e.type === 'keyup') { if (e.key === 'Shift' && this.alone && this.tip) this.keepTip(!this.kept); return; }
      this.alone = e.key === 'Shift';
      if (e.key === 'Escape' && this.kept) { e.preventDefault(); e.stopPropagation(); this.keepTip(false); }
    };
    addEventListener('keydown', this.shifted, true); addEventListener('keyup', this.shifted, true);
    this.ready = this.load(true).then(() => this.again());
  }
  end() { this.alive = false; clearTimeout(this.timer); removeEventListener('keydown', this.shifted, true); removeEventListener('keyup', this.shifted, true); this.hideTip(); }
  again() {
    if (!this.alive || this.facts?.error) return;
    this.timer = setTimeout(async () => { if (this.host.isConnected) { await this.load(); this.again(); } }, this.wait);
  }
  // one question at a time: a click on a job's name must not be overtaken by the question that was already on its way
  load(anew = false, click = null) { return this.line = (this.line || Promise.resolve()).then(() => this.ask(anew, click)); }
  async ask(anew, click) {
    const began = performance.now();
    const query = new URLSearchParams({ lang: m().lang, sort: this.sort });
    if (click !== null) query.set('click', click);
    let text;
    try { text = await (await fetch(`/web/keep/jobs?${query}`)).text(); m().connection('jobs', true); }
    catch { m().connection('jobs', false); return; }
    if (!this.alive) return;
    this.wait = Math.min(5000, Math.max(500, 8 * (performance.now() - began)));
    if (text === this.key && !anew) return;
    this.key = text; this.facts = JSON.parse(text);
    if (this.facts.error) { this.empty(this.facts.error); return; }
    this.sort = this.facts.sort.job ? `${this.facts.sort.job}:${this.facts.sort.clicks}` : '';
    if (anew || !this.grid || this.shape !== this.shapeOf()) this.frame();
    this.fill();
  }
  empty(reason) {
    this.grid = null;
    this.host.replaceChildren(el('section', { class: 'px float panel jobs' }, el('h2', {}, t('Dungeon jobs', 'ダンジョン職務')), el('p', { style: 'margin:16px 0' }, reason),
      el('a', { class: 'btn pri', style: 'align-self:flex-start', href: '/' }, t('To the start page', 'はじめの画面へ'))));
  }
  shapeOf() { return JSON.stringify([m().lang, this.facts.columns.map(c => c.id), this.facts.rows.map(r => r.actor).sort((a, b) => a - b)]); }

  frame() {
    const f = this.facts; this.shape = this.shapeOf();
    this.title = el('span', { class: 'st', style: 'margin-left:14px', role: 'status' });
    this.save = el('button', { type: 'button', class: 'btn small', onclick: () => this.order('save_jobs') }, t('Save jobs', '職務を保存'));
    this.restore = el('button', { type: 'button', class: 'btn small', onclick: () => this.order('restore_jobs', {}, true) }, t('Restore', '復元'));
    this.head = el('div', { role: 'row', class: 'jn' });
    this.makeHead();
    this.body = el('div', { class: 'jbody', role: 'rowgroup' });
    this.foot = el('div', { role: 'row', class: 'ft' });
    const bands = el('div', { class: 'bands', 'aria-hidden': 'true' }, el('span', {}), f.bands.map(b => el('span', { class: 'band', style: `grid-column:span ${b.span ?? b.columns.length}` }, b.label ? el('span', { style: `border-color:${COLOURS[b.id] || 'transparent'};color:${COLOURS[b.id] || 'inherit'}` }, b.label) : '')));
    this.grid = el('div', { class: 'jt', role: 'grid', 'aria-label': t('Dungeon jobs', 'ダンジョン職務'), 'aria-rowcount': f.rows.length + 1, 'aria-colcount': f.columns.length + 1 },
      bands, el('div', { role: 'rowgroup', class: 'jhead' }, this.head), this.body);
    this.values = el('input', { type: 'checkbox', class: 'chk', checked: m().settings.checkValues || null, onchange: e => { m().set('checkValues', e.target.checked); this.fill(); } });
    this.panel = el('section', { class: 'px float panel jobs', role: 'dialog', 'aria-label': t('Dungeon jobs', 'ダンジョン職務') },
      el('div', { class: 'row jtop' }, el('h2', {}, t('Dungeon jobs', 'ダンジョン職務')), this.title,
        el('div', { class: 'row right' }, this.save, this.restore, el('span', { style: 'width:18px' }),
          el('button', { type: 'button', class: 'btn small ghost', onclick: () => this.order('all_off', {}, true) }, t('All off', 'すべてオフ')),
          el('button', { type: 'button', class: 'btn small ghost', onclick: () => this.close(), 'aria-label': t('Close', '閉じる') }, '×', el('kbd', {}, 'Esc')))),
      this.grid, this.foot,
      el('div', { class: 'row jlegend' }, el('label', { class: 'row' }, this.values, t('Show check values', '判定値を表示')),
        el('span', { class: 'row cap' }, t('Fill = check value', '塗り＝判定値'), SHADES.map((s, i) => el('i', { class: `sw f${i}` }, s))),
        el('span', { class: 'cap right keysline' }, this.keysLine())));
    this.grid.style.setProperty('--cols', f.columns.length);
    this.foot.style.setProperty('--cols', f.columns.length);
    this.grid.addEventListener('keydown', this.keyed);
    this.grid.addEventListener('focusin', e => { const at = e.target.closest?.('[data-at]'); if (at) { this.at = at.dataset.at.split(',').map(Number); this.rove(false); } });
    this.host.replaceChildren(this.panel);
    this.cells.clear();
  }
  keysLine() {
    const key = k => el('kbd', {}, k);
    return t([key('left'), ' raise ', key('right'), ' lower ', key('Ctrl'), '+job name: all ', key('arrows'), ' move ', key('0'), '-', key('3'), ' set'],
      [key('左'), ' 上げる ', key('右'), ' 下げる ', key('Ctrl'), '+職務名 全員 ', key('矢印'), ' 移動 ', key('0'), '-', key('3'), ' 直接']).map(x => x.nodeType ? x : el('span', {}, x));
  }

  // bring the drawn table up to the facts; only what changed is touched
  fill() {
    const f = this.facts, saved = f.saved;
    this.title.className = `st ${saved ? 'ok' : 'warn'}`;
    const told = saved ? t('Jobs saved', '職務を保存済み') : t(`Unsaved changes · ${f.unsaved} cell${f.unsaved === 1 ? '' : 's'}`, `未保存の変更 · ${f.unsaved}マス`);
    if (this.title.textContent !== told) this.title.textContent = told;
    for (const button of [this.save, this.restore]) { button.disabled = saved; button.classList.toggle('off', saved); }
    this.save.classList.toggle('pri', !saved);
    this.drawHead(); this.drawRows(); this.drawFoot(); this.rove(false);
    this.panel.classList.toggle('plain', !m().settings.checkValues);
    if (this.tipFor) { const cell = this.cells.get(this.tipFor); cell ? this.showTip(cell) : this.hideTip(); }
  }
  // the headings stay while the table stands: the next click may already be on one of them
  makeHead() {
    const corner = el('div', { role: 'columnheader', class: 'mh', 'data-at': '-1,-1', tabindex: '-1', onclick: () => this.load(false, '') },
      t('Minions', 'ミニオン'), el('span', { class: 'dim' }, t(' (click: by name)', '（クリックで名前順）')));
    this.head.replaceChildren(corner, ...this.facts.columns.map((c, i) => {
      const made = el('div', { role: 'columnheader', class: 'c', 'data-at': `-1,${i}`, 'data-job': c.id, tabindex: '-1', title: c.title || null }, el('span', { class: 'jl' }, soft(c.label)), el('span', {}));
      made.addEventListener('click', e => (e.ctrlKey || e.metaKey) ? this.column(c.id, 'left') : this.load(false, c.id));
      made.addEventListener('contextmenu', e => { if (e.shiftKey) return; e.preventDefault(); if (e.ctrlKey || e.metaKey) this.column(c.id, 'right'); });
      return made;
    }));
  }
  drawHead() {
    const s = this.facts.sort, [corner, ...heads] = this.head.children;
    corner.setAttribute('aria-sort', s.job ? 'none' : 'ascending');
    for (const h of heads) {
      const on = s.job === h.dataset.job, down = s.clicks === 1;
      h.classList.toggle('sorted', on);
      h.setAttribute('aria-sort', on ? (down ? 'descending' : 'ascending') : 'none');
      h.lastChild.textContent = on ? (down ? ' ▾' : ' ▴') : '';
    }
  }
  drawRows() {
    const f = this.facts, seen = new Set();
    f.rows.forEach((row, y) => {
      const key = `r${row.actor}`; seen.add(key);
      let line = this.cells.get(key);
      if (!line) { line = this.makeRow(row); this.cells.set(key, line); }
      if (this.body.children[y] !== line) this.body.insertBefore(line, this.body.children[y] || null);
      line.setAttribute('aria-rowindex', y + 2);
      line.classList.toggle('curr', row.actor === this.highlight);
      line.setAttribute('aria-selected', row.actor === this.highlight);
      const name = line.firstChild; name.dataset.at = `${y},-1`;
      const [face, words] = name.children;
      if (!face.src.endsWith(`/${row.tile}.png`)) face.src = `/icon/${row.tile}.png`;
      if (words.firstChild.textContent !== row.name) words.firstChild.textContent = row.name;
      if (words.lastChild.textContent !== row.title) words.lastChild.textContent = row.title;
      row.cells.forEach((cell, x) => this.drawCell(row, cell, x, y));
    });
    for (const [key, line] of this.cells) if (key[0] === 'r' && !seen.has(key)) { line.remove(); this.cells.delete(key); }
  }
  makeRow(row) {
    const name = el('div', { role: 'rowheader', class: 'nm', tabindex: '-1', 'data-actor': row.actor }, tile(row.tile, 32), el('span', {}, el('b', {}), el('small', {})));
    name.addEventListener('click', e => this.nameClick(row.actor, e.timeStamp));
    name.addEventListener('contextmenu', e => { if (e.shiftKey) return; e.preventDefault(); this.nameMenu(row.actor, e.clientX, e.clientY); });
    const line = el('div', { role: 'row' }, name);
    this.facts.columns.forEach(column => {
      const cell = el('div', { role: 'gridcell', tabindex: '-1', 'data-job': column.id, 'data-actor': row.actor }, el('span', { class: 'g' }), el('i', { class: 'pp' }, el('u'), el('u'), el('u')), el('sup', {}), el('em', { hidden: true }, '!'));
      cell.addEventListener('click', () => this.press(row.actor, column.id, 'left'));
      cell.addEventListener('contextmenu', e => { if (e.shiftKey) return; e.preventDefault(); this.press(row.actor, column.id, 'right'); });
      cell.addEventListener('mouseenter', () => { if (this.kept) return; clearTimeout(this.hover); this.hover = setTimeout(() => this.showTip(cell), 300); });
      cell.addEventListener('mouseleave', () => { clearTimeout(this.hover); if (!this.kept && document.activeElement !== cell) this.hideTip(); });
      cell.addEventListener('focus', () => { if (cell.matches(':focus-visible')) { clearTimeout(this.hover); this.hover = setTimeout(() => this.showTip(cell), 300); } });
      cell.addEventListener('blur', () => { clearTimeout(this.hover); if (!this.kept) this.hideTip(); });
      this.cells.set(`${row.actor}/${column.id}`, cell);
      line.append(cell);
    });
    return line;
  }
  drawCell(row, cell, x, y) {
    const column = this.facts.columns[x], key = `${row.actor}/${column.id}`, box = this.cells.get(key);
    box.dataset.at = `${y},${x}`;
    const print = JSON.stringify([cell.level, cell.value, cell.shade, cell.pale, cell.warn, m().settings.checkValues, m().lang, row.name]);
    if (box.dataset.print === print) return;
    box.dataset.print = print;
    const plain = cell.value === null || cell.value === undefined;
    box.className = `jc l${cell.level} ${plain ? 'fx' : `f${cell.shade}`}${cell.pale ? ' pale' : ''}${this.pending.has(key) ? ' pending' : ''}`;
    const [letter, pips, value, mark] = box.children;
    box.dataset.name = column.label;
    letter.textContent = LETTER()[cell.level];
    [...pips.children].forEach((u, i) => { u.hidden = i >= cell.level; });
    value.textContent = plain || !m().settings.checkValues ? '' : cell.value;
    mark.hidden = !cell.warn;
    box.setAttribute('aria-label', [row.name, column.label, WORD()[cell.level], plain ? '' : t(`check value ${cell.value}`, `判定値${cell.value}`), cell.pale ? t('cannot hunt: no ranged weapon, short staff or staff in hand', '狩りができない：遠隔武器・短杖・杖が手にない') : ''].filter(Boolean).join(t(', ', '、')));
  }
  drawFoot() {
    const f = this.facts;
    const key = JSON.stringify(f.columns.map(c => [c.workers, c.waiting, c.stalled])) + m().lang;
    if (this.footKey === key && this.foot.firstChild) return;
    this.footKey = key;
    this.foot.replaceChildren(el('div', { class: 'nm' }, el('b', {}, t('Workers / tasks waiting', '担当 / 待っている仕事'))), ...f.columns.map(c => {
      const none = c.waiting > 0 && c.workers === 0;
      const said = t(`${c.label}: ${c.workers} workers, ${c.waiting} tasks waiting${none ? ', nobody takes them' : c.stalled ? ', some stalled' : ''}`, `${c.label}：担当${c.workers}、待ち${c.waiting}${none ? '、担い手なし' : c.stalled ? '、止まっている仕事あり' : ''}`);
      return el('div', { class: 'c', 'aria-label': said, title: said }, none ? el('span', { class: 'st bad' }, `${c.workers}/${c.waiting}`) : c.stalled ? el('span', { class: 'st warn' }, `${c.workers} `, el('span', { class: 'dim' }, `/${c.waiting}`)) : [`${c.workers}`, el('span', { class: 'dim' }, `/${c.waiting}`)]);
    }));
  }

  // orders
  levels() { return this.facts.rows.map(r => [r.actor, r.cells.map(c => c.level)]); }
  // one after the other, as they were given: what an order changes is seen against what the one before has made
  turn(work) { return this.acts = (this.acts || Promise.resolve()).then(work, work); }
  order(kind, args = {}, undoable = false) { return this.turn(() => this.carry(kind, args, undoable)); }
  async carry(kind, args, undoable) {
    if (undoable) { this.undo.push(this.levels()); if (this.undo.length > 50) this.undo.shift(); }
    const told = await m().command(kind, args);
    if (!told.ok && undoable) this.undo.pop();
    if (!told.ok) m().shout((told.reasons || []).map(r => r.text).join(' '));
    await this.load();
    return told.ok;
  }
  async press(actor, job, button) { await this.hollow([`${actor}/${job}`], () => this.order('press_cell', { actor, job, button }, true)); this.tellCell(actor, job); }
  async set(actor, job, level) { await this.hollow([`${actor}/${job}`], () => this.order('set_level', { actor, job, level }, true)); this.tellCell(actor, job); }
  async column(job, button) { await this.hollow(this.facts.rows.map(r => `${r.actor}/${job}`), () => this.order('press_column', { job, button }, true)); }
  async hollow(keys, work) {
    for (const key of keys) { this.pending.add(key); this.cells.get(key)?.classList.add('pending'); }
    try { await work(); } finally { for (const key of keys) { this.pending.delete(key); this.cells.get(key)?.classList.remove('pending'); } }
  }
  tellCell(actor, job) { const cell = this.cells.get(`${actor}/${job}`); if (cell) m().say(cell.getAttribute('aria-label')); }
  takeBack() { return this.turn(() => this.revert()); }
  async revert() {
    const before = this.undo.pop(); if (!before) { m().say(t('Nothing to undo', '取り消すものはありません')); return; }
    const now = new Map(this.levels());
    for (const [actor, levels] of before) { const have = now.get(actor); if (!have) continue;
      for (let i = 0; i < levels.length; i++) if (levels[i] !== have[i]) await m().command('set_level', { actor, job: this.facts.columns[i].id, level: levels[i] }); }
    await this.load(); m().say(t('Undone', '取り消しました'));
  }

  // names
  // `now`: when the hand did it, however late the page comes to it
  nameClick(actor, now) {
    const acts = this.facts.names;
    if (this.last.actor === actor && now - this.last.time <= acts.double_ms) {
      this.last = { actor: -1, time: -1e9 }; this.setHighlight(actor); this.doName('select', actor); this.doName('goto', actor); this.close(); return;
    }
    this.last = { actor, time: now };
    if (this.highlight === actor) this.setHighlight(-1); else { this.setHighlight(actor); this.doName('select', actor); }
  }
  setHighlight(actor) { this.highlight = actor; if (this.grid) for (const line of this.body.children) { const on = +line.firstChild.dataset.actor === actor; line.classList.toggle('curr', on); line.setAttribute('aria-selected', on); } }
  doName(id, actor) {
    if (id === 'select') { m().selected = actor; fire('meikyu:select', { actor }); }
    if (id === 'goto') fire('meikyu:goto', { actor });
    if (id === 'pin') fire('meikyu:pin', { actor });
  }
  nameMenu(actor, x, y) {
    const row = this.facts.rows.find(r => r.actor === actor);
    menu(x, y, this.facts.names.menu.map(entry => ({ label: entry.label, run: () => {
      if (entry.id === 'select') this.setHighlight(actor);
      this.doName(entry.id, actor);
      if (entry.id === 'goto') this.close();
    } })), row?.name || '');
  }

  // keys
  typed(event) {
    const box = event.target.closest?.('[data-at]'); if (!box) return;
    const [y, x] = box.dataset.at.split(',').map(Number), rows = this.facts.rows.length, columns = this.facts.columns.length;
    const move = (ny, nx) => { this.at = [Math.max(-1, Math.min(rows - 1, ny)), Math.max(-1, Math.min(columns - 1, nx))]; this.rove(true); };
    const ctrl = event.ctrlKey || event.metaKey, job = box.dataset.job, actor = +box.dataset.actor;
    const where = () => { const r = box.getBoundingClientRect(); return [r.left + 12, r.bottom]; };
    const lowered = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (event.key === 'ArrowRight') move(y, x + 1); else if (event.key === 'ArrowLeft') move(y, x - 1);
    else if (event.key === 'ArrowDown') move(y + 1, x); else if (event.key === 'ArrowUp') move(y - 1, x);
    else if (event.key === 'Home') move(ctrl ? -1 : y, ctrl ? -1 : 0); else if (event.key === 'End') move(ctrl ? rows - 1 : y, columns - 1);
    else if (event.key === 'PageDown') move(y + 10, x); else if (event.key === 'PageUp') move(Math.max(0, y - 10), x);
    else if (event.key === 'Enter' || (event.key === ' ' && !job)) {
      if (y < 0 && x < 0) this.load(false, '');
      else if (y < 0) ctrl ? this.column(job, event.shiftKey ? 'right' : 'left') : this.load(false, job);
      else if (x < 0) this.nameClick(actor, event.timeStamp);
      else this.press(actor, job, 'left');
    }
    else if (lowered && y >= 0 && x < 0) this.nameMenu(actor, ...where());
    else if (lowered && y >= 0) this.press(actor, job, 'right');
    else if (lowered && ctrl && job) this.column(job, 'right');
    else if (y >= 0 && x >= 0 && !ctrl && /^[0-3]$/.test(event.key)) this.set(actor, job, +event.key);
    else if (y >= 0 && x >= 0 && (event.key === '+' || event.key === '-')) this.press(actor, job, event.key === '+' ? 'left' : 'right');
    else if (m().action(event) === 'undo') this.takeBack();
    else return;
    event.preventDefault(); event.stopPropagation();
  }
  rove(focus) {
    const [y, x] = this.at, boxes = [...this.grid.querySelectorAll('[data-at]')];
    let found = null;
    for (const box of boxes) { const on = box.dataset.at === `${y},${x}`; if (on) found = box; box.tabIndex = on ? 0 : -1; box.classList.toggle('cur', on && (focus || box === document.activeElement)); }
    if (!found && boxes.length) { this.at = [0, Math.min(0, x)]; found = boxes.find(b => b.dataset.at === '0,0') || boxes[0]; found.tabIndex = 0; }
    if (focus && found) { found.focus(); found.classList.add('cur'); found.scrollIntoView({ block: 'nearest' }); }
  }

  // how a check value is made up
  showTip(cell) {
    const row = this.facts.rows.find(r => r.actor === +cell.dataset.actor), i = this.facts.columns.findIndex(c => c.id === cell.dataset.job);
    if (!row || i < 0) return;
    const column = this.facts.columns[i], c = row.cells[i];
    const tip = el('div', { class: 'tip jtip', role: 'tooltip', id: 'jobtip' }, el('h4', {}, t(`${row.name}: ${column.label}`, `${row.name}の${column.label}`)),
      el('span', { class: 'amber b' }, t(`Priority ${WORD()[c.level]}`, `優先度 ${WORD()[c.level]}`)), ' ', el('span', { class: 'cap' }, c.level ? t('from the next choice on', '次の仕事選びから') : t('stops at once', 'ただちにやめる')),
      c.pale ? el('div', { class: c.warn ? 'st warn' : 'st off', style: 'white-space:normal;margin-top:4px' }, t('Cannot hunt: no ranged weapon, short staff or staff in hand', '狩りができない：遠隔武器・短杖・杖が手にない'), ' ', chip('KEP-JOB-34')) : '',
      c.breakdown?.length ? el('table', {}, c.breakdown.map(b => el('tr', { class: b.total ? 'b' : '' }, el('td', {}, b.label, ' ', b.rule ? chip(b.rule) : ''), el('td', { class: `r ${b.total ? 'b amber' : ''}` }, b.value)))) : el('div', { class: 'cap', style: 'margin-top:4px' }, t('This job has no check value', 'この職務に判定値はありません')));
    if (this.kept) tip.classList.add('kept');
    this.hideTip(); this.tipFor = `${row.actor}/${column.id}`; this.tip = tip;
    this.host.append(tip);
    cell.setAttribute('aria-describedby', 'jobtip');
    const z = +m().settings.zoom || 1, box = cell.getBoundingClientRect(), area = this.host.getBoundingClientRect(), mine = tip.getBoundingClientRect();
    let left = box.right - area.left + 20, top = box.bottom - area.top + 30;
    if (left + mine.width > area.width - 8) left = box.left - area.left - mine.width - 20;
    if (top + mine.height > area.height - 8) top = box.top - area.top - mine.height - 12;
    tip.style.left = `${Math.max(8, left) / z}px`; tip.style.top = `${Math.max(8, top) / z}px`;
  }
  // Shift keeps the card, so that its rule ids can be reached; Shift or Esc lets it go
  keepTip(yes) { this.kept = yes && !!this.tip; this.tip?.classList.toggle('kept', this.kept); if (!this.kept) this.hideTip(); }
  hideTip() { if (this.tip) { this.tip.remove(); this.tip = null; } this.tipFor = null; this.host.querySelector('[aria-describedby=jobtip]')?.removeAttribute('aria-describedby'); }
}

// the panel over the map
export async function open(veil) {
  if (!document.querySelector('link[href$="jobs.css"]')) document.head.append(el('link', { rel: 'stylesheet', href: '/static/jobs.css' }));
  const table = new JobTable(veil, { close: () => m().close() });
  await table.ready;
  table.grid?.querySelector('[data-at="0,0"]')?.setAttribute('data-first', '');
  return { restage: () => table.load(true), end: () => table.end() };
}
