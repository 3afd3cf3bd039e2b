// What the desks of traps, illness, poison, hazards and backgrounds share: the page's round, the party, charts.
import { addToSession, atRest, begin, copy, dialog, fault, post, printSheet, redraw, save, stepper, t, write } from './gm.js';
import { chip, el } from './dom.js';
import { fresh } from './gm_party.js';

// ---- numbers

// an exact share {fraction, value} as people read it; what is possible never reads 0
export function pct(p) {
  if (!p) return '';
  if (p.fraction === '0') return '0 %';
  if (p.fraction === '1') return '100 %';
  const share = p.value * 100;
  if (share < 0.05) return '<0.1 %';
  if (share >= 99.95) return '>99.9 %';
  return `${share.toFixed(1).replace(/\.0$/, '')} %`;
}
export const signed = n => n < 0 ? `−${-n}` : `+${n}`;
// a stepper that shows the sign of a bonus
export const bonus = (id, label, value, set, more = {}) => stepper(id, label, value, set, { ...more, shown: signed });
export const share = (p, more = '') => el('span', { title: p ? `${p.fraction}${more}` : null, class: 'num' }, pct(p));
export const mark = (kind, text) => el('span', { class: `st ${kind}` }, text);

// ---- the party

export { readParty, writeParty, whole } from './gm_party.js';

// rows of the party: columns [{field, label}] with a stepper each; `cells(member, place)` gives what stands behind
export function partyTable(desk, columns, heads = [], cells = () => []) {
  const s = desk.in, faults = desk.faults;
  const row = (m, i) => {
    const name = el('input', { class: 'inp pname', id: `p${i}-name`, value: m.name, 'aria-label': t(`Name of No. ${i + 1}`, `${i + 1}人目の名前`), maxlength: 60, autocomplete: 'off' });
    name.addEventListener('change', () => desk.change(x => { x.party[i].name = name.value; }));
    const number = c => {
      const where = `party[${i}].${c.field}`, wrong = faults.some(f => f.field === where);
      return el('td', { class: 'c', 'data-label': c.label }, (c.field === 'hp' || c.field === 'score' ? stepper : bonus)(`p${i}-${c.field}`, `${m.name} ${c.label}`, m[c.field], v => desk.change(x => { x.party[i][c.field] = v; }), { wrong }), fault(faults, where));
    };
    return el('tr', { 'data-member': i }, el('td', { class: 'pn' }, name), columns.map(number), cells(m, i).map(c => c instanceof Element && c.tagName === 'TD' ? c : el('td', { class: 'r' }, c)),
      el('td', { class: 'r px0' }, el('button', { type: 'button', class: 'gmx', 'aria-label': t(`Remove ${m.name}`, `${m.name}を外す`), onclick: () => desk.change(x => { x.party.splice(i, 1); }) }, '×')));
  };
  return el('div', {}, s.party.length ? el('table', { class: 'ptable' }, el('thead', {}, el('tr', {}, el('th', {}, t('Name', '名前')), columns.map(c => el('th', { class: 'c' }, c.label)), heads.map(h => el('th', { class: h.left ? '' : 'r' }, h.label ?? h)), el('th', {}))), el('tbody', {}, s.party.map(row))) : el('p', { class: 't2 pad3' }, t('Nobody is in the party.', '一行が空です。')));
}
export const addMember = desk => el('button', { type: 'button', class: 'btn sm ghost padd noprint', id: 'padd', onclick: () => desk.change(x => { x.party.push(fresh(x.party.length)); }) }, t('+ character', '＋ 1人加える'));
// the party's section: heading, how exact it is, a button for one more, then the rows
export const partySection = (desk, title, said, ...rest) => el('section', { class: 'blk pparty' }, el('div', { class: 'row between' }, el('h3', {}, title), el('span', { class: 'row' }, el('span', { class: 'cap' }, said), addMember(desk))), rest);

// ---- charts: own bars, each with its text; the same numbers as a table behind T

