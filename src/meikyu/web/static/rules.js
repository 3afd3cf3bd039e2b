// The rules encyclopaedia: search, topics, list, one rule. The same component is the page /rules and the panel on "?".
import { chip, el, m, t } from './dom.js';

const STATE = { code: 'ok', table: 'note', people: 'warn', open: 'off' };
const get = async url => { const answer = await fetch(url); return answer.json(); };

// JSON facts as nested lists people can read
function facts(value) {
  if (value === null || value === undefined) return el('span', { class: 'dim' }, '–');
  if (Array.isArray(value)) {
    if (value.length > 1 && value.every(v => typeof v === 'string' && v.length === value[0].length && /[#.]/.test(v))) return el('pre', { class: 'mapx' }, value.join('\n'));
    if (value.every(v => typeof v !== 'object' || v === null)) return el('span', {}, value.length ? value.map(plain).join(t(', ', '、')) : '–');
    return el('ul', {}, value.map(v => el('li', {}, facts(v))));
  }
  if (typeof value === 'object') return el('dl', { class: 'facts' }, Object.entries(value).map(([k, v]) => [el('dt', {}, words(k)), el('dd', {}, facts(v))]));
  return el('span', { class: 'num' }, plain(value));
}
const plain = v => v === true ? t('yes', 'はい') : v === false ? t('no', 'いいえ') : v === null ? '–' : String(v);
const words = k => k.replaceAll('_', ' ');
// the names of values are those of the data files, in English
const named = () => m().lang === 'ja' ? el('p', { class: 'cap dim' }, '値の名前は、データに書かれている英語のままです。') : '';
// a rule's text with the ids in it as links
function linked(text) { return text.split(/\b((?:KEP|PRI|SRD|FL2|TBL)-[A-Z0-9]+-\d+)\b/).map((part, i) => i % 2 ? chip(part) : part); }

export class Encyclopaedia {
  constructor(host, options) {
    this.host = host; this.onstate = options.onstate || (() => {});
    this.state = { id: options.id || '', q: options.q || '', book: options.book || '', topic: options.topic || '', status: options.status || '', both: !!options.both };
    this.turn = this.loads = 0;
    host.classList.add('encyclopaedia');
    host.replaceChildren(el('p', { class: 'st note', role: 'status' }, t('Opening the rules …', '掟を開いています…')));
    this.ready = this.load(options.search);
  }
  async load(search) {
    const mine = ++this.loads;
    try {
      const head = await get(`/web/rules/head?lang=${m().lang}`);
      if (mine !== this.loads) return;  // the language has changed again
      this.head = head;
      if (this.state.id) await this.readRule(true);
      if (mine !== this.loads) return;
    } catch {
      this.host.replaceChildren(el('p', { class: 'st bad', role: 'alert' }, t('The rules did not open.', '掟を開けませんでした。')), el('div', {}, el('button', { type: 'button', class: 'btn', onclick: () => this.load(search) }, t('Try again', 'もう一度'))));
      return;
    }
    if (!this.state.book) this.state.book = 'keep';
    this.frame();
    if (search) this.focusSearch();
    await this.list();
    if (this.state.id) this.draw(); else this.intro();
  }
  focusSearch() { this.input.focus(); this.input.select(); }
  frame() {
    const s = this.state;
    this.input = el('input', { class: 'inp', type: 'search', value: s.q, id: 'rules-q', autocomplete: 'off', 'data-first': '', placeholder: t('Search ids and words of either language', '番号・日本語・英語で探す'), 'aria-label': t('Search the rules', '掟を探す') });
    this.input.addEventListener('input', () => { clearTimeout(this.wait); this.wait = setTimeout(() => this.go({ q: this.input.value, topic: '' }, false, false), 120); });
    this.input.addEventListener('keydown', event => {
      if (event.key === 'Enter') { event.preventDefault(); clearTimeout(this.wait); this.go({ q: this.input.value, topic: '' }, false, false).then(() => this.listed).then(() => this.items.querySelector('button')?.click()); }
      if (event.key === 'ArrowDown') { event.preventDefault(); this.items.querySelector('button')?.focus(); }
      if (event.key === 'Escape' && this.input.value) { event.stopPropagation(); this.input.value = ''; this.go({ q: '' }, false, false); }
    });
    const books = [...this.head.books.map(b => [b.name, b.label]), ['all', t('All', 'すべて')]];
    this.books = el('div', { class: 'seg', role: 'group', 'aria-label': t('Book', '書') }, books.map(([name, label]) =>
      el('button', { type: 'button', 'data-book': name, onclick: () => this.go({ book: name, topic: '' }) }, label)));
    this.status = el('select', { class: 'inp', 'aria-label': t('Status', '扱い'), onchange: () => this.go({ status: this.status.value }) },
      el('option', { value: '' }, t('any status', '扱いを問わない')), Object.entries(this.head.statuses).map(([k, v]) => el('option', { value: k, selected: k === s.status || null }, v)));
    this.topics = el('nav', { class: 'topics', 'aria-label': t('Topics', '項目') });
    this.items = el('div', { class: 'items scroll', role: 'region', 'aria-label': t('Rules found', '見つかった掟'), tabindex: '-1' });
    this.count = el('div', { class: 'cap', role: 'status' });
    this.one = el('article', { class: 'one px scroll', tabindex: '0', 'aria-label': t('One rule', '掟') });
    this.nothing = el('p', { class: 'nothing', role: 'status', hidden: true });
    this.side = el('div', { class: 'side' }, this.count, this.items);
    this.body = el('div', { class: 'both' }, this.side, this.one);
    this.host.replaceChildren(
      el('div', { class: 'find' }, this.input, this.books, this.status), this.topics, this.nothing, this.body);
    this.items.addEventListener('keydown', event => {
      const all = [...this.items.querySelectorAll('button')], at = all.indexOf(document.activeElement);
      if (event.key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus();
      else if (event.key === 'ArrowUp') at <= 0 ? this.input.focus() : all[at - 1].focus();
      else if (event.key === 'Home') all[0]?.focus(); else if (event.key === 'End') all.at(-1)?.focus();
      else return;
      event.preventDefault();
    });
  }
  coverage() {
    const rows = this.head.books.map(b => el('tr', {}, el('th', { scope: 'row' }, b.label),
      el('td', {}, el('div', { class: 'cover', role: 'img', 'aria-label': ['code', 'table', 'people', 'open'].map(k => `${this.head.statuses[k]} ${b[k]}`).join(', ') },
        ['code', 'table', 'people', 'open'].map(k => b[k] ? el('i', { class: k, style: `flex:${b[k]}`, title: `${this.head.statuses[k]}: ${b[k]}` }) : ''))),
      el('td', { class: 'r num' }, `${b.code + b.table + b.people}`, el('span', { class: 'dim' }, `/${b.total}`))));
    return el('section', { class: 'covers' }, el('h3', {}, t('What the game carries out', 'ゲームが行う掟')),
      el('table', {}, rows),
      el('div', { class: 'legend cap' }, ['code', 'table', 'people', 'open'].map(k => el('span', {}, el('i', { class: k }), this.head.statuses[k]))));
  }
  // change part of the state; `push` makes a step that "back" undoes
  async go(part, silent = false, push = true) {
    const was = { ...this.state };
    Object.assign(this.state, part);
    if (part.id && part.id !== was.id && !(await this.readRule())) return;
    if (!silent) this.onstate(this.state, push);
    if (['q', 'book', 'topic', 'status'].some(k => this.state[k] !== was[k]) || !this.items.firstChild) await (this.listed = this.list());
    if (this.input.value !== this.state.q && document.activeElement !== this.input) this.input.value = this.state.q;
    if (this.status.value !== this.state.status) this.status.value = this.state.status;
    if ('id' in part || 'both' in part) { if (this.state.id) this.draw(); else this.intro(); }
    this.mark();
  }
  // false where another rule has been asked for since
  async readRule(first = false) {
    const { id } = this.state, told = await get(`/web/rules/one/${encodeURIComponent(id)}?lang=${m().lang}`);
    if (id !== this.state.id) return false;
    this.rule = told.error ? null : told; this.fault = told.error || '';
    if (!this.rule) return true;
    this.state.id = this.rule.id;
    if (!this.state.book || (!first && this.state.book !== 'all' && this.state.book !== this.rule.book)) { this.state.book = this.rule.book; this.state.topic = this.rule.topic.id; this.state.q = ''; this.state.status = ''; }
    else if (first && this.state.book === this.rule.book && !this.state.topic && !this.state.q) this.state.topic = this.rule.topic.id;
    if (this.state.topic && this.state.book === this.rule.book && this.state.topic !== this.rule.topic.id && !this.state.q) this.state.topic = this.rule.topic.id;
    return true;
  }
  async list() {
    const s = this.state, mine = ++this.turn;
    const found = await get(`/web/rules/find?${new URLSearchParams({ q: s.q, book: s.book, topic: s.topic, status: s.status, lang: m().lang })}`);
    if (mine !== this.turn) return;
    const none = found.message || found.error || '';
    this.nothing.textContent = none; this.nothing.hidden = !none;
    this.body.hidden = !!none; this.topics.hidden = !!none || !found.topics.length;
    this.topics.replaceChildren(...(none ? [] : [
      el('button', { type: 'button', 'data-topic': '', onclick: () => this.go({ topic: '' }) }, t('All topics', 'すべて')),
      ...found.topics.map(x => el('button', { type: 'button', 'data-topic': x.id, onclick: () => this.go({ topic: x.id }) }, x.label, el('span', { class: 'dim' }, ` ${x.count}`)))]));
    const rows = none ? [] : found.entries;
    this.count.textContent = none ? '' : t(`${rows.length} rules`, `${rows.length.toLocaleString()} の掟`);
    this.items.replaceChildren();
    this.fill(rows, 0, mine);
    this.mark();
  }
  // long lists come in portions, so that the page never waits for 1,700 buttons
  fill(rows, from, mine) {
    if (mine !== this.turn) return;
    this.items.append(...rows.slice(from, from + 120).map(r => el('button', { type: 'button', 'data-id': r.id, onclick: () => this.go({ id: r.id }) },
      el('span', { class: 'row' }, el('span', { class: 'idn' }, r.id), el('span', { class: `st ${STATE[r.status]}`, title: this.head.statuses[r.status] }, el('span', { class: 'sr' }, this.head.statuses[r.status]))), el('span', { class: 'tx' }, r.text))));
    this.mark();
    if (from + 120 < rows.length) requestAnimationFrame(() => this.fill(rows, from + 120, mine));
  }
  mark() {
    for (const b of this.books.children) { const on = b.dataset.book === this.state.book; b.classList.toggle('on', on); b.setAttribute('aria-pressed', on); }
    for (const b of this.topics.children) { const on = b.dataset.topic === this.state.topic; b.classList.toggle('on', on); b.setAttribute('aria-pressed', on); }
    for (const b of this.items.children) { const on = b.dataset.id === this.state.id; if (on !== b.classList.contains('on')) { b.classList.toggle('on', on); b.toggleAttribute('aria-current', on); if (on) this.reveal(b); } }
  }
  // scrolls the list alone, never the page
  reveal(button) {
    const list = this.items.getBoundingClientRect(), box = button.getBoundingClientRect();
    if (box.top < list.top || box.bottom > list.bottom) this.items.scrollTop += box.top - list.top - 40;
  }
  intro() {
    this.host.classList.remove('opened');
    const h = this.head, done = h.books.reduce((n, b) => n + b.code + b.table + b.people, 0);
    this.one.replaceChildren(el('h2', {}, t('The rules of the house', '迷宮の掟')),
      el('p', { class: 'prose' }, t(`${h.total.toLocaleString()} rules in five books. Each has an id; every "why" in the game names the ids that gave the answer, and every id opens here.`, `5つの書に${h.total.toLocaleString()}の掟があります。どの掟にも番号があり、ゲームの「なぜ」は必ず番号を名乗り、番号はここで開きます。`)),
      el('p', { class: 'prose' }, t(`${done.toLocaleString()} of them are settled: carried out by the game, kept as data, or left to people.`, `そのうち${done.toLocaleString()}は、ゲームが行うか、データであるか、人に任されています。`)),
      el('p', { class: 'cap' }, t('Pick a rule from the list, or press / and type.', '一覧から選ぶか、/ を押して探してください。')), this.coverage());
  }
  draw() {
    const r = this.rule;
    this.host.classList.add('opened');
    if (!r) { this.one.replaceChildren(el('h2', {}, t('No such rule', 'その番号の掟はありません')), el('p', { class: 'prose' }, this.fault)); return; }
    const other = m().lang === 'ja' ? 'en' : 'ja';
    const part = (title, ...body) => body.flat().some(Boolean) ? el('section', {}, el('h3', {}, title), ...body) : '';
    const step = (id, en, ja, sign) => el('button', { type: 'button', class: 'btn sm ghost', disabled: !id || null, onclick: () => this.go({ id }), 'aria-label': t(en, ja) }, sign);
    this.one.replaceChildren(
      el('div', { class: 'row onehead' }, el('span', { class: 'bigid' }, r.id), el('span', { class: 't2' }, `${r.book_label} · ${r.topic.label}`),
        el('span', { class: 'right row' }, step(r.before, 'Rule before', '前の掟', '‹'), step(r.after, 'Rule after', '次の掟', '›'),
          el('button', { type: 'button', class: 'btn sm', 'aria-pressed': this.state.both ? 'true' : 'false', onclick: () => this.go({ both: !this.state.both }) }, t('Both languages', '両方の言語')))),
      el('div', { class: this.state.both ? 'texts two' : 'texts' },
        el('p', { class: 'prose', lang: m().lang }, linked(r.text[m().lang])),
        this.state.both ? el('p', { class: 'prose', lang: other }, linked(r.text[other])) : ''),
      el('div', { class: 'row wrap' }, el('span', { class: `st ${STATE[r.status.id]}` }, r.status.label), el('span', { class: 'tag', style: 'background:var(--raise)' }, t(`Basis: ${r.basis.label}`, `根拠：${r.basis.label}`))),
      part(t('Numbers in force', 'いまの数値'), r.params.length ? el('table', { class: 'params' }, el('thead', {}, el('tr', {}, el('th', {}, t('key', '項目')), el('th', { class: 'r' }, t('value', '値')), el('th', {}, t('unit', '単位')), r.params.some(p => p.now !== null) ? el('th', { class: 'r' }, t('in your dungeon now', 'いまの魔殿では')) : '')),
        el('tbody', {}, r.params.map(p => el('tr', {}, el('td', { class: 'mono' }, p.key), el('td', { class: 'r num' }, facts(p.value)), el('td', {}, p.unit), r.params.some(q => q.now !== null) ? el('td', { class: `r num ${p.now !== null && JSON.stringify(p.now) !== JSON.stringify(p.value) ? 'warn b' : ''}` }, facts(p.now)) : '')))) : ''),
      part(t('Values', '値'), Object.keys(r.values).length ? [named(), facts(r.values)] : ''),
      part(t('Worked examples', '例'), r.examples.length ? named() : '', r.examples.map(e => el('div', { class: 'example' }, el('div', {}, el('b', { class: 'cap' }, t('given', '前提')), facts(e.given ?? e)), el('div', {}, el('b', { class: 'cap' }, t('then', '結果')), facts(e.expect))))),
      part(t('Cases that hold it', '確かめている例'), r.cases.map(c => this.oneCase(r, c))),
      part(t('Carried out in', '行っている所'), r.places.length ? el('ul', { class: 'places' }, r.places.map(p => el('li', { class: 'mono' }, `${p.path}:${p.line} ${p.function}`))) : ''),
      part(t('See also', '関わる掟'), r.related.length ? el('ul', { class: 'related' }, r.related.map(x => el('li', {}, chip(x.id), ' ', x.text))) : ''),
      r.note ? el('section', {}, el('h3', {}, t('Remark', '注記')), el('p', { class: 'cap', lang: 'en' }, linked(r.note))) : '');
    this.one.scrollTop = 0;
  }
  oneCase(r, c) {
    const result = el('div', { class: 'result', role: 'status' });
    const run = c.runs ? el('button', { type: 'button', class: 'btn sm', onclick: async () => {
      run.disabled = true;
      const told = await get(`/web/rules/run/${r.book}/${c.number}?lang=${m().lang}`); run.disabled = false;
      result.replaceChildren(...(told.error ? [el('span', { class: 'st bad' }, told.error)] : [facts(told.value), el('ul', {}, told.because.map(b => el('li', {}, chip(b.rule), ' ', b.text)))]));
    } }, t('Run', '試す')) : '';
    return el('details', { class: 'case' }, el('summary', {}, c.name, el('span', { class: 'dim cap' }, ` ${c.file}`)), c.of ? el('div', { class: 'mono cap' }, `${c.how}: ${c.of}`) : '',
      el('div', { class: 'example' }, el('div', {}, facts(c.given)), el('div', {}, facts(c.expect))), run, result);
  }
}

// the panel over any page
export async function open(veil, options) {
  const host = el('div', {});
  veil.append(el('section', { class: 'px float panel help', role: 'dialog', 'aria-label': t('Rules', '仕組み') },
    el('div', { class: 'row between', style: 'margin-bottom:10px' }, el('h2', {}, t('Rules', '仕組み')),
      el('span', { class: 'row' }, el('a', { class: 'btn sm ghost', href: '/rules', target: '_blank', rel: 'noopener' }, t('As a page', 'ページで開く')),
        el('button', { type: 'button', class: 'btn sm ghost', onclick: () => m().close(), 'aria-label': t('Close', '閉じる') }, '×', el('kbd', {}, 'Esc')))), host));
  if (!document.querySelector('link[href$="rules.css"]')) document.head.append(el('link', { rel: 'stylesheet', href: '/static/rules.css' }));
  const book = new Encyclopaedia(host, { id: options.id || '', book: options.book || '', search: true });
  veil.addEventListener('click', event => {
    const link = event.target.closest?.('a.rid[href^="/rules/"]');
    if (link && !event.ctrlKey && !event.metaKey) { event.preventDefault(); event.stopPropagation(); book.go({ id: link.getAttribute('href').slice(7) }); }
  });
  await book.ready;
  return { restage: () => { veil.querySelector('h2').textContent = t('Rules', '仕組み'); book.load(); } };
}
