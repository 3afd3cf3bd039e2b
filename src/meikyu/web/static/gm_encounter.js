// Encounter builder: the inputs and their address, what the server makes of them, what each control does.
import { aloudCard, atRest, begin, copy, dialog, formats, n, post, printSheet, redraw, sessionButton, t, write } from './gm.js';
import { el } from './dom.js';
import { levelGroups } from './gm_party.js';
import { drawInputs } from './gm_encounter_inputs.js';
import { drawBestiary } from './gm_encounter_bestiary.js';
import { drawMeeting, dungeonTable } from './gm_encounter_meeting.js';

const USUAL = { party: [[5, 3]], difficulty: 'moderate', meetings: [{ name: '', monsters: [] }], at: 0, most: null, kinds: '', pool: [], under: false, seed: null, hp: null, q: '', type: '', low: '', high: '', fits: false };
export const page = { in: structuredClone(USUAL), view: null, bestiary: [], kinds: [], faults: [], sheet: 'meeting', host: null, poolText: null, turn: 0 };

// ---- the address: p=5x3*1x4 d=moderate e=wight.1.k1*skeleton.6~Crypt at=1 most kinds pool=a*b under seed hp q ty lo hi fits

const whole = (text, other) => /^-?\d{1,15}$/.test(text ?? '') ? Number(text) : other;
function readEntry(token) {
  const parts = token.split('.'), code = parts.shift(), entry = { code, count: whole(parts.shift(), 1), kept: 0, lair: false };
  for (const part of parts) { if (part === 'l') entry.lair = true; else if (/^k\d+$/.test(part)) entry.kept = Number(part.slice(1)); }
  return entry;
}
function readMeeting(text) {
  const cut = text.indexOf('~'), list = cut < 0 ? text : text.slice(0, cut), monsters = [];
  for (const entry of list.split('*').filter(Boolean).map(readEntry)) {
    const old = monsters.find(m => m.code === entry.code);
    if (old) { old.count += entry.count; old.kept += entry.kept; old.lair ||= entry.lair; } else monsters.push(entry);
  }
  return { name: cut < 0 ? '' : text.slice(cut + 1).slice(0, 80), monsters: monsters.slice(0, 60) };
}
function readAddress() {
  const q = new URLSearchParams(location.search), made = { ...structuredClone(USUAL), party: levelGroups() };
  if (q.has('p')) made.party = q.get('p').split('*').filter(Boolean).map(x => x.split('x')).map(([c, l]) => [whole(c, 0), whole(l, 0)]).slice(0, 30);
  if (['low', 'moderate', 'high'].includes(q.get('d'))) made.difficulty = q.get('d');
  if (q.has('e')) made.meetings = q.getAll('e').slice(0, 20).map(readMeeting);
  made.at = Math.min(Math.max(whole(q.get('at'), 1) - 1, 0), made.meetings.length - 1);
  for (const name of ['most', 'seed', 'hp']) made[name] = whole(q.get(name), null);
  made.kinds = q.get('kinds') || ''; made.pool = (q.get('pool') || '').split('*').filter(Boolean).slice(0, 400);
  made.under = q.has('under'); made.fits = q.has('fits');
  made.q = q.get('q') || ''; made.type = q.get('ty') || ''; made.low = q.get('lo') || ''; made.high = q.get('hi') || '';
  return made;
}
const writeEntry = m => `${m.code}.${m.count}${m.kept ? `.k${m.kept}` : ''}${m.lair ? '.l' : ''}`;
const writeMeeting = m => m.monsters.map(writeEntry).join('*') + (m.name ? `~${m.name}` : '');
function writeAddress(push) {
  const s = page.in, meetings = s.meetings.map(writeMeeting);
  write({ p: s.party.map(g => g.join('x')).join('*') || '0x1', d: s.difficulty === 'moderate' ? '' : s.difficulty, e: meetings.length > 1 || meetings[0] ? meetings.map(m => m || '~') : [], at: s.at ? s.at + 1 : '', most: s.most, kinds: s.kinds, pool: s.pool.join('*'), under: s.under, seed: s.seed, hp: s.hp, q: s.q, ty: s.type, lo: s.low, hi: s.high, fits: s.fits }, push);
}

// ---- asking

function inputs() {
  const { party, difficulty, meetings, at, most, kinds, pool, under, seed, hp } = page.in;
  return { party, difficulty, meetings, at, most, kinds, pool, under, seed, hp };
}
async function load() {
  const turn = ++page.turn, answer = await post('/web/gm/encounter', inputs());
  if (turn !== page.turn) return;
  if (!answer.ok) { page.broken = answer.told?.error?.message || t('The server does not answer', 'サーバーが応えません'); draw(); return; }
  page.broken = ''; page.view = answer.told; page.faults = [...answer.told.faults, ...page.faults.filter(f => f.own)];
  draw(); tell();
  clearTimeout(page.printing); page.printing = setTimeout(readyPrint, 300);
}
async function readyPrint() { const answer = await post('/web/gm/encounter/sheet', inputs()); if (answer.ok) { page.printed = answer.told; printSheet(answer.told); } }
function tell() {
  const m = here(); if (!m) return;
  const said = m.label ? `${m.label_name}, ${n(m.xp)} XP` : `${n(m.xp)} XP`;
  if (said !== page.said) { page.said = said; window.meikyu.say(said); }
}
export const here = () => page.view?.meetings[page.in.at];
export const open = () => page.in.meetings[page.in.at];

