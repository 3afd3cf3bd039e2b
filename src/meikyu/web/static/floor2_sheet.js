// The expert's side: stages so far, the next move or fight with its reasons, counters, lists, the LED keys, the codex.
import { el, t, tile } from './dom.js';
import { bombForm, redraw, send } from './floor2.js';
import { ENDS, NAMES, TILES, ZONE, chipOf } from './floor2_module.js';

const ARROW = { L: '←', F: '↑', R: '→' };
const COLOURS = ['R', 'Y', 'G', 'B', 'M'];
const NEEDS_SHIFT = v => v.seat === 'both' && v.module;

export function drawSheet(v, state, fault) {
  const s = v.sheet, parts = [];
  if (v.said) parts.push(el('div', { class: 'tag note said', role: 'status' }, t('Defuser: ', '解除役：'), v.said));
  if (v.strikes) parts.push(el('div', { class: 'cap' }, t('Strikes', 'ミス'), ` ${v.strikes[0]} / ${v.strikes[1]}`, v.strikes[2] ? ` · ${ENDS()[v.strikes[2]]}` : ''));
  if (s.needs === 'bomb') {
    parts.push(el('h2', {}, t('First, the bomb', 'まず、爆弾の外見')), el('p', { class: 't2' }, t('Three facts decide everything: the serial number, the batteries, and whether there is a BOB indicator.', '使うのは三つだけ：シリアルナンバー、電池の本数、BOBインジケーターの有無。'), ' ', chipOf('FL2-SOL-01')), bombForm(s.bomb, b => send({ t: 'bomb', ...b })));
    if (v.seat === 'both' && v.module) parts.push(el('button', { type: 'button', class: 'btn sm', id: 'f2copy', onclick: () => send({ t: 'bomb', serial: v.module.serial, bob: v.module.indicators.some(i => i.label === 'BOB'), batteries: v.module.batteries }) }, t('Read it off the module', 'モジュールから写す')));
    return el('section', { class: 'px pad sheet scroll', 'aria-label': t('Expert sheet', '解析表') }, parts, codexBox(v, state));
  }
  const n = s.now, names = NAMES(), zone = ZONE();
  parts.push(strip(s, state, zone));
  if (state.editing) parts.push(el('div', { class: 'obs px pad3' }, el('span', {}, t(`Stage ${state.editing} was really`, `ステージ${state.editing}の正しい色`)), COLOURS.map(c => colourKey(c, zone, () => { send({ t: 'correct', stage: state.editing, c }); state.editing = 0; })), el('button', { type: 'button', class: 'btn sm', onclick: () => { state.editing = 0; redraw(); } }, t('Leave it', 'やめる'))));
  for (const w of n.warnings) parts.push(el('div', { class: 'st warn' }, w.rule === 'FL2-ZON-17' ? t(`Stage ${w.stage}: magenta points before stage 1; 0 is used`, `ステージ${w.stage}：マゼンタの参照先が無いため 0 とします`) : t('The serial number has O or Y: a modded bomb?', 'シリアルにOかYがあります。改造された爆弾？'), ' ', chipOf(w.rule)));
  if (n.do === 'wait') parts.push(el('h2', {}, t('Which colour is the LED?', 'LEDは何色？')));
  else if (n.do === 'move') parts.push(moveBox(n, names));
  else parts.push(fightBox(n, s, names));
  const why = (title, steps) => steps.length ? el('div', {}, el('h3', {}, title), el('ul', { class: 'why' }, steps.map(b => el('li', {}, el('span', {}, b.text), ' ', chipOf(b.rule))))) : null;
  parts.push(el('div', { class: 'rule' }), el('div', { class: 'whybox' },
    n.do === 'fight' ? why(t('Why this enemy', 'なぜこの敵か'), n.because) : n.do === 'wait' ? why(t('Next', '次に'), n.because) : null,
    s.stages.length ? why(t(`How stage ${s.stages.length} was found`, `ステージ${s.stages.length}の動き`), s.found) : null));
  const change = (a, b) => b !== undefined && b !== a ? `${a}→${b}` : `${a}`;
  const cells = [[t('Level', 'レベル'), change(n.level, n.after.level)], ['y', n.stage], ['z', n.z], ['s', change(n.s, n.after.s)], ['b', change(n.b, n.after.b)], ['m', change(n.m, n.after.m)]];
  parts.push(el('div', { class: 'cnt' }, cells.map(([a, b]) => el('div', {}, el('span', { class: 'cap' }, a), el('b', {}, b)))));
  parts.push(el('div', { class: 'lists' }, s.lists.map(l => el('div', {}, el('span', { class: 'cap b' }, t(`Level ${l.level}`, `レベル${l.level}`)), l.monsters.map(m => el('div', { class: m.state }, m.state === 'fought' ? '✓ ' : m.state === 'now' ? '▶ ' : '', m.name))))));
  parts.push(codexBox(v, state), ledKeys(v, s, n, zone, fault));
  return el('section', { class: 'px pad sheet scroll', 'aria-label': t('Expert sheet', '解析表') }, parts, thumb(n, s, names));
}

