// Session sheet: what the desks added, in the order of play; printed, written out, kept in this browser.
import { atRest, begin, copy, dialog, keepSession, post, printSheet, redraw, save, session, t } from './gm.js';
import { el } from './dom.js';

const KEPT = 'meikyu.gm.session.head';
const KINDS = () => ({ journey: t('Journey', '旅'), encounter: t('Encounter', '遭遇'), trap: t('Trap', '罠'), contagion: t('Contagion', '疫病'), poison: t('Poison', '毒'), hazard: t('Hazard', '危険'), background: t('Background', '背景') });
let host = null, head = { title: '', notes: '' }, broken = '';
try { head = { ...head, ...JSON.parse(localStorage.getItem(KEPT) || '{}') }; } catch { /* nothing kept */ }
const keepHead = () => { try { localStorage.setItem(KEPT, JSON.stringify(head)); } catch { /* private mode */ } };

const body = () => ({ title: head.title, notes: head.notes, items: session().map(({ kind, title, parts, link, note }) => ({ kind: kind || '', title: title || '', parts: parts || [], link: link || '', note: note || '' })) });
async function file(ending) {
  const answer = await post(`/web/gm/session/${ending}`, body());
  broken = answer.ok ? '' : answer.told?.error?.message || t('The server does not answer', 'サーバーが応えません');
  if (!answer.ok) { draw(); return null; }
  return answer.text;
}
async function saveAs(ending, type) { const text = await file(ending); if (text !== null) save(`${(head.title || t('session', 'セッション')).replace(/[\\/:*?"<>|\s]+/g, '_')}.${ending}`, text, type); }

function change(alter) { const items = session(); alter(items); keepSession(items); }
const move = (at, by) => change(items => { const [one] = items.splice(at, 1); items.splice(at + by, 0, one); });

function partOf(part, title) {
  return el('div', { class: 'spart' }, part.title && part.title !== title ? el('h4', {}, part.title) : null,
    part.heads?.length ? el('div', { class: 'gmscroll' }, el('table', {}, el('thead', {}, el('tr', {}, part.heads.map(h => el('th', {}, h)))), el('tbody', {}, part.rows.map(r => el('tr', {}, r.map(c => el('td', {}, c))))))) : null,
    part.lines?.length ? el('ul', {}, part.lines.map(l => el('li', {}, l))) : null);
}
function item(one, at, all) {
  const note = el('input', { class: 'inp', id: `note-${one.id}`, value: one.note || '', placeholder: t('a note for the table', '卓での覚え書き'), 'aria-label': t(`Note on ${one.title}`, `${one.title}の覚え書き`), maxlength: 1000 });
  note.addEventListener('change', () => change(items => { items[at].note = note.value; }));
  return el('li', { class: 'px pad sitem', 'data-kind': one.kind, id: `item-${one.id}` }, el('div', { class: 'row shead' }, el('span', { class: 'num dim' }, at + 1), el('span', { class: 'tag note' }, KINDS()[one.kind] || one.kind), el('h2', {}, one.title),
    el('span', { class: 'right row' }, one.link ? el('a', { class: 'btn sm', href: one.link }, t('Open', '開く')) : null, el('button', { type: 'button', class: 'btn sm sq', disabled: at === 0 || null, 'aria-label': t('Earlier', '前へ'), onclick: () => move(at, -1) }, '↑'), el('button', { type: 'button', class: 'btn sm sq', disabled: at === all.length - 1 || null, 'aria-label': t('Later', '後へ'), onclick: () => move(at, 1) }, '↓'), el('button', { type: 'button', class: 'gmx', 'aria-label': t(`Remove ${one.title}`, `${one.title}を外す`), onclick: () => { taken = { one, at }; change(items => items.splice(at, 1)); } }, '×'))),
    (one.parts || []).map(p => partOf(p, one.title)), el('div', { class: 'row snote' }, note));
}
let taken = null;

// what was added in the other language is asked for again in this one; what a person typed stays as it was typed
async function speak() {
  const lang = window.meikyu.lang, late = session().filter(one => one.again && one.lang !== lang), said = new Map();
  await Promise.all(late.map(async one => {
    const answer = await post(...one.again), sheet = answer.told?.sheet || answer.told;
    if (answer.ok && sheet?.parts) said.set(one.id, { title: sheet.title, parts: sheet.parts, lang });
  }));
  if (said.size && window.meikyu.lang === lang) change(items => items.forEach((one, at) => { items[at] = { ...one, ...said.get(one.id) }; }));
}

