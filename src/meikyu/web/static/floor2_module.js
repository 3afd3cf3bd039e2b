// The defuser's side: the module as it would hang on a bomb, its edgework, strikes, clock, words to say, the log.
import { el, t, tile } from './dom.js';
import { clockText, redraw, send } from './floor2.js';

export const TILES = { S: 'item_sword', B: 'ui_guard', L: 'ui_left', F: 'ui_forward', R: 'ui_right' };
export const NAMES = () => ({ S: t('Sword', '剣'), B: t('Shield', '盾'), L: t('Left', '左'), F: t('Forward', '前'), R: t('Right', '右') });
export const ZONE = () => ({ R: t('Red', '赤'), Y: t('Yellow', '黄'), G: t('Green', '緑'), B: t('Blue', '青'), M: t('Magenta', '紫') });
export const ENDS = () => ({ solved: t('Solved', '解除'), timeout: t('Time ran out', '時間切れ'), exploded: t('The bomb exploded', '爆発') });
export const chipOf = id => id ? el('a', { class: 'rid', href: `/rules/${id}` }, id) : null;

export function drawModule(v, state, fault) {
  const m = v.module, names = NAMES(), keys = { S: 'S', B: 'B', L: '←', F: '↑', R: '→' };
  const led = m.led === '!' || state.flash === 'auto_win' ? 'W' : m.led || 'off';
  const button = b => el('button', { type: 'button', class: 'kb', id: `f2-${b}`, 'aria-label': names[b], disabled: m.over || null, onclick: () => send({ t: 'press', b }) }, el('kbd', { 'aria-hidden': 'true' }, keys[b]), tile(TILES[b], 64));
  const light = state.flash.startsWith('wrong') ? 'strike' : m.over === 'solved' ? 'solved' : m.over ? 'strike' : '';
  const lightWord = light === 'strike' ? t('a strike', 'ミス') : light === 'solved' ? t('solved', '解除') : t('off', '消灯');
  const device = el('section', { class: `dev${light === 'strike' ? ' hit' : ''}`, 'aria-label': t('Module', 'モジュール') }, ['nw', 'ne', 'sw', 'se'].map(c => el('i', { class: `screw ${c}` })),
    el('div', { class: 'face' }, el('div', { class: 'lcd', id: 'f2stage', role: 'img', 'aria-label': t(`Stage ${m.stage}`, `ステージ${m.stage}`) }, String(m.stage).padStart(2, '0')),
      el('div', { class: 'col mid' }, el('div', { class: `led z${led}`, id: 'f2led', 'data-led': m.led, role: 'img', 'aria-label': `LED ${m.word}` }, led === 'W' || !m.led ? '' : m.led), el('b', { class: 'ledword' }, t('LED ', 'LED '), m.word)),
      el('div', { class: `status ${light}`, role: 'img', 'aria-label': t(`Status light: ${lightWord}`, `状態灯：${lightWord}`), title: lightWord })),
    el('div', { class: 'two' }, button('S'), button('B')), el('div', { class: 'three' }, button('L'), button('F'), button('R')),
    m.over ? el('div', { class: `overword ${m.over}`, role: 'status' }, ENDS()[m.over]) : null,
    el('div', { class: 'plate' }, 'DUNGEON 2F'));
  const strikes = m.strikes >= m.limit ? 'bad' : m.strikes ? 'warn' : 'ok';
  const tags = [t(`Batteries ${m.batteries}`, `電池 ${m.batteries}`), t(`Holders ${m.holders}`, `ホルダー ${m.holders}`), ...m.indicators.map(i => `${i.lit ? '●' : '○'} ${i.label}`), ...m.plates.map(p => `[${p.join(', ') || t('empty', '空き')}]`)];
  const edge = el('section', { class: 'px pad3 edge' }, el('div', { class: 'row between' }, el('span', { class: 'lbl' }, t('Edgework', '爆弾の外見')), v.clock.minutes ? el('span', { class: 'num b', id: 'f2clock', role: 'timer' }, clockText(v.clock, state)) : null, el('span', { class: `st ${strikes}`, id: 'f2strikes' }, t('Strikes', 'ミス'), ` ${m.strikes} / ${m.limit}`)),
    el('div', { class: 'row tags' }, el('span', { class: 'inp serial', id: 'f2edgeserial' }, m.serial), tags.map(x => el('span', { class: 'tag raise' }, x))),
    el('div', { class: 'cap dim', title: t('copy it as one line', '一行で写せます') }, m.line));
  const parts = [device, v.seat === 'both' ? hintBox(m, state.hint) : null, edge];
  if (v.clock.minutes && v.clock.left === null && !m.over) edge.append(el('button', { type: 'button', class: 'btn sm', onclick: () => send({ t: 'start' }) }, t('Start the clock', '時計を動かす')));
  if (v.seat === 'defuser' || state.show === 'defuser') parts.push(el('section', { class: 'px pad3' }, el('span', { class: 'lbl' }, t('Say without sound', '声を出さずに伝える')), el('div', { class: 'row tags' }, Object.entries(v.words).map(([w, text]) => el('button', { type: 'button', class: 'btn sm', onclick: () => send({ t: 'say', word: w }) }, text)))));
  parts.push(logBox(v, state, fault));
  return el('div', { class: 'left scroll' }, parts);
}

