// Dungeon 2nd Floor: the line to the room, the head of the page, which seat shows what.
import { el, holding, t } from './dom.js';
import { drawModule } from './floor2_module.js';
import { drawSheet, sheetKey } from './floor2_sheet.js';

const state = { view: null, link: '', socket: null, hint: null, fault: null, tab: 'sheet', query: '', editing: 0, dialog: '', ending: '', left: 0, at: 0, flash: '' };

export const send = message => { state.fault = null; if (state.socket?.readyState === 1) state.socket.send(JSON.stringify(message)); };
export const redraw = () => draw();

async function enter() {
  const path = location.pathname.split('/').filter(Boolean);
  if (path.length > 1) { state.link = path[1]; connect(); return; }
  const kept = sessionStorage.getItem('meikyu.floor2');
  const link = kept || (await (await fetch('/web/floor2/room', { method: 'POST' })).json()).link;
  state.link = link; sessionStorage.setItem('meikyu.floor2', link);
  const url = new URL(location.href); url.pathname = `/floor2/${link}`; history.replaceState(history.state, '', url);
  connect();
}

function connect() {
  const { lang } = window.meikyu, url = new URL(`/floor2/line/${state.link}?lang=${lang}`, location.href); url.protocol = url.protocol.replace('http', 'ws');
  const socket = state.socket = new WebSocket(url);
  socket.onmessage = event => take(JSON.parse(event.data));
  socket.onopen = () => { window.meikyu.connection('floor2', true); if (window.meikyu.lang !== lang) send({ t: 'lang', v: window.meikyu.lang }); };
  socket.onclose = () => { if (state.gone) return; window.meikyu.connection('floor2', false); setTimeout(connect, 700); };
}

function take(message) {
  if (message.t === 'gone') {
    state.gone = true;
    if (sessionStorage.getItem('meikyu.floor2') === state.link) { sessionStorage.removeItem('meikyu.floor2'); location.pathname = '/floor2'; return; }
  } else if (message.t === 'fault') { state.fault = message; state.ending = ''; draw(); wrongFirst(); return; }
  else if (message.t === 'hint') state.hint = message;
  else if (message.t === 'view') {
    const before = state.view;
    if (state.ending) { state.show = state.ending === 'begun' ? null : state.ending; state.dialog = state.ending = ''; }
    if (before?.module && message.module && before.module.right !== message.module.right) state.hint = null;
    if (message.seed !== before?.seed) state.hint = null;
    state.view = message; state.flash = message.flash; state.at = performance.now();
    if (message.said) window.meikyu.say(message.said);
    if (message.flash) { window.meikyu.shout(message.flash === 'auto_win' ? t('The fight is won at once', '戦闘は自動的に勝利') : message.flash === 'timeout' ? t('Time ran out', '時間切れ') : t('A strike', 'ミス')); setTimeout(() => { state.flash = ''; draw(); }, 700); }
  }
  draw();
}

const faultOf = field => state.fault && [state.fault, ...(state.fault.faults || [])].find(f => f.field === field || f.field.startsWith(`${field}[`));
const fault = field => faultOf(field) ? el('span', { class: 'fault', role: 'alert' }, faultOf(field).text) : null;

// the focus goes to the first field of the bomb that is at fault
function wrongFirst() {
  const first = ['serial', 'batteries', 'bob'].find(faultOf);
  if (first) (document.querySelector(`.f2dialog #f2${first}`) || document.getElementById(`f2${first}`))?.focus();
}

function head(v) {
  const seats = { both: t('Solo practice', 'ひとりで練習'), defuser: t('Defuser', '解除役'), expert: t('Expert', '分析役') };
  const parts = [el('h1', {}, t('Dungeon 2nd Floor', 'ダンジョン・2F')),
    el('span', { class: 'seg', role: 'group', 'aria-label': t('Seat', '席') }, ['defuser', 'expert', 'both'].map(s =>
      el(v.seat === 'both' ? 'button' : 'span', { type: 'button', class: (state.show || v.seat) === s ? 'on' : '', 'aria-pressed': v.seat === 'both' ? String((state.show || 'both') === s) : null, onclick: v.seat === 'both' ? () => { state.show = s; draw(); } : null }, seats[s]))),
    v.seed >= 0 ? el('span', { class: 't2' }, t('Seed ', '種 '), el('b', { class: 'num' }, v.seed), ' · ', v.difficulties.find(d => d.id === v.difficulty)?.name) : el('span', { class: 't2' }, t('Your own bomb', '自分の爆弾')),
    v.seats.length > 1 ? el('span', { class: 'st ok' }, t('Partner is here', '相棒がいます')) : null];
  const end = el('span', { class: 'right row' });
  if (v.seat === 'both') end.append(el('button', { type: 'button', class: 'btn sm', onclick: () => { state.dialog = 'invite'; draw(); } }, t('Invite partner', '相棒を招く')));
  if (v.seat !== 'expert') end.append(el('button', { type: 'button', class: 'btn sm', id: 'newbomb', onclick: () => { state.dialog = 'new'; draw(); } }, t('New bomb', '新しい爆弾')));
  return el('div', { class: 'sub' }, parts, end);
}

