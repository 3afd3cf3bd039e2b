// The left side: who fights, how hard it is meant to be, what the builder may use.
import { chip, el } from './dom.js';
import { build, change, page as state, draw } from './gm_encounter.js';
import { fault, n, stepper, t } from './gm.js';

const faults = field => fault(state.faults, field);
const wrong = field => state.faults.some(f => f.field === field);

function party(s, { limits }) {
  const set = (row, place, value) => change(x => { x.party[row][place] = value; });
  const count = (row, group) => stepper(`gmcount-${row}`, t('Characters', '人数'), group[0], v => set(row, 0, v), { low: 0, high: limits.characters, wrong: wrong(`party[${row}].count`) });
  const level = (row, group) => stepper(`gmlevel-${row}`, t('Level', 'レベル'), group[1], v => set(row, 1, v), { low: 1, high: limits.level, wrong: wrong(`party[${row}].level`) });
  const told = row => [faults(`party[${row}].count`), faults(`party[${row}].level`)];
  const rows = s.party.length === 1
    ? [el('div', { class: 'row between' }, el('span', {}, t('Characters', '人数')), count(0, s.party[0])), el('div', { class: 'row between' }, el('span', {}, t('Level', 'レベル')), level(0, s.party[0])), told(0)]
    : s.party.map((group, row) => [el('div', { class: 'gmgroup' }, count(row, group), el('span', { class: 't2' }, t('at Lv', '人 Lv')), level(row, group),
      el('button', { type: 'button', class: 'gmx', 'aria-label': t('Remove', '外す'), onclick: () => change(x => { x.party.splice(row, 1); }) }, '×')), told(row)]);
  return [el('h3', {}, t('Party', '一行')), rows, faults('party'),
    el('button', { type: 'button', class: 'btn sm ghost dashed', id: 'gmgroup', onclick: () => change(x => { x.party.push([1, Math.min((x.party.at(-1)?.[1] || 1) + 1, limits.level)]); }) }, t('+ Another level', '+ 別のレベルの人'))];
}

function difficulty(s, view) {
  const ids = view.difficulties.map(d => d.id), pick = id => change(x => { x.difficulty = id; });
  const keys = event => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]; if (!step) return;
    event.preventDefault(); const next = ids[(ids.indexOf(s.difficulty) + step + ids.length) % ids.length];
    pick(next).then(() => document.getElementById(`gmdiff-${next}`)?.focus());
  };
  const meant = view.difficulties.find(d => d.id === s.difficulty);
  return [el('h3', {}, t('Difficulty', '難易度')),
    el('div', { class: 'diff', role: 'radiogroup', 'aria-label': t('Difficulty', '難易度'), onkeydown: keys }, view.difficulties.map(d => el('button', { type: 'button', role: 'radio', id: `gmdiff-${d.id}`, class: d.id === s.difficulty ? 'on' : '', 'aria-checked': String(d.id === s.difficulty), tabindex: d.id === s.difficulty ? '0' : '-1', onclick: () => pick(d.id) }, el('span', {}, d.id === s.difficulty ? '● ' : '', d.name), el('b', {}, d.budget === null ? '–' : `${n(d.budget)} XP`)))),
    el('p', { class: 'cap' }, meant.text, ' ', chip(meant.rule)), view.mixed ? el('p', { class: 'cap' }, t("Each character's own share, added up.", '各キャラクターの分を足したもの。'), ' ', chip('SRD-BUD-23')) : null];
}