const strip = (s, state, zone) => el('ol', { class: 'strip', 'aria-label': t('Stages', 'ステージ') }, Array.from({ length: s.total }, (_, i) => {
  const r = s.stages[i], last = i === s.stages.length - 1;
  return el('li', { class: `stg ${r ? 'z' + r.zone : ''} ${last ? 'now' : ''}`, 'aria-current': last ? 'step' : null }, el('span', { class: 'n' }, i + 1),
    r ? el('button', { type: 'button', title: t('put this colour right', 'この色を直す'), onclick: () => { state.editing = state.editing === i + 1 ? 0 : i + 1; redraw(); }, 'aria-label': `${t('Stage', 'ステージ')} ${i + 1} ${zone[r.zone]} ${r.dice} ${ARROW[r.move]}` }, el('span', { class: `z t${r.zone}` }, document.documentElement.lang === 'ja' ? zone[r.zone] : r.zone), el('span', { class: 'd' }, `${r.dice} ${ARROW[r.move]}`)) : el('span', { class: 'z dim' }, '·'),
    r && r.fight !== null ? el('i', { class: 'f', role: 'img', 'aria-label': t('fight', '戦闘') }) : null);
}));

const moveBox = (n, names) => el('div', { class: 'verdict' }, tile(TILES[n.move], 96), el('div', {}, el('div', { class: 'big', id: 'f2move', 'data-move': n.move }, names[n.move]), el('span', { class: 't2' }, t(`stage ${n.stage}`, `ステージ${n.stage}`))));

function fightBox(n, s, names) {
  if (n.monster === null) return el('div', { class: 'verdict' }, el('div', {}, el('div', { class: 'big' }, t('Won at once', '自動的に勝利')), el('span', { class: 't2' }, t('No enemy is left at this level or above', 'このレベル以上に敵が残っていません'), ' ', chipOf('FL2-CMB-19'))));
  const over = s.ticked >= n.sequence.length;
  return el('div', {}, el('div', { class: 'row hd' }, el('h2', { id: 'f2enemy' }, n.name), el('span', { class: 't2' }, `No. ${n.monster}`), el('span', { class: 'right amber b' }, over ? t('Beaten: what colour now?', '倒しました。次の色は？') : t(`Next, action ${s.ticked + 1}: ${names[n.sequence[s.ticked]]}`, `次は ${s.ticked + 1}手目：${names[n.sequence[s.ticked]]}`))),
    el('ol', { class: `seq${n.sequence.length > 8 ? ' long' : ''}`, id: 'f2seq', 'data-seq': n.sequence }, [...n.sequence].map((c, i) => el('li', { class: i < s.ticked ? 'done' : i === s.ticked ? 'cur' : '' }, el('button', { type: 'button', disabled: i !== s.ticked || null, onclick: () => send({ t: 'tick' }), 'aria-label': `${i + 1} ${names[c]}${i < s.ticked ? ' ✓' : ''}` }, tile(TILES[c], n.sequence.length > 8 ? 32 : 48), el('span', {}, names[c]))))),
    el('div', { class: 'cap' }, t('A wrong press does not lose the place: only right ones are ticked. Space ticks.', 'まちがえても位置は変わりません。押したぶんだけ印を付けます（スペース）。'), ' ', chipOf('FL2-CMB-04'), ' ', chipOf('FL2-SOL-06')));
}

const colourKey = (c, zone, run, id = null, key = c) => el('button', { type: 'button', class: 'o', id, 'data-c': c, onclick: run }, el('i', { class: `dot z${c}` }), el('span', {}, c === 'W' ? t('White', '白') : zone[c]), el('kbd', {}, key));

