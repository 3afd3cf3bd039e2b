// The journey desk: inputs and their address, what the server plays from them, what each control does.
import { aloudCard, atRest, begin, copy, dialog, formats, post, printSheet, redraw, sessionButton, t, write } from './gm.js';
import { el } from './dom.js';
import { travelers } from './gm_party.js';
import { drawInputs } from './gm_journey_inputs.js';
import { drawDay, setTable } from './gm_journey_day.js';
import { drawPeople } from './gm_journey_people.js';
import { readAddress, writeAddress } from './gm_journey_address.js';

export const page = { in: null, view: null, choices: null, faults: [], host: null, turn: 0, sheet: 'day', open: new Set(), forage: false, broken: '' };
const LAST = 'meikyu.gm.journey.last', KEPT = 'meikyu.gm.journey.kept';

// ---- asking

const inputs = () => ({ options: page.in.options, moves: page.in.moves, seed: page.in.seed, pace: page.in.pace, hours: page.in.hours, link: location.pathname + location.search });

async function load() {
  const turn = ++page.turn, answer = await post('/web/gm/journey', inputs());
  if (turn !== page.turn) return;
  if (!answer.ok) { page.broken = answer.told?.error?.message || t('The server does not answer', 'サーバーが応えません'); draw(); return; }
  page.broken = ''; page.faults = answer.told.faults;
  if (answer.told.view) { page.view = answer.told.view; tell(); }
  draw();
  if (!page.faults.length) { try { localStorage.setItem(LAST, location.search); } catch { /* private mode */ } clearTimeout(page.printing); page.printing = setTimeout(readyPrint, 400); }
}
async function readyPrint() { const answer = await post('/web/gm/journey/sheet', inputs()); if (answer.ok) { page.printed = answer.told; printSheet(answer.told); } }
function tell() {
  const v = page.view, said = v.over ? ended(v.over) : t(`Day ${v.day}, ${v.today.terrain_name}`, `${v.day}日目、${v.today.terrain_name}`);
  if (said !== page.said) { page.said = said; window.meikyu.say(said); }
}
export const ended = over => over.result === 'arrived' ? t(`Arrived after ${over.days} days`, `${over.days}日で到着`) : t('Nobody is left alive', '全員が死亡した');

// one step that "back" undoes; {quiet: true} for what is being dragged or typed
export function change(alter, { quiet = false } = {}) { alter(page.in); write(writeAddress(page.in), !quiet); return load(); }
export const move = (...parts) => change(s => { s.moves = [...s.moves.slice(0, page.view?.played ?? s.moves.length), parts]; });
export const isDay = m => m[0] === 'march' || m[0] === 'rest';
// back to the morning before move number `upto`
export const backTo = upto => change(s => { s.moves = s.moves.slice(0, upto); });
// the last thing is taken back: what was done this morning, else the day before
export const undo = () => page.in.moves.length ? backTo(page.in.moves.length - 1) : null;
export const cut = () => change(s => { s.moves = s.moves.slice(0, page.view.played); });
export const show = sheet => { page.sheet = sheet; draw(); document.getElementById('main').scrollTop = 0; scrollTo(0, 0); };

// ---- keeping, opening, exporting

const kept = () => { try { return JSON.parse(localStorage.getItem(KEPT) || '[]'); } catch { return []; } };
const keepAll = rows => { try { localStorage.setItem(KEPT, JSON.stringify(rows)); } catch { window.meikyu.shout(t('This browser keeps nothing', 'このブラウザには保存できません')); } };
const file = () => `journey_day_${page.view?.day ?? 1}`;

const sample = () => ({ ...structuredClone(page.choices.sample), party: travelers() });
function fresh() { change(s => { Object.assign(s, { options: sample(), moves: [], seed: 1 + Math.floor(Math.random() * 9999), pace: 'normal', hours: 8 }); }); }

async function exportAs(ending, act) { const answer = await post(`/web/gm/journey/export/${ending}`, inputs()); if (answer.ok) act(answer.text); }

async function take(chosen) {
  const text = await chosen.text();
  try {
    const told = JSON.parse(text);
    if (told.format !== 'meikyu.journey' || !told.options || !Array.isArray(told.moves)) throw new Error('format');
    await change(s => Object.assign(s, { options: told.options, moves: told.moves, seed: told.seed ?? 1 }));
    return true;
  } catch { return false; }
}