function wishes(s, view) {
  const usual = view.limits.usual, kept = s.meetings[s.at].monsters.filter(m => m.kept);
  const names = new Map(state.bestiary.map(c => [c.code, c.name[window.meikyu.lang]]));
  const kinds = [['', t('All', 'すべて')], ['pool', t(`My pool (${view.pool.length})`, `自分の候補（${view.pool.length}）`)], ...state.kinds.map(k => [k.id, k[window.meikyu.lang]])];
  return [el('h3', {}, t('Build for me', 'おまかせで組む')),
    el('div', { class: 'row between' }, el('span', {}, t('At most', '最大の体数')), stepper('gmmost', t('At most so many creatures', '最大の体数'), s.most ?? usual, v => change(x => { x.most = v; }), { low: 1, high: view.limits.most, wrong: wrong('most') })), faults('most'),
    el('label', { class: 'row between' }, el('span', {}, t('Kinds', '種類')), el('select', { class: 'inp gmkinds', id: 'gmkinds', onchange: e => change(x => { x.kinds = e.target.value; }) }, kinds.map(([id, name]) => el('option', { value: id, selected: id === s.kinds || null }, name)))),
    pool(s, view),
    el('label', { class: 'row gmcheck' }, el('input', { type: 'checkbox', class: 'chk', id: 'gmunder', checked: s.under || null, onchange: e => change(x => { x.under = e.target.checked; }) }), el('span', {}, t("No CR above the party's level", '一行のレベルを超える脅威度は除く'))),
    el('div', { class: 'row between gmkept' }, el('span', {}, t('Keep', '固定')), el('span', { class: 'gmtags' }, kept.length ? kept.map(m => el('span', { class: 'tag note' }, `${names.get(m.code) || m.code} ×${m.kept}`)) : el('span', { class: 'dim cap' }, t('nobody: choose in the table', 'なし。表で選びます')))), faults('kept'),
    el('div', { class: 'gmgo' }, el('div', { class: 'row' }, el('button', { type: 'button', class: 'btn pri grow', id: 'gmbuild', disabled: view.characters ? null : true, onclick: () => build(false) }, t('Build within budget', '予算内で組む')), el('button', { type: 'button', class: 'btn sq', id: 'gmother', disabled: view.characters ? null : true, title: t('Another one worth as much', '同じXPの別の案を引く'), 'aria-label': t('Draw another one worth as much', '同じXPの別の案を引く'), onclick: () => build(true) }, '⟳')), faults('build'), faults('seed'),
    el('p', { class: 'cap' }, t('Never over budget', '予算を超えません'), s.seed === null ? '' : t(` · seed ${s.seed}`, ` · 種 ${s.seed}`), ' ', chip('SRD-SIM-08')))];
}

function pool(s, view) {
  const lines = state.poolText ?? [...view.pool.map(p => p.name)].join('\n');
  const read = text => text.split(/[\n,、;；]+/).map(x => x.trim()).filter(Boolean).slice(0, 400);
  const area = el('textarea', { class: 'inp', id: 'gmpool', rows: 4, 'aria-label': t('Own pool: one name a line', '自分の候補：1行に1つ'), placeholder: t('One name a line, in either language', '1行に1つ。日本語でも英語でも') }, lines);
  area.addEventListener('change', () => { state.poolText = area.value; change(x => { x.pool = read(area.value); if (x.pool.length) x.kinds = 'pool'; }).then(settle); });
  // names that were understood become codes, so the address holds; what is at fault stays as it was typed
  const settle = () => { if (!state.faults.some(f => f.field.startsWith('pool'))) { state.in.pool = state.view.pool.map(p => p.code); state.poolText = null; change(() => {}, { quiet: true }); } };
  const told = state.faults.filter(f => f.field.startsWith('pool')).map(f => el('span', { class: 'fault', role: 'alert', 'data-field': f.field }, f.text));
  return el('details', { class: 'gmpoolbox', open: (state.poolOpen ?? told.length > 0) || null, ontoggle: e => { state.poolOpen = e.target.open; } }, el('summary', {}, t(`My pool: ${view.pool.length}`, `自分の候補：${view.pool.length}`)), area, told,
    s.pool.length ? el('button', { type: 'button', class: 'btn sm ghost', onclick: () => { state.poolText = null; change(x => { x.pool = []; if (x.kinds === 'pool') x.kinds = ''; }); } }, t('Empty the pool', '候補を空にする')) : null);
}

export const drawInputs = ({ in: s, view }) => el('section', { class: 'px pad scroll gminputs', id: 'gminputs', 'data-scroll': 'inputs', 'aria-label': t('Inputs', '条件') }, party(s, view), el('div', { class: 'rule' }), difficulty(s, view), el('div', { class: 'rule' }), wishes(s, view));