function dialog(v) {
  if (!state.dialog) return null;
  const close = () => { state.dialog = ''; draw(); };
  const box = el('section', { class: 'px float panel f2dialog', role: 'dialog', 'aria-label': state.dialog === 'new' ? t('New bomb', '新しい爆弾') : t('Invite partner', '相棒を招く') },
    el('div', { class: 'row between' }, el('h2', {}, state.dialog === 'new' ? t('New bomb', '新しい爆弾') : t('Invite partner', '相棒を招く')), el('button', { type: 'button', class: 'btn sm ghost', onclick: close, 'aria-label': t('Close', '閉じる') }, '×')));
  if (state.dialog === 'invite') {
    for (const [seat, path] of Object.entries(v.links)) {
      const url = new URL(path, location.href).href;
      box.append(el('label', { class: 'lbl' }, seat === 'defuser' ? t('Link to the defuser: sees the module only', '解除役へのリンク：モジュールだけが見える') : t('Link to the expert: sees the sheet only', '分析役へのリンク：解析表だけが見える')),
        el('div', { class: 'row' }, el('input', { class: 'inp', readonly: true, value: url, id: `link-${seat}`, onclick: e => e.target.select() }), el('button', { type: 'button', class: 'btn sm', onclick: async () => { await navigator.clipboard?.writeText(url); window.meikyu.say(t('Copied', '写しました')); } }, t('Copy', '写す'))));
    }
  } else {
    const seed = el('input', { class: 'inp', id: 'f2seed', inputmode: 'numeric', placeholder: t('any', '自動') }), diff = el('select', { class: 'inp', id: 'f2diff' }, v.difficulties.map(d => el('option', { value: d.id, selected: d.id === v.difficulty || null }, `${d.name} · ${d.minutes ? t(`${d.minutes} min`, `${d.minutes}分`) : t('no clock', '時計なし')} · ${t('strikes', 'ミス')} ${d.strikes}`)));
    box.append(el('h3', {}, t('Practice', '練習')), el('label', { class: 'lbl', for: 'f2seed' }, t('Seed: the same number is the same bomb', '種：同じ数なら同じ爆弾')), seed, fault('seed') || '', el('label', { class: 'lbl', for: 'f2diff' }, t('Difficulty', '難しさ')), diff,
      el('button', { type: 'button', class: 'btn pri', id: 'f2begin', onclick: () => { const text = seed.value.trim(); const n = text === '' ? null : Number(text); if (n !== null && !Number.isSafeInteger(n)) { state.fault = { field: 'seed', text: t('A whole number, 0 or more', '0以上の整数で入れてください') }; draw(); return; } state.ending = 'begun'; send({ t: 'begin', seed: n, difficulty: diff.value }); } }, t('Begin', '始める')));
    if (v.seat === 'both') box.append(el('div', { class: 'rule' }), el('h3', {}, t('A bomb elsewhere: the sheet alone', 'よその爆弾：解析表だけ使う')), bombForm(v.sheet?.bomb || {}, b => { state.ending = 'expert'; send({ t: 'own', ...b }); }));
  }
  const veil = el('div', { class: 'veil' }, box); veil.addEventListener('mousedown', e => { if (e.target === veil) close(); });
  return veil;
}

export function bombForm(bomb, done) {
  const serial = el('input', { class: 'inp', id: 'f2serial', maxlength: 12, value: bomb.serial || '', autocomplete: 'off', 'aria-label': t('Serial number', 'シリアルナンバー') });
  const batteries = el('input', { class: 'inp', id: 'f2batteries', inputmode: 'numeric', value: bomb.serial ? bomb.batteries : '', 'aria-label': t('Batteries', '電池') });
  const bob = el('select', { class: 'inp', id: 'f2bob', 'aria-label': t('BOB indicator', 'BOBインジケーター') }, [['', '–'], ['no', t('no', 'なし')], ['yes', t('yes, lit or not', 'あり（点灯・消灯とも）')]].map(([v, l]) => el('option', { value: v, selected: (bomb.serial && v === (bomb.bob ? 'yes' : 'no')) || null }, l)));
  // all that is wrong is told at once, by the server; what was typed stays
  const go = () => { const n = batteries.value.trim(); done({ serial: serial.value, bob: bob.value ? bob.value === 'yes' : null, batteries: n === '' || Number.isNaN(Number(n)) ? n : Number(n) }); };
  const form = el('form', { class: 'bombform', onsubmit: e => { e.preventDefault(); go(); } },
    el('label', {}, el('span', { class: 'lbl' }, t('Serial number', 'シリアルナンバー')), serial, fault('serial')), el('label', {}, el('span', { class: 'lbl' }, t('Batteries', '電池の本数')), batteries, fault('batteries')),
    el('label', {}, el('span', { class: 'lbl' }, 'BOB'), bob, fault('bob')), el('button', { type: 'submit', class: 'btn pri', id: 'f2bomb' }, t('Enter', '入れる')));
  return form;
}