function ledKeys(v, s, n, zone, fault) {
  const box = el('div', { class: 'bottom' });
  if (s.last && n.do === 'move') {
    box.append(el('div', { class: 'obs' }, s.confirmed ? el('span', { class: 'st ok', id: 'f2done' }, t('Finished: solved', '完了：解除')) : el('button', { type: 'button', class: 'btn pri', id: 'f2confirm', onclick: () => send({ t: 'confirm' }) }, t('The status light is green: finished', '状態灯が緑になった：完了')), chipOf('FL2-SOL-11'), undoKey()));
    return box;
  }
  const label = n.do === 'fight' ? t('LED after the fight', '倒したあとのLED') : n.do === 'move' ? t('LED after the move', '動いたあとのLED') : t('LED', 'LED');
  box.append(el('div', { class: 'obs' }, el('span', { class: 't2' }, label), COLOURS.map(c => colourKey(c, zone, () => send({ t: 'see', c }), `f2see-${c}`, c === 'B' && NEEDS_SHIFT(v) ? '⇧B' : c)), n.do === 'move' ? colourKey('W', zone, () => send({ t: 'see', c: 'W' }), 'f2see-W') : null, undoKey()),
    ...[fault('seen') || fault('colour'), NEEDS_SHIFT(v) ? el('div', { class: 'cap dim' }, t('Keys: R Y G M W, Shift+B for blue (B alone is the shield)', 'キー：R Y G M W、青は Shift+B（B だけなら盾）')) : null].filter(Boolean));
  return box;
}
const undoKey = () => el('button', { type: 'button', class: 'btn sm right', id: 'f2undo', onclick: () => send({ t: 'undo' }) }, t('Undo one', '1つ戻す'), ' ', el('kbd', {}, 'Z'));

function codexBox(v, state) {
  const query = el('input', { class: 'inp', id: 'f2codexq', type: 'search', placeholder: t('name, number, effect', '名前・番号・効果'), 'aria-label': t('Search the codex', 'コーデックスを探す'), value: state.query, oninput: e => { state.query = e.target.value; fill(); } });
  const body = el('tbody', {});
  const fill = () => { const q = state.query.trim().toLowerCase(); const rows = v.codex.filter(m => !q || `${m.number} ${m.name} ${m.other} ${m.effect} ${m.sequence}`.toLowerCase().includes(q)); body.replaceChildren(...(rows.length ? rows : []).map(m => el('tr', {}, el('td', { class: 'r' }, m.number), el('td', {}, el('b', {}, m.name), el('br'), el('span', { class: 'cap' }, m.other)), el('td', { class: 'c' }, m.list || '–'), el('td', { class: 'seqtext' }, m.sequence || '?'), el('td', {}, m.effect, ' ', chipOf(m.rule))))); if (!rows.length) body.append(el('tr', {}, el('td', { colspan: 5, class: 'dim' }, t('No monster matches', '当てはまるモンスターはいません')))); };
  fill();
  return el('details', { class: 'codex', open: state.codex || null, ontoggle: e => { state.codex = e.target.open; } }, el('summary', {}, t('Codex and effects', 'コーデックスと特殊効果')), query, el('table', {}, el('thead', {}, el('tr', {}, ['No.', t('Name', '名前'), t('Level', 'レベル'), t('Actions', 'アクション'), t('Effect', '効果')].map(h => el('th', {}, h)))), body));
}

const thumb = (n, s, names) => el('div', { class: 'thumb' }, el('button', { type: 'button', class: 'btn', onclick: () => send({ t: 'undo' }) }, t('Undo', '1つ戻す')), n.do === 'fight' && n.monster !== null && s.ticked < n.sequence.length ? el('button', { type: 'button', class: 'btn pri', onclick: () => send({ t: 'tick' }) }, t(`${names[n.sequence[s.ticked]]} pressed`, `${names[n.sequence[s.ticked]]} を押した`)) : null);

// true when the key was the sheet's
export function sheetKey(event, v, state) {
  const s = v.sheet; if (!s || s.needs) return false;
  const key = event.key.toLowerCase();
  if (key === 'z') { send({ t: 'undo' }); return true; }
  if (event.key === ' ' && s.now.do === 'fight' && !/button|summary/i.test(event.target.tagName || '')) { send({ t: 'tick' }); return true; }
  if ('rygmw'.includes(key) && key.length === 1 || key === 'b') {
    const c = key.toUpperCase();
    if (state.editing) { if (c !== 'W') { send({ t: 'correct', stage: state.editing, c }); state.editing = 0; } return true; }
    send({ t: 'see', c }); return true;
  }
  return false;
}