// right below the buttons, so that the light stays in sight
const hintBox = (m, h) => el('section', { class: 'px pad3 hint' }, el('div', { class: 'row between' }, el('button', { type: 'button', class: 'btn sm', id: 'f2hint', disabled: m.over || null, onclick: () => send({ t: 'hint' }) }, t('Hint, with reasons', 'ヒントと理由')), h ? el('b', { class: 'amber', id: 'f2hintword', 'data-press': h.press }, h.word) : el('span', { class: 'dim cap' }, t('what to press now, and why', 'いま押すものと、その理由'))),
  h ? el('ul', { class: 'why' }, h.because.map(b => el('li', {}, el('span', {}, b.text), ' ', chipOf(b.rule)))) : null);

function logBox(v, state, fault) {
  const line = el('input', { class: 'inp', id: 'f2chat', placeholder: '!1 s b f s', 'aria-label': t('Chat command', 'チャットの命令') });
  return el('details', { class: 'px pad3 logbox', open: state.log || null, ontoggle: e => { state.log = e.target.open; } }, el('summary', {}, t('Log, history, chat commands', '記録・履歴・チャットの命令')),
    el('form', { class: 'row', onsubmit: e => { e.preventDefault(); if (line.value.trim()) { send({ t: 'chat', line: line.value }); line.value = ''; } } }, line, el('button', { type: 'submit', class: 'btn sm' }, t('Send', '送る'))), fault('chat'), fault('press'),
    v.history.length ? el('table', {}, el('thead', {}, el('tr', {}, [t('Stage', 'ステージ'), t('Zone', 'ゾーン'), t('Dice', '目'), t('Level', 'レベル'), t('Enemy after it', '後の敵')].map(h => el('th', {}, h)))), el('tbody', {}, v.history.map(r => el('tr', {}, el('td', {}, r.stage), el('td', {}, ZONE()[r.zone]), el('td', {}, r.dice), el('td', {}, r.level), el('td', {}, r.auto ? t('won at once', '自動勝利') : r.name || '–'))))) : null,
    el('pre', { class: 'log', id: 'f2log' }, v.log.join('\n')),
    el('div', { class: 'row' }, el('a', { class: 'btn sm', href: `/web/floor2/${state.link}/log.txt`, download: 'dungeon-2f.txt' }, t('Save as text', '文字で保存')), el('a', { class: 'btn sm', href: `/web/floor2/${state.link}/log.json`, download: 'dungeon-2f.json' }, 'JSON')));
}