const given = field => field.options ? ([...field.options].find(o => o.defaultSelected) || field.options[0]).value : field.defaultValue;
const touched = field => field.value !== given(field);
let held = null, waiting = false;  // a partner's act may come in the middle of a click
function draw() {
  const host = document.getElementById('floor2'); if (!host) return;
  held ||= holding(host, () => { if (waiting) draw(); });
  waiting = held();
  if (waiting) return;
  const active = document.activeElement?.id, spot = document.activeElement?.selectionStart;
  const drafts = [...host.querySelectorAll('input[id]:not([readonly]),select[id]')].filter(touched).map(n => [n.id, n.value]);  // what is typed stays
  const places = ['.left', '.sheet'].map(side => [side, host.querySelector(side)?.scrollTop || 0]);
  if (state.gone) { host.replaceChildren(el('div', { class: 'px pad' }, el('h2', {}, t('This invitation has ended', 'この招待は終わっています')), el('p', {}, t('Ask for a new link, or practise alone.', '新しいリンクをもらうか、ひとりで練習してください。')), el('a', { class: 'btn pri', href: '/floor2' }, t('Practise', '練習する')))); return; }
  const v = state.view;
  if (!v) { host.replaceChildren(el('div', { class: 'px pad dim' }, t('Opening the room', '部屋を開いています'))); return; }
  const show = v.seat === 'both' ? (state.show || (v.module ? 'both' : 'expert')) : v.seat;
  const left = show !== 'expert' && v.module ? drawModule(v, state, fault) : null;
  const right = show !== 'defuser' && v.sheet ? drawSheet(v, state, fault) : null;
  const extra = dialog(v);
  host.className = `f2 show-${show}`;
  host.replaceChildren(head(v), el('div', { class: 'g2' }, left, right), ...(extra ? [extra] : []));
  for (const [side, top] of places) { const node = host.querySelector(side); if (node) node.scrollTop = top; }
  const strip = host.querySelector('.strip'), stage = strip?.querySelector('.now');
  if (stage) strip.scrollLeft = stage.offsetLeft + 2 * stage.offsetWidth - strip.offsetLeft - strip.clientWidth;  // a phone's strip shows only some stages: the present one stays in sight
  const again = active && document.getElementById(active);
  for (const [id, value] of drafts) { const field = document.getElementById(id); if (field) field.value = value; }
  if (again) { again.focus({ preventScroll: true }); try { if (spot !== null && spot !== undefined) again.setSelectionRange(spot, spot); } catch { /* not a text field */ } }
}

const PRESS = { s: 'S', b: 'B', ArrowLeft: 'L', ArrowUp: 'F', ArrowRight: 'R' };
addEventListener('keydown', event => {
  const v = state.view; if (!v || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !window.meikyu.settings.keysOn) return;
  if (event.key === 'Escape' && state.dialog) { state.dialog = ''; draw(); event.preventDefault(); return; }
  if (state.dialog || /^(input|select|textarea)$/i.test(event.target.tagName || '')) return;
  const show = v.seat === 'both' ? (state.show || 'both') : v.seat;
  // the five buttons of the module have the arrows, s and b; in the sheet r y g b m w are colours, so alone Shift picks the colour b
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (show !== 'expert' && v.module && PRESS[key] && !event.shiftKey) { event.preventDefault(); send({ t: 'press', b: PRESS[key] }); return; }
  if (show !== 'defuser' && sheetKey(event, v, state)) event.preventDefault();
});
addEventListener('meikyu:lang', () => { state.hint = null; send({ t: 'lang', v: window.meikyu.lang }); draw(); });
setInterval(() => { const node = document.getElementById('f2clock'); if (node && state.view?.clock) node.textContent = clockText(state.view.clock, state); }, 250);

export function clockText(clock, s) {
  if (!clock.minutes) return t('no clock', '時計なし');
  const left = clock.left === null ? clock.minutes * 60 : Math.max(0, clock.left - (clock.runs ? (performance.now() - s.at) / 1000 : 0));
  return `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(Math.floor(left % 60)).padStart(2, '0')}`;
}

function begin() { if (!document.getElementById('floor2') || !window.meikyu?.t) { setTimeout(begin, 20); return; } draw(); enter(); }
begin();