const draw = atRest(() => {
  if (!host) return;
  const items = session(), words = KINDS();
  host.className = 'gmdesk gm desk d-session';
  const place = document.getElementById('deskend');
  place?.replaceChildren(el('button', { type: 'button', class: 'btn sm pri', id: 'gmprintbtn', disabled: !items.length || null, onclick: () => window.print() }, t('Print', '印刷')), el('button', { type: 'button', class: 'btn sm', id: 'savemd', onclick: () => saveAs('md', 'text/markdown') }, 'Markdown'), el('button', { type: 'button', class: 'btn sm', id: 'savejson', onclick: () => saveAs('json', 'application/json') }, 'JSON'), el('button', { type: 'button', class: 'btn sm', id: 'copymd', onclick: async () => { const text = await file('md'); if (text !== null) copy(text); } }, t('Copy', '写す')));
  const title = el('input', { class: 'inp', id: 'stitle', value: head.title, placeholder: t('The road to the old mine', '古い鉱山への道'), 'aria-label': t('Title', '題'), maxlength: 200 });
  title.addEventListener('change', () => { head.title = title.value; keepHead(); ready(); });
  const notes = el('textarea', { class: 'inp', id: 'snotes', rows: 3, 'aria-label': t('Notes', 'メモ'), maxlength: 3900 }, head.notes);
  notes.addEventListener('change', () => { head.notes = notes.value; keepHead(); ready(); });
  const counts = Object.keys(words).map(k => [words[k], items.filter(i => i.kind === k).length]).filter(c => c[1]);
  redraw(host, el('div', { class: 'g2 sess' }, el('section', { class: 'px pad shead2' }, el('div', { class: 'fld' }, el('span', { class: 'lbl' }, t('Title', '題')), title), el('div', { class: 'fld' }, el('span', { class: 'lbl' }, t('Notes', 'メモ')), notes),
    el('div', { class: 'row wrap' }, counts.map(([w, c]) => el('span', { class: 'tag note' }, `${w} ${c}`))), el('p', { class: 'cap' }, t('Kept in this browser. Every desk has a button that adds to this sheet; each entry opens its desk again as it was.', 'このブラウザに保存されます。どの卓にも「＋ セッション表」があり、各項目から元の卓をそのまま開き直せます。')),
    taken ? el('button', { type: 'button', class: 'btn sm', id: 'undo', onclick: () => { const back = taken; taken = null; change(list => list.splice(back.at, 0, back.one)); } }, t(`Put back: ${taken.one.title}`, `戻す：${taken.one.title}`)) : null,
    items.length ? el('button', { type: 'button', class: 'btn sm ghost', id: 'clear', onclick: () => { const close = dialog(t('Empty the sheet?', '表を空にしますか'), [el('p', {}, t(`${items.length} entries go.`, `${items.length}件が消えます。`)), el('div', { class: 'row' }, el('button', { type: 'button', class: 'btn pri', id: 'clearyes', onclick: () => { close(); taken = null; keepSession([]); } }, t('Empty it', '空にする')), el('button', { type: 'button', class: 'btn', onclick: () => close() }, t('Keep it', 'やめる')))]); } }, t('Empty the sheet', '表を空にする')) : null, broken ? el('span', { class: 'fault', role: 'alert' }, broken) : null),
  items.length ? el('ol', { class: 'sitems' }, items.map(item)) : el('section', { class: 'px pad sempty' }, el('h2', {}, t('The sheet is empty', '表はまだ空です')), el('p', {}, t('Plan a route, build an encounter, choose traps and a contagion, and press “+ Session sheet” at each desk. Everything is gathered here, to be printed together.', '旅路を決め、遭遇を組み、罠や疫病を選び、それぞれの卓で「＋ セッション表」を押すと、ここに集まって一緒に印刷できます。')), el('div', { class: 'row wrap' }, [['journey', words.journey], ['encounter', words.encounter], ['traps', words.trap], ['contagions', words.contagion]].map(([p, w]) => el('a', { class: 'btn', href: `/gm/${p}` }, w))))),
  el('div', { class: 'thumb noprint' }, el('button', { type: 'button', class: 'btn pri', disabled: !items.length || null, onclick: () => window.print() }, t('Print', '印刷')), el('button', { type: 'button', class: 'btn', onclick: () => saveAs('md', 'text/markdown') }, 'Markdown'), el('button', { type: 'button', class: 'btn', onclick: () => saveAs('json', 'application/json') }, 'JSON')));
  ready();
});
function ready() {
  // each thing under its own title, the part of that title first
  const parts = session().flatMap(one => {
    const own = (one.parts || []).map(p => ({ title: p.title || one.title, under: true, lines: p.lines || [], heads: p.heads || [], rows: p.rows || [] }));
    const same = own.findIndex(p => p.title === one.title), first = same >= 0 ? own.splice(same, 1)[0] : { lines: [], heads: [], rows: [] };
    return [{ ...first, title: one.title, under: false, lines: [...first.lines, ...(one.note ? [one.note] : [])] }, ...own];
  });
  if (head.notes.trim()) parts.unshift({ title: t('Notes', 'メモ'), lines: head.notes.trim().split('\n'), heads: [], rows: [] });
  printSheet({ title: head.title || t('Session sheet', 'セッション表'), parts });
}
begin(node => { host = node; draw(); addEventListener('meikyu:session', draw); addEventListener('storage', draw); addEventListener('meikyu:lang', () => { draw(); speak(); }); speak(); });