async function forSession() {
  await readyPrint();
  return page.printed && { ...page.printed, link: location.pathname + location.search, again: ['/web/gm/journey/sheet', inputs()] };
}
function filesDialog() {
  const name = el('input', { class: 'inp grow', id: 'gjname', maxlength: 60, 'aria-label': t('Name', '名前'), value: t(`Journey, day ${page.view?.day ?? 1}`, `旅・${page.view?.day ?? 1}日目`) });
  const list = el('div', { class: 'gjkept' });
  const fill = () => list.replaceChildren(...(kept().length ? kept().map((row, i) => el('div', { class: 'row' },
    el('button', { type: 'button', class: 'btn sm grow', id: `gjopen-${i}`, onclick: () => { close(); const made = readAddress(row.search, page.choices); if (made) change(s => Object.assign(s, made)); } }, row.name),
    el('button', { type: 'button', class: 'gmx', 'aria-label': t(`Delete ${row.name}`, `${row.name}を消す`), onclick: () => { const rows = kept(); rows.splice(i, 1); keepAll(rows); fill(); } }, '×'))) : [el('p', { class: 'dim' }, t('Nothing is kept yet. Give it a name and press Keep.', 'まだ保存がありません。名前を付けて「保存」を押します。'))]));
  fill();
  const fault = el('span', { class: 'fault', role: 'alert' });
  const picker = el('input', { type: 'file', accept: '.json,application/json', id: 'gjfile', class: 'sr', onchange: async e => { if (e.target.files[0]) { if (await take(e.target.files[0])) close(); else fault.textContent = t('This is no journey: choose a JSON file that this page has written', 'このファイルは旅ではありません。このページが書き出したJSONを選んでください'); } } });
  const kinds = { md: ['Markdown', 'text/markdown'], json: ['JSON', 'application/json'] };
  const added = sessionButton('gmsessionhere', t('Add to the session sheet', 'セッション表に加える'), forSession, 'btn');
  const close = dialog(t('Save, open, print', '保存・開く・印刷'), [
    el('div', { class: 'row wrap' }, el('button', { type: 'button', class: 'btn pri', id: 'gmprintbtn', onclick: async () => { await readyPrint(); window.print(); } }, t('Print the sheet', '印刷する')), added, el('button', { type: 'button', class: 'btn', id: 'gjnew', onclick: () => { close(); fresh(); } }, t('New journey', '新しい旅'))),
    el('h3', {}, t('Kept in this browser', 'このブラウザに保存')), el('div', { class: 'row' }, name, el('button', { type: 'button', class: 'btn', id: 'gjkeep', onclick: () => { keepAll([{ name: name.value.trim() || t('Journey', '旅'), search: location.search }, ...kept()].slice(0, 30)); fill(); } }, t('Keep', '保存'))), list,
    el('h3', {}, t('Files', 'ファイル')), formats(kinds, file(), exportAs),
    el('div', { class: 'row' }, picker, el('label', { class: 'btn sm', for: 'gjfile' }, t('Open a JSON file', 'JSONファイルを開く')), fault)]);
}

function readAloud() {
  aloudCard(page.view?.aloud || '', t('Place and weather only, no numbers. Change the words as you like.', '場所と天候だけで、数値は出しません。文は自由に直せます。'));
}

// ---- drawing

function ends() {
  const place = document.getElementById('deskend'); if (!place) return;
  place.replaceChildren(el('button', { type: 'button', class: 'btn sm', id: 'gmlink', onclick: () => copy(location.href) }, t('Copy link', 'リンクをコピー')), el('button', { type: 'button', class: 'btn sm', id: 'gmaloud', onclick: readAloud }, t('Read-aloud', '読み上げ')), el('button', { type: 'button', class: 'btn sm', id: 'gmexport', onclick: filesDialog }, t('Save, print', '保存・印刷')), sessionButton('gmsession', t('+ Session', '＋ セッション表'), forSession));
}
function thumb() {
  const key = (sheet, words) => el('button', { type: 'button', class: page.sheet === sheet ? 'btn pri' : 'btn', id: `gjthumb-${sheet}`, 'aria-pressed': String(page.sheet === sheet), onclick: () => show(sheet) }, words);
  return el('div', { class: 'thumb noprint' }, key('day', t('Today', '今日')), key('inputs', t('Route', '道のり')), key('people', t('Party, log', '一行・記録')), el('button', { type: 'button', class: 'btn', 'aria-label': t('Save, print', '保存・印刷'), onclick: filesDialog }, '⋯'));
}
export const draw = atRest(() => {
  if (!page.host) return;
  page.host.className = `gmdesk gm gmjour show-${page.sheet}`;
  if (!page.in || (!page.view && !page.faults.length)) { redraw(page.host, el('div', { class: 'g3' }, ['', '', ''].map(() => el('section', { class: 'px pad dim' }, page.broken || t('Opening the desk', '卓を開いています'))))); ends(); return; }
  redraw(page.host, page.broken ? el('p', { class: 'st bad' }, page.broken) : null, el('div', { class: 'g3' }, drawInputs(page), drawDay(page), drawPeople(page)), thumb());
  const strip = page.host.querySelector('.gjstrip'), now = strip?.querySelector('.now');
  if (now) strip.scrollLeft = Math.max(0, now.offsetLeft - strip.offsetLeft - 150);  // today stays in sight, the day before beside it
  ends();
});

addEventListener('keydown', event => {
  if (!page.view || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('.veil')) return;
  const action = window.meikyu.action(event);
  if (action === 'undo') { event.preventDefault(); undo(); }
  if (action === 'list') { event.preventDefault(); setTable(); draw(); }
});
addEventListener('popstate', () => { if (page.choices) { page.in = readAddress(location.search, page.choices) || page.in; load(); } });
addEventListener('meikyu:lang', async () => { if (!page.host) return; page.choices = await (await fetch(`/web/gm/journey/choices?lang=${window.meikyu.lang}`)).json(); load(); });

begin(async host => {
  page.host = host; draw();
  page.choices = await (await fetch(`/web/gm/journey/choices?lang=${window.meikyu.lang}`)).json();
  let last = ''; try { last = localStorage.getItem(LAST) || ''; } catch { last = ''; }
  page.in = readAddress(location.search, page.choices) || readAddress(last, page.choices) || { options: sample(), moves: [], seed: 7, pace: 'normal', hours: 8 };
  write(writeAddress(page.in), false);
  load();
});
