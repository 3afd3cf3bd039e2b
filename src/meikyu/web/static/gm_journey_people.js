// The right side: how each traveler stands, what may happen to them, and the log with every die.
import { chip, el } from './dom.js';
import { move } from './gm_journey.js';
import { dialog, t } from './gm.js';

const STATES = { true: 'ok', false: 'bad' };
const GROUPS = { expose: ['Exposed to a contagion', '疫病にさらされる'], poison: ['A dose of poison', '毒を受ける'], ointment: ['Care', '手当て'], cure: ['Magic', '魔法'], tend: ['Care', '手当て'], level: ['By the gamemaster’s word', 'GMの裁定'], apart: ['Care', '手当て'] };

function fate(who) {
  const groups = new Map();
  for (const one of who.moves) { const [en, ja] = GROUPS[one.kind], name = t(en, ja); if (!groups.has(name)) groups.set(name, []); groups.get(name).push(one); }
  const act = one => { close(); move(...one.move); };
  const parts = [...groups].map(([name, moves]) => [el('h3', {}, name), moves[0].kind === 'poison'
    ? el('div', { class: 'row' }, el('select', { class: 'inp', id: 'gjpoison', 'aria-label': name }, moves.map((one, i) => el('option', { value: i }, one.name))), el('button', { type: 'button', class: 'btn', id: 'gjpoison-go', onclick: () => act(moves[Number(document.getElementById('gjpoison').value)]) }, t('Give it', '与える')))
    : el('div', { class: 'row wrap' }, moves.map(one => el('button', { type: 'button', class: 'btn sm', 'data-move': one.move.join('-'), onclick: () => act(one) }, one.name)))]);
  const close = dialog(t(`What happens to ${who.name}?`, `${who.name}に何が起きる？`), parts);
}

const person = who => el('li', { class: `gjperson${who.dead ? ' dead' : ''}`, 'data-who': who.who },
  el('div', { class: 'row' }, el('b', { class: 'grow' }, who.name), el('span', { class: 'cap num' }, `${who.hp}/${who.hp_max} HP`), el('span', { class: 'pips', role: 'img', 'aria-label': t(`Exhaustion ${who.level} of 6`, `消耗 ${who.level}／6`) }, Array.from({ length: 6 }, (_, i) => el('i', { class: i < who.level ? 'f' : '' }))),
    el('button', { type: 'button', class: 'btn sm', id: `gjfate-${who.who}`, disabled: who.moves.length ? null : true, 'aria-label': t(`What happens to ${who.name}?`, `${who.name}に何が起きる？`), onclick: () => fate(who) }, '⋯')),
  who.marks.length ? el('div', { class: 'gjstates' }, who.marks.map(m => el('div', { class: 'row between' }, el('span', { class: `st ${m.mark}` }, m.text), chip(m.rule)))) : el('span', { class: 'cap dim' }, t(`well · Speed ${who.speed} ft`, `異常なし・移動速度${who.speed}ft`)));

const fact = f => el('li', { class: f.success === true ? 'good' : f.success === false ? 'ill' : f.kind === 'death' ? 'ill' : '' }, f.success === null ? null : el('span', { class: `st ${STATES[f.success]}`, 'aria-hidden': 'true' }), el('span', {}, f.text), ' ', chip(f.rule));

export function drawPeople(page) {
  const v = page.view; if (!v) return el('section', { class: 'px pad gjpeople' });
  const encounter = `/gm/encounter?p=${[...new Set(v.levels)].map(level => `${v.levels.filter(x => x === level).length}x${level}`).join('*')}`;
  return el('section', { class: 'px pad scroll gjpeople', 'data-scroll': 'people', 'aria-label': t('Party and log', '一行と記録') },
    el('h3', {}, t('How they stand', '一行の様子')), el('ul', { class: 'gjpersons' }, v.travelers.map(person)), v.levels.length ? el('a', { class: 'cap gjto', href: encounter }, t('Build an encounter for them', 'この一行の遭遇を組む')) : null,
    el('div', { class: 'rule' }), el('h3', {}, t('Log, each die told', '記録・すべての出目')),
    v.log.length ? v.log.map((day, i) => el('details', { open: i < 2 || null, class: 'gjlogday' }, el('summary', {}, t(`Day ${day.day}`, `${day.day}日目`)), el('ol', {}, day.facts.map(fact)))) : el('p', { class: 'dim' }, t('Nothing has happened yet. Set out with the amber button.', 'まだ何も起きていません。橙のボタンで出発します。')));
}