// change(s => ...): one step that "back" undoes; {quiet: true} for what is being typed
export function change(alter, { quiet = false } = {}) {
  page.faults = page.faults.filter(f => !f.own);
  alter(page.in); writeAddress(!quiet); return load();
}
// what only filters the bestiary needs no server
export function filter(alter) { alter(page.in); writeAddress(false); draw(); }

// ---- acts

export const setCount = (code, count) => change(() => { const m = open().monsters.find(x => x.code === code); if (count === 0) return drop(code); m.count = count; m.kept = Math.min(m.kept, Math.max(count, 0)); });
function drop(code) { open().monsters = open().monsters.filter(x => x.code !== code); }
export const remove = code => change(() => drop(code));
export const add = code => change(() => { const old = open().monsters.find(x => x.code === code); if (old) old.count += 1; else open().monsters.push({ code, count: 1, kept: 0, lair: false }); });
export const keep = code => change(() => { const m = open().monsters.find(x => x.code === code); m.kept = m.kept ? 0 : m.count; });
export const lair = code => change(() => { const m = open().monsters.find(x => x.code === code); m.lair = !m.lair; });
export const take = monsters => change(() => { open().monsters = monsters; });
export const togglePool = code => change(s => { s.pool = s.pool.includes(code) ? s.pool.filter(x => x !== code) : [...s.pool, code]; page.poolText = null; });
export const absent = found => change(s => {
  const group = s.party.find(g => g[1] === found.level && g[0] > 0); if (group) group[0] -= 1;
  for (const gone of found.remove) { const m = open().monsters.find(x => x.code === gone.code); m.count -= gone.count; m.kept = Math.min(m.kept, m.count); if (m.count < 1) drop(gone.code); }
});
export async function build(draws) {
  if (draws) page.in.seed = page.in.seed === null ? 1 : page.in.seed + 1; else page.in.seed = null;
  const answer = await post('/web/gm/encounter/build', inputs());
  if (!answer.ok || answer.told.faults.length) { page.faults = [...(page.view?.faults || []), ...(answer.told?.faults || []).map(f => ({ ...f, own: true }))]; draw(); document.querySelector('#gminputs .fault')?.scrollIntoView({ block: 'nearest' }); return; }
  await take(answer.told.monsters);
  if (page.sheet === 'inputs') show('meeting');  // a phone shows one column: the one with what was built
  window.meikyu.say(t(`Built: ${n(answer.told.xp)} XP, ${n(answer.told.left)} left`, `組みました：${n(answer.told.xp)} XP、残り ${n(answer.told.left)}`));
}
export const addMeeting = () => change(s => { s.meetings.push({ name: '', monsters: [] }); s.at = s.meetings.length - 1; });
export const openMeeting = at => change(s => { s.at = at; });
export const removeMeeting = at => change(s => { s.meetings.splice(at, 1); if (!s.meetings.length) s.meetings.push({ name: '', monsters: [] }); s.at = Math.min(s.at, s.meetings.length - 1); });
export const nameOf = (m, at) => m.name || t(`Encounter ${at + 1}`, `遭遇${at + 1}`);
export const show = sheet => { page.sheet = sheet; draw(); document.getElementById('main').scrollTop = 0; scrollTo(0, 0); };

// ---- dialogs

