// What the gamemaster's desks share: controls, the address as memory, files, the print, the session sheet.
import { readUsual } from './gm_party.js';
import { chip, el, holding, t } from './dom.js';

export { t };
export const n = number => number.toLocaleString('en-US');

// begin(draw): run once the page's element and the shell are there; gives the element
export function begin(start) {
  const host = document.getElementById('desk');
  if (!host || !window.meikyu?.t) { setTimeout(() => begin(start), 20); return; }
  const here = document.querySelector('.gmlinks [aria-current]'), row = here?.closest('.gmlinks');
  if (row) row.scrollLeft += here.getBoundingClientRect().right - row.getBoundingClientRect().right + 8;  // a phone shows only some of the desks
  readUsual().finally(() => start(host));
}

// post('/web/gm/...', inputs) -> {ok, told}; a refusal of the whole input is ok: false with the error object
export async function post(path, inputs, more = '') {
  try {
    const answer = await fetch(`${path}?lang=${window.meikyu.lang}${more}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(inputs) });
    window.meikyu.connection('gm', true);
    const text = await answer.text();
    return { ok: answer.ok, text, told: (answer.headers.get('content-type') || '').includes('json') ? JSON.parse(text) : null };
  } catch (error) {
    window.meikyu.connection('gm', false);
    return { ok: false, text: '', told: null };
  }
}

export const fault = (faults, field) => faults.filter(f => f.field === field).map(f => el('span', { class: 'fault', role: 'alert', 'data-field': field }, f.text));
export const reasons = because => el('ul', { class: 'gmwhy' }, because.map(b => el('li', {}, el('span', {}, b.text), chip(b.rule))));

// a number with - and +; what is typed is taken as it is, so that a fault can name it
export function stepper(id, label, value, set, { low = -Infinity, high = Infinity, wrong = false, shown = String } = {}) {
  let have = value;  // a second press may come before the first is drawn
  const go = step => { if (step < 0 ? have <= low : have >= high) return; have += step; field.value = shown(have); set(have); };
  const by = step => el('button', { type: 'button', id: `${id}${step < 0 ? '-less' : '-more'}`, 'aria-label': `${label} ${step < 0 ? '−1' : '+1'}`, disabled: (step < 0 ? value <= low : value >= high) || null, onclick: () => go(step) }, step < 0 ? '−' : '+');
  const field = el('input', { id, inputmode: 'numeric', autocomplete: 'off', 'aria-label': label, 'aria-invalid': wrong ? 'true' : null, value: shown(value) });
  let was = shown(value);
  const refuse = typed => {  // what is no number cannot stand in the address: the old one comes back, and the page says so
    field.value = was;
    if (made.nextSibling?.classList?.contains('refused')) made.nextSibling.remove();
    made.after(el('span', { class: 'fault refused', role: 'alert' }, t(`Wanted: a whole number of at most 15 digits; got "${typed.slice(0, 20)}". It stays ${was}.`, `15桁までの整数を入れてください（入力は「${typed.slice(0, 20)}」）。${was}のままです。`)));
  };
  field.addEventListener('change', () => { const typed = field.value.normalize('NFKC').trim().replace('−', '-'); if (/^[-+]?\d{1,15}(\.0*)?$/.test(typed)) set(have = Number(typed)); else refuse(typed); });
  field.addEventListener('focus', () => { was = field.value; });
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter') field.dispatchEvent(new Event('change'));
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step) { event.preventDefault(); go(step); }
  });
  const made = el('span', { class: wrong ? 'stepper wrong' : 'stepper', role: 'group', 'aria-label': label }, by(-1), field, by(1));
  return made;
}

// atRest(draw): the same, but in the middle of a click it waits for the end of it
let waiting = null;
const held = holding(window, () => { const draw = waiting; waiting = null; draw?.(); });
export const atRest = draw => () => { if (held()) waiting = draw; else draw(); };

// replace what a page shows; focus, caret and the scrolled places (data-scroll) stay
export function redraw(host, ...parts) {
  const active = document.activeElement, id = host.contains(active) ? active.id : '', spot = active?.selectionStart;
  const field = id && active.matches('input:not([type=checkbox]),textarea');
  const typed = field ? active.value : null, halfway = field && active.value !== active.defaultValue;  // not yet read: an answer to earlier typing must not take it away
  const places = new Map([...host.querySelectorAll('[data-scroll]')].map(node => [node.dataset.scroll, node.scrollTop]));
  host.replaceChildren(...parts.flat(Infinity).filter(Boolean));
  for (const node of host.querySelectorAll('[data-scroll]')) node.scrollTop = places.get(node.dataset.scroll) || 0;
  const again = id && document.getElementById(id);
  if (!again) return;
  again.focus({ preventScroll: true });
  if (typed !== null && (halfway || again.dataset.live !== undefined)) again.value = typed;
  try { if (spot !== null && spot !== undefined) again.setSelectionRange(spot, spot); } catch { /* not a text field */ }
}

// the address is the memory: write({a: '1', e: ['x', 'y']}, push) keeps lang, drops what is empty
export function write(inputs, push) {
  const url = new URL(location.href), lang = url.searchParams.get('lang');
  url.search = '';
  for (const [name, value] of Object.entries(inputs)) for (const one of [value].flat()) if (one !== '' && one !== null && one !== undefined && one !== false) url.searchParams.append(name, one === true ? '1' : one);
  if (lang) url.searchParams.set('lang', lang);
  if (url.href === location.href) return;
  history[push ? 'pushState' : 'replaceState'](null, '', url);
}

export async function copy(text, said) {
  try { await navigator.clipboard.writeText(text); }
  catch {  // no leave for the clipboard: the old way
    const area = el('textarea', { class: 'sr' }); area.value = text; document.body.append(area); area.select(); document.execCommand('copy'); area.remove();
  }
  window.meikyu.say(said || t('Copied', '写しました'));
}

export function save(name, text, type) {
  const link = el('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link); link.click(); link.remove(); setTimeout(() => URL.revokeObjectURL(link.href), 5000);
}

// a dialog over the page; close with Escape, the cross or a click beside it
export function dialog(title, content, { wide = false } = {}) {
  const back = document.activeElement;
  const close = () => { veil.remove(); removeEventListener('keydown', key, true); if (back?.isConnected) back.focus(); };
  const key = event => { if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); close(); } };
  const veil = el('div', { class: 'veil noprint' }, el('section', { class: `px float panel gmdialog${wide ? ' wide' : ''}`, role: 'dialog', 'aria-modal': 'true', 'aria-label': title },
    el('div', { class: 'row between' }, el('h2', {}, title), el('button', { type: 'button', class: 'btn sm ghost', 'aria-label': t('Close', '閉じる'), onclick: close }, '×')), content));
  veil.addEventListener('mousedown', event => { if (event.target === veil) close(); });
  addEventListener('keydown', key, true);
  document.body.append(veil);
  (veil.querySelector('[autofocus]') || veil.querySelector('button')).focus();
  return close;
}

// each format of a sheet to save or to copy: {ending: [name, media type]}; `made(ending, act)` gives act the text
export const formats = (kinds, file, made) => el('div', { class: 'gmformats' }, Object.entries(kinds).map(([ending, [name, type]]) => [el('b', {}, name),
  el('button', { type: 'button', class: 'btn sm', id: `gmsave-${ending}`, onclick: () => made(ending, text => save(`${file}.${ending}`, text, type)) }, t('Save', '保存')),
  el('button', { type: 'button', class: 'btn sm', onclick: () => made(ending, text => copy(text)) }, t('Copy', '写す'))]));
// the text to read to the players, to change and copy
export function aloudCard(words, hint) {
  const card = el('textarea', { class: 'parchment', rows: 5, 'aria-label': t('Text to read aloud', '読み上げる文') }, words);
  dialog(t('Read-aloud card', '読み上げ用カード'), [card, el('div', { class: 'row' }, el('button', { type: 'button', class: 'btn', onclick: () => copy(card.value) }, t('Copy', '写す')), el('span', { class: 'cap' }, hint))]);
}

// the sheet that print shows instead of the page: {title, parts: [{title, lines, heads, rows}]}
export function printSheet(sheet) {
  document.getElementById('gmprint')?.remove();
  const table = part => part.heads.length ? el('table', {}, el('thead', {}, el('tr', {}, part.heads.map(h => el('th', {}, h)))), el('tbody', {}, part.rows.map(row => el('tr', {}, row.map(cell => el('td', {}, cell)))))) : null;
  document.getElementById('desk').after(el('section', { id: 'gmprint', class: 'gmprint' }, el('h1', {}, sheet.title),
    sheet.parts.map(part => el('section', {}, part.title === sheet.title ? null : el(part.under ? 'h3' : 'h2', {}, part.title), table(part), part.lines.length ? el('ul', {}, part.lines.map(line => el('li', {}, line))) : null))));
}

// the session sheet: what the desks add, kept in this browser; /gm/session shows, orders and prints it
const SESSION = 'meikyu.gm.session';
export function session() { try { return JSON.parse(localStorage.getItem(SESSION) || '[]'); } catch { return []; } }
export function keepSession(items) { localStorage.setItem(SESSION, JSON.stringify(items)); window.dispatchEvent(new CustomEvent('meikyu:session')); }
// item: {kind: 'journey' | 'encounter' | 'trap' | ..., title, parts: [{title, lines, heads, rows}], attribution, link,
// again: [address, inputs]}: what is posted to have the same item in another language
// the button that adds to it: `made()` gives the item; it says for a moment that it has
export function sessionButton(id, words, made, style = 'btn sm') {
  const button = el('button', { type: 'button', class: style, id, onclick: async () => {
    const item = await made(); if (!item) return;
    addToSession(item);
    button.textContent = t(`Added ✓ (${session().length} there)`, `加えました ✓（全${session().length}件）`);
    setTimeout(() => { button.textContent = words; }, 1600);
  } }, words);
  return button;
}
export function addToSession(item) {
  keepSession([...session(), { id: Date.now().toString(36) + Math.random().toString(36).slice(2, 6), lang: window.meikyu.lang, ...item }]);
  window.meikyu.say(t(`Added to the session sheet: ${item.title}`, `セッション表に加えました：${item.title}`));
}