export function meterCell(p, kind = 'bad') {
  return el('td', { class: 'mcell' }, el('div', { class: `pf ${kind}`, title: p.fraction, role: 'img', 'aria-label': pct(p) }, el('i', { style: `width:${Math.max(p.value * 100, p.value ? 1 : 0)}%` }), el('span', { class: p.value > 0.5 ? 'in' : 'out', style: p.value > 0.5 ? null : `left:calc(${p.value * 100}% + 6px)` }, pct(p))));
}
// bars [{label, p, high, text}] with the axis named beneath; the text is a share unless it is given
export function bars(rows, axis, id) {
  const top = Math.max(...rows.map(r => r.p.value), 1e-9), said = r => r.text ?? pct(r.p);
  return el('figure', { class: 'gmfig', id, role: 'img', 'aria-label': `${axis}: ${rows.map(r => `${r.label} ${said(r)}`).join(', ')}` },
    el('div', { class: 'vbars' }, rows.map(r => el('div', { class: 'vbar', title: r.p.fraction }, el('b', {}, said(r)), el('i', { class: r.high ? 'hi' : '', style: `height:${Math.max(r.p.value / top * 64, r.p.value ? 1.5 : 0)}px` }), el('span', {}, r.label)))),
    el('figcaption', { class: 'cap axis' }, axis));
}
function svg(tag, at, ...kids) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [k, v] of Object.entries(at)) made.setAttribute(k, v);
  made.append(...kids); return made;
}
// stacked area by step: layers [{name, of: row => value 0-1, fill}]
export function area(rows, layers, { axis, marks = [], id, up }) {
  const W = 560, H = 170, L = 50, B = 30, T = 12, R = 78, w = W - L - R, h = H - T - B, last = Math.max(rows.at(-1)?.day ?? 1, 1);
  const x = d => L + d / last * w, y = v => T + (1 - v) * h, f = n => n.toFixed(1);
  const sums = rows.map(r => { let a = 0; return layers.map(l => [a, a += l.of(r)]); });
  const parts = [svg('rect', { x: L, y: T, width: w, height: h, class: 'abg' })];
  layers.forEach((l, k) => {
    const upper = rows.map((r, i) => `${f(x(r.day))},${f(y(sums[i][k][1]))}`), lower = rows.map((r, i) => `${f(x(r.day))},${f(y(sums[i][k][0]))}`).reverse();
    parts.push(svg('polygon', { points: [...upper, ...lower].join(' '), class: `a-${l.fill}` }));
  });
  for (const v of [0, 0.5, 1]) parts.push(svg('text', { x: L - 6, y: y(v) + 4, class: 'tick', 'text-anchor': 'end' }, `${v * 100} %`));
  const step = last > 20 ? 5 : last > 10 ? 2 : 1;
  for (let d = 0; d <= last; d += step) parts.push(svg('text', { x: x(d), y: H - B + 16, class: 'tick', 'text-anchor': 'middle' }, String(d)));
  parts.push(svg('text', { x: L + w / 2, y: H - 1, class: 'tick', 'text-anchor': 'middle' }, axis));
  for (const m of marks) if (m.day !== null && m.day <= last) parts.push(svg('line', { x1: x(m.day), x2: x(m.day), y1: T, y2: T + h, class: 'dash' }), svg('text', { x: x(m.day) + 4, y: T + 12 + (m.low || 0), class: 'dlabel' }, m.label));
  const ends = layers.map((l, k) => ({ l, v: (sums.at(-1)[k][0] + sums.at(-1)[k][1]) / 2, size: l.of(rows.at(-1)) })).filter(e => e.size > 0.04);
  for (const e of ends) parts.push(svg('text', { x: L + w + 6, y: y(e.v) + 4, class: `dlabel l-${e.l.fill}` }, e.l.name));
  for (const [k, l] of layers.entries()) { // what has gone by the end is named where it is widest
    const size = rows.map(r => l.of(r)), at = size.indexOf(Math.max(...size));
    if (l.of(rows.at(-1)) <= 0.04 && size[at] > 0.2) parts.push(svg('text', { x: x(rows[at].day) + 8, y: y((sums[at][k][0] + sums[at][k][1]) / 2) + 4, class: `dlabel l-${l.fill}` }, l.name));
  }
  const said = layers.map(l => `${l.name} ${(l.of(rows.at(-1)) * 100).toFixed(1)} %`).join(', ');
  return el('figure', { class: 'gmfig', id }, svg('svg', { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': `${up}: ${axis} ${last}: ${said}` }, ...parts));
}
// lines by step over [{at}]: lines [{name, of, fill}]; the dashed line is one half
export function lines(rows, list, { axis, id, up }) {
  const W = 560, H = 170, L = 50, B = 30, T = 12, R = 112, w = W - L - R, h = H - T - B, first = rows[0].at, last = Math.max(rows.at(-1).at, first + 1);
  const x = d => L + (d - first) / (last - first) * w, y = v => T + (1 - v) * h, f = n => n.toFixed(1);
  const parts = [svg('rect', { x: L, y: T, width: w, height: h, class: 'abg' }), svg('line', { x1: L, x2: L + w, y1: y(0.5), y2: y(0.5), class: 'dash' })];
  for (const v of [0, 0.5, 1]) parts.push(svg('text', { x: L - 6, y: y(v) + 4, class: 'tick', 'text-anchor': 'end' }, `${v * 100} %`));
  const step = Math.max(1, Math.ceil((last - first) / 8));
  for (let d = first; d <= last; d += step) parts.push(svg('text', { x: x(d), y: H - B + 16, class: 'tick', 'text-anchor': 'middle' }, String(d)));
  parts.push(svg('text', { x: L + w / 2, y: H - 1, class: 'tick', 'text-anchor': 'middle' }, axis));
  let before = -99;
  for (const l of list) {
    parts.push(svg('polyline', { points: rows.map(r => `${f(x(r.at))},${f(y(l.of(r)))}`).join(' '), class: `line s-${l.fill}` }));
    if (rows.length === 1) parts.push(svg('circle', { cx: x(rows[0].at), cy: y(l.of(rows[0])), r: 4, class: `dot d-${l.fill}` }));
    let place = y(l.of(rows.at(-1))) + 4; if (Math.abs(place - before) < 14) place = before + 14; before = place;
    parts.push(svg('text', { x: L + w + 6, y: place, class: `dlabel l-${l.fill}` }, l.name));
  }
  return el('figure', { class: 'gmfig', id }, svg('svg', { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': `${up}: ${list.map(l => `${l.name} ${(l.of(rows.at(-1)) * 100).toFixed(1)} %`).join(', ')}` }, ...parts));
}
export function dataTable(heads, rows, { id, open = false } = {}) {
  return el('details', { class: 'gmdata', id, open: open || null, 'data-table': '' }, el('summary', {}, t('The same numbers as a table', '同じ数の表'), ' ', el('kbd', {}, 'T')), el('div', { class: 'gmscroll' }, el('table', {}, el('thead', {}, el('tr', {}, heads.map(h => el('th', { class: 'r' }, h)))), el('tbody', {}, rows.map(r => el('tr', {}, r.map(c => el('td', { class: 'r num' }, c))))))));
}
export const why = because => because?.length ? el('details', { class: 'gmdata' }, el('summary', {}, t('Why', 'なぜこうなるか')), el('ul', { class: 'gmwhy' }, because.map(b => el('li', {}, el('span', {}, b.text), chip(b.rule))))) : null;
export const section = (title, end, ...content) => el('section', { class: 'blk' }, el('div', { class: 'row between' }, el('h3', {}, title), end ? el('span', { class: 'cap' }, end) : null), content);
export const dice = list => list.map(([sides, face]) => el('span', { class: 'gmdie', title: `d${sides}` }, face));

// ---- the page's round: inputs in the address, facts from the server, drawing, keys, print, session

// desk({name, read: q => inputs, write: inputs => address, send: inputs => posted, draw: desk => nodes, keys, ends})
export function startDesk(given) {
  const desk = { ...given, in: null, view: null, faults: [], host: null, turn: 0, part: 'verdict' };
  desk.load = async () => {
    const turn = ++desk.turn, answer = await post(`/web/gm/${desk.name}`, desk.send(desk.in));
    if (turn !== desk.turn) return;
    desk.broken = answer.ok ? '' : answer.told?.error?.message || t('The server does not answer', 'サーバーが応えません');
    if (answer.ok) { desk.view = answer.told; desk.faults = answer.told.faults; printSheet(answer.told.sheet); }
    desk.redraw();
    const said = answer.ok ? desk.said?.(desk) || '' : desk.broken;
    if (said && said !== desk.told) { desk.told = said; window.meikyu.say(said); }
  };
  desk.change = (alter, { quiet = false } = {}) => { alter(desk.in); write(desk.write(desk.in), !quiet); return desk.load(); };
  desk.show = part => { desk.part = part; desk.redraw(); document.getElementById('main').scrollTop = 0; scrollTo(0, 0); };
  desk.redraw = atRest(() => {
    if (!desk.host) return;
    desk.keep = desk.host.querySelector('#days')?.scrollLeft || 0;
    desk.host.className = `gmdesk gm desk d-${desk.name} show-${desk.part}`;
    ends(desk);
    const broken = desk.broken ? el('div', { class: 'px pad3 broken' }, mark('bad', desk.broken)) : null;
    if (!desk.view) { redraw(desk.host, broken || el('div', { class: 'px pad dim' }, t('Opening the desk', '卓を開いています'))); return; }
    const open = new Set([...desk.host.querySelectorAll('details[open]')].map((d, i) => d.id || `n${i}`));
    // a phone shows the odds without the list and the card: what they are of stands above them
    const subject = el('h2', { class: 'subject noprint', id: 'gmsubject' }, desk.view.sheet.title);
    redraw(desk.host, broken, subject, desk.draw(desk), thumb(desk));
    desk.after?.(desk);
    for (const d of desk.host.querySelectorAll('details[id]')) if (open.has(d.id)) d.open = true;
  });
  begin(host => {
    desk.host = host;
    // the whole of the inputs goes into the address at once, so that the first step back has them too
    const read = () => { desk.in = desk.read(new URLSearchParams(location.search)); write(desk.write(desk.in), false); desk.load(); };
    read();
    addEventListener('popstate', read);
    addEventListener('meikyu:lang', () => { desk.fresh?.(desk); desk.load(); });
    addEventListener('keydown', event => {
      if (event.defaultPrevented || document.querySelector('.veil')) return;
      if (event.target.closest?.('input:not([type=checkbox]):not([type=radio]),select,textarea')) return;
      if (event.ctrlKey || event.metaKey || event.altKey || !window.meikyu.settings.keysOn) return;
      const key = event.key.toLowerCase();
      if (key === 't') { event.preventDefault(); const all = [...host.querySelectorAll('details[data-table]')], on = all.some(d => !d.open); for (const d of all) d.open = on; }
      else if (key === 'z') { event.preventDefault(); history.back(); }
      else if (desk.keys?.[key]) { event.preventDefault(); desk.keys[key](desk); }
    });
  });
  return desk;
}
function ends(desk) {
  const place = document.getElementById('deskend'); if (!place) return;
  place.replaceChildren(...(desk.ends?.(desk) || []),
    el('button', { type: 'button', class: 'btn sm', id: 'gmlink', onclick: () => copy(location.href, t('Link copied', 'リンクを写しました')) }, t('Copy link', 'リンクをコピー')),
    el('button', { type: 'button', class: 'btn sm', id: 'gmprintbtn', onclick: () => window.print() }, t('Print', '印刷')),
    el('button', { type: 'button', class: 'btn sm', id: 'gmsession', disabled: !desk.view || null, onclick: () => addDesk(desk) }, t('+ Session', '＋ セッション表')));
}
export function addDesk(desk) {
  addToSession({ ...desk.view.sheet, link: location.pathname + location.search, again: [`/web/gm/${desk.name}`, desk.send(desk.in)] });
  const button = document.getElementById('gmsession'); if (!button) return;
  button.textContent = t('Added ✓', '加えました ✓'); setTimeout(() => ends(desk), 1600);
}
function thumb(desk) {
  const key = (part, words) => el('button', { type: 'button', class: desk.part === part ? 'btn pri' : 'btn', id: `gmthumb-${part}`, 'aria-pressed': String(desk.part === part), onclick: () => desk.show(part) }, words);
  return el('div', { class: 'thumb noprint' }, desk.parts().map(([part, words]) => key(part, words)), el('button', { type: 'button', class: 'btn', id: 'gmthumb-more', 'aria-label': t('More', 'ほか'), onclick: () => more(desk) }, '⋯'));
}
function more(desk) {
  let close = () => {};
  const act = (words, run) => el('button', { type: 'button', class: 'btn big', onclick: () => { close(); run(); } }, words);
  close = dialog(t('This sheet', 'この表'), el('div', { class: 'gmmorelist' }, act(t('Add to the session sheet', 'セッション表に加える'), () => addDesk(desk)), act(t('Copy link', 'リンクをコピー'), () => copy(location.href)), act(t('Print', '印刷'), () => window.print())));
}
export const check = (desk, id, label, on, set) => el('label', { class: 'gmcheck row', for: id }, (() => { const box = el('input', { type: 'checkbox', class: 'chk', id, checked: on || null }); box.addEventListener('change', () => desk.change(s => set(s, box.checked))); return box; })(), el('span', {}, label));
export function choose(desk, id, label, options, value, set) {
  const box = el('select', { class: 'inp', id, 'aria-label': label }, options.map(([v, words]) => el('option', { value: v, selected: v === value || null }, words)));
  box.addEventListener('change', () => desk.change(s => set(s, box.value)));
  return box;
}
export const field = (desk, name, label, control, hint = '') => el('div', { class: 'fld' }, el('span', { class: 'lbl' }, label), control, hint ? el('span', { class: 'cap' }, hint) : null, fault(desk.faults, name));
export { addToSession, chip, copy, dialog, el, fault, save, stepper, t };