const file = () => (nameOf(open(), page.in.at) + '').replace(/[\\/:*?"<>|\s]+/g, '_');
async function exportAs(ending, act) {
  const answer = await post(`/web/gm/encounter/export/${ending}`, inputs(), `&link=${encodeURIComponent(location.pathname + location.search)}`);
  if (answer.ok) act(answer.text);
}
async function forSession() {
  await readyPrint();
  return page.printed && { kind: 'encounter', ...page.printed, link: location.pathname + location.search, again: ['/web/gm/encounter/sheet', inputs()] };
}
async function exportDialog() {
  const kinds = { md: ['Markdown', 'text/markdown'], csv: ['CSV', 'text/csv'], json: ['JSON', 'application/json'] };
  const pieces = el('div', { class: 'gmpieces' }, el('span', { class: 'dim' }, '…'));
  const session = sessionButton('gmsessionhere', t('Add to the session sheet', 'セッション表に加える'), forSession, 'btn');
  dialog(t('Print and export', '印刷と書き出し'), [
    el('div', { class: 'row wrap' }, el('button', { type: 'button', class: 'btn pri', id: 'gmprintbtn', onclick: async () => { await readyPrint(); window.print(); } }, t('Print the sheet', '印刷する')), session),
    formats(kinds, file(), exportAs),
    el('h3', {}, t('CCFOLIA pieces', 'CCFOLIA（ココフォリア）の駒')), el('p', { class: 'cap' }, t('Copy one, then paste it on the board. Hit Points are hidden from the players.', '1つ写して、盤面に貼り付けます。HPはプレイヤーに見えません。')), pieces]);
  const answer = await post('/web/gm/encounter/pieces', inputs());
  pieces.replaceChildren(...(answer.ok && answer.told.length ? answer.told.map((piece, i) => el('button', { type: 'button', class: 'btn sm', id: `gmpiece-${i}`, onclick: async event => { const key = event.target; await copy(piece.text, t(`${piece.name}: copied`, `${piece.name}：写しました`)); key.classList.add('done'); } }, piece.name)) : [el('span', { class: 'dim' }, t('No creature is here yet', 'まだクリーチャーがいません'))]));
}
function readAloud() {
  const m = here(), words = m?.aloud || t('Nobody is here yet.', 'まだ誰もいません。');
  aloudCard(words, t('Sizes and kinds only: no names, no numbers. Change the words as you like.', '大きさと種別だけで、名前や数値は出しません。文は自由に直せます。'));
}
export function hitPointsDialog() {
  const m = here();
  dialog(t('Hit Points, each die told', 'HP：ダイスを1個ずつ'), el('div', { class: 'gmdice' }, m.rows.map(row => row.rolled ? el('section', {}, el('h3', {}, row.name, ' ', el('span', { class: 'dim' }, `${row.rolled.hit_dice} · ${t('fixed', '固定値')} ${row.rolled.fixed}`)),
    el('ol', {}, row.rolled.rolled.map((hp, i) => el('li', {}, el('b', {}, hp), ' = ', row.rolled.dice[i].map(die => el('span', { class: 'gmdie' }, die)), row.rolled.hit_dice.match(/[+-]\d+$/)?.[0] || '')))) : null)), { wide: true });
}
export function dungeonDialog() { dialog(t('The whole dungeon', 'ダンジョン全体'), dungeonTable(page), { wide: true }); }

// ---- drawing

function ends() {
  const place = document.getElementById('deskend'); if (!place) return;
  place.replaceChildren(el('button', { type: 'button', class: 'btn sm', id: 'gmlink', onclick: () => copy(location.href) }, t('Copy link', 'リンクをコピー')), el('button', { type: 'button', class: 'btn sm', id: 'gmaloud', onclick: readAloud }, t('Read aloud', '読み上げ')), el('button', { type: 'button', class: 'btn sm', id: 'gmexport', onclick: exportDialog }, t('Export', '書き出し')), sessionButton('gmsession', t('+ Session', '＋ セッション表'), forSession));
}
function thumb() {
  const key = (sheet, words) => el('button', { type: 'button', class: page.sheet === sheet ? 'btn pri' : 'btn', id: `gmthumb-${sheet}`, 'aria-pressed': String(page.sheet === sheet), onclick: () => show(sheet) }, words);
  return el('div', { class: 'thumb noprint' }, key('meeting', t('Verdict', '判定')), key('inputs', t('Change inputs', '条件')), key('bestiary', t('Add', '足す')), el('button', { type: 'button', class: 'btn', 'aria-label': t('Print, export', '印刷・書き出し'), onclick: exportDialog }, '⋯'));
}
export const draw = atRest(() => {
  if (!page.host) return;
  page.host.className = `gmdesk gm gmenc show-${page.sheet}`;
  if (page.broken && !page.view) { redraw(page.host, el('div', { class: 'px pad' }, el('span', { class: 'st bad' }, page.broken))); return; }
  if (!page.view) { redraw(page.host, el('div', { class: 'g3' }, ['', '', ''].map(() => el('section', { class: 'px pad dim' }, t('Opening the desk', '卓を開いています'))))); return; }
  redraw(page.host, page.broken ? el('div', { class: 'tag bad', role: 'alert' }, page.broken) : null, el('div', { class: 'gmcols' }, el('div', { class: 'g3' }, drawInputs(page), drawMeeting(page), drawBestiary(page))), thumb());
});

async function start(host) {
  page.host = host; page.in = readAddress(); ends(); draw();
  const bestiary = await (await fetch(`/web/gm/creatures?lang=${window.meikyu.lang}`)).json();
  page.bestiary = bestiary.creatures; page.kinds = bestiary.kinds;
  await load();
}
addEventListener('popstate', () => { page.in = readAddress(); page.poolText = null; page.faults = []; load(); });
addEventListener('meikyu:lang', () => { ends(); load(); });
addEventListener('meikyu:search', event => { const field = document.getElementById('gmq'); if (!field) return; event.preventDefault(); if (page.sheet !== 'bestiary' && innerWidth <= 600) show('bestiary'); document.getElementById('gmq').focus(); document.getElementById('gmq').select(); });
addEventListener('keydown', event => {
  if (event.defaultPrevented || document.querySelector('.veil') || window.meikyu.action?.(event) !== 'list') return;
  const why = document.getElementById('gmwhy'); if (why) { event.preventDefault(); why.open = !why.open; if (why.open) why.querySelector('summary').focus(); }
});
begin(start);
