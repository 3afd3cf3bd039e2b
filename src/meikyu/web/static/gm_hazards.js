// Hazard desk: what there is, how long the party is exposed, each one's Exhaustion, fear, stress and possession.
import { check, chip, choose, dataTable, el, fault, field, lines, mark, meterCell, partySection, partyTable, pct, readParty, section, share, startDesk, stepper, t, whole, why, writeParty } from './gm_desk.js';

const NUMBERS = { hours: ['h', 4], minutes: ['min', 15], weight: ['lb', 180], altitude: ['ft', 12000], spent: ['spent', 0], dc: ['dc', 15], turns: ['turns', 6], nights: ['nights', 7] };
const read = q => ({ hazard: q.get('hz') || 'extreme_cold', party: readParty(q), armor: q.get('armor') || 'none', shock: q.get('shock') || 'hallucinogen', resistant: q.has('res'), native: q.has('native'), ...Object.fromEntries(Object.entries(NUMBERS).map(([f, [k, d]]) => [f, whole(q.get(k), d)])) });
const address = s => ({ hz: s.hazard, ...writeParty(s.party), armor: s.armor === 'none' ? '' : s.armor, shock: s.shock === 'hallucinogen' ? '' : s.shock, res: s.resistant, native: s.native, ...Object.fromEntries(Object.entries(NUMBERS).map(([f, [k, d]]) => [k, s[f] === d ? '' : s[f]])) });

const USES = { extreme_cold: ['hours', 'resistant'], extreme_heat: ['hours', 'armor', 'resistant'], deep_water: ['hours', 'swim'], frigid_water: ['minutes', 'resistant'], thin_ice: ['weight'], altitude: ['hours', 'altitude', 'spent', 'native'], fear: ['dc', 'turns'], stress: ['shock'], possession: ['nights'] };
function controls(desk) {
  const s = desk.in, number = (f, label, step = 1) => field(desk, f, label, stepper(f, label, s[f], n => desk.change(x => { x[f] = Math.abs(n - s[f]) === 1 && step > 1 ? s[f] + (n - s[f]) * step : n; }), { wrong: desk.faults.some(x => x.field === f) }));
  const slider = (f, label, top) => { const at = el('input', { type: 'range', id: `${f}-slide`, min: 0, max: top, value: Math.min(Math.max(s[f], 0), top), 'aria-label': label }); at.addEventListener('change', () => desk.change(x => { x[f] = Number(at.value); })); return at; };
  const made = { hours: () => [number('hours', t('Hours', '時間')), slider('hours', t('Hours', '時間'), 24)], minutes: () => [number('minutes', t('Minutes in the water', '水中の分数')), slider('minutes', t('Minutes', '分'), 40)], weight: () => number('weight', t('Pounds on 10 feet square', '10フィート四方にかかる重さ（ポンド）'), 10), altitude: () => number('altitude', t('Feet above the sea', '海抜（フィート）'), 1000), spent: () => number('spent', t('Days spent at that height', 'その標高で過ごした日数')), dc: () => [field(desk, 'dc', t('DC of the fright', '恐怖のDC'), el('div', { class: 'row' }, stepper('dc', 'DC', s.dc, n => desk.change(x => { x.dc = n; }), { wrong: desk.faults.some(x => x.field === 'dc') }), [10, 15, 20].map(d => el('button', { type: 'button', class: 'btn sm', onclick: () => desk.change(x => { x.dc = d; }) }, d))))], turns: () => number('turns', t('Turns to look at', '数えるターン')), nights: () => number('nights', t('Nights to look at', '数える夜')),
    armor: () => field(desk, 'armor', t('Armor worn', '着ている鎧'), choose(desk, 'armor', t('Armor worn', '着ている鎧'), [['none', t('none', 'なし')], ['light', t('light', '軽装')], ['medium', t('medium', '中装')], ['heavy', t('heavy', '重装')]], s.armor, (x, a) => { x.armor = a; })),
    shock: () => field(desk, 'shock', t('Shock', '衝撃'), choose(desk, 'shock', t('Shock', '衝撃'), desk.view.shocks.map(x => [x.code, x.name]), s.shock, (x, v) => { x.shock = v; })),
    resistant: () => check(desk, 'res', t('Resistance, Immunity or adapted', '抵抗・完全耐性・適応'), s.resistant, (x, on) => { x.resistant = on; }), swim: () => check(desk, 'res', t('They have a Swim Speed', '水泳速度がある'), s.resistant, (x, on) => { x.resistant = on; }), native: () => check(desk, 'native', t('At home at such heights', 'そうした高地の生まれ'), s.native, (x, on) => { x.native = on; }) };
  return (USES[desk.view.hazard] || []).map(u => made[u]());
}
function list(desk) {
  const v = desk.view;
  return el('section', { class: 'px pad3 gminputs p-list', 'aria-label': t('Hazards', '危険') }, el('h3', {}, t('Hazards', '危険')), fault(desk.faults, 'hazard'),
    el('div', { class: 'tl tight' }, v.hazards.map(x => el('button', { type: 'button', id: `hz-${x.code}`, class: x.code === v.hazard ? 'on' : '', 'aria-pressed': String(x.code === v.hazard), onclick: () => desk.change(s => { s.hazard = x.code; }) }, el('span', {}, x.name)))), el('div', { class: 'rule' }), controls(desk));
}
function card(desk) {
  const v = desk.view;
  return el('section', { class: 'card2 p-card', 'aria-label': t('Card to read from', '読み上げ用の札') }, el('h2', {}, v.name), el('ul', { class: 'rulings', 'data-scroll': 'card' }, v.card.map(c => el('li', {}, c.text, ' ', chip(c.rule)))));
}
const LEVELS = () => [t('none', 'なし'), '1', '2', '3', '4', '5', t('dead', '死亡')];
const stack = m => el('td', { class: 'scell' }, el('div', { class: 'stack', role: 'img', 'aria-label': m.levels.filter(c => c.p.value).map(c => `${LEVELS()[c.at]} ${pct(c.p)}`).join(', ') }, m.levels.filter(c => c.p.value > 0).map(c => el('i', { class: `x${c.at}`, style: `flex:${c.p.value}`, title: `${LEVELS()[c.at]}: ${pct(c.p)} (${c.p.fraction.length < 40 ? c.p.fraction : '…'})` }, el('span', {}, el('b', {}, c.at === 6 ? '☠' : c.at), el('em', {}, `${Math.round(c.p.value * 100)}%`))))));
const optional = () => el('p', { class: 'tag warn' }, t('Fear and stress are optional: agree on them with the players before the campaign. ', '恐怖とストレスは任意規則。キャンペーンの前にプレイヤーと話し合うこと。'), chip('SRD-FER-01'));
function main(desk) {
  const v = desk.view, s = desk.in, parts = [], of = (rows, i) => rows?.find(m => m.place === i);
  if (v.members) {
    parts.push(el('div', { class: 'verdict', id: 'verdict' }, el('b', { class: v.nobody.value > 0.5 ? 'ok' : v.alive.value < 0.9 ? 'bad' : 'warn' }, share(v.nobody)), el('span', { class: 'big2' }, t('nobody tires; ', '誰も消耗しない。'), t('all live ', '全員生き残る '), el('b', { class: v.alive.value < 0.95 ? 'bad' : '' }, share(v.alive)), v.counted ? t(`; ${v.counted.counted_hours} hours count${v.counted.acclimated ? ', used to the height' : ''}`, `。数える時間${v.counted.counted_hours}${v.counted.acclimated ? '、順応済み' : ''}`) : '')));
    parts.push(partySection(desk, t('Exhaustion of each', 'それぞれの消耗'), t('exact odds, not sampled', '正確な確率（抽選ではない）'), partyTable(desk, v.fields.map(f => ({ field: f.id, label: f.label })), [{ label: t('Exhaustion level', '消耗レベル'), left: true }, t('Mean', '平均')], (m, i) => { const o = of(v.members, i); return o ? [stack(o), el('td', { class: 'r b', 'data-label': t('Mean level', '平均レベル') }, o.mean.toFixed(2))] : ['', '']; }),
      dataTable([t('name', '名前'), ...LEVELS()], v.members.map(m => [m.name, ...m.levels.map(c => pct(c.p))]), { id: 'leveltable' })));
    if (v.curve.length) parts.push(section(t('As time goes by', '時間がたつと'), null, lines(v.curve, [{ name: t('all live', '全員生存'), of: r => r.alive.value, fill: 'ok' }, { name: t('nobody tired', '誰も消耗せず'), of: r => r.nobody.value, fill: 'torch' }], { axis: v.hazard === 'frigid_water' ? t('minutes', '分') : t('hours', '時間'), id: 'curve', up: t('chance', '確率') }), dataTable([t('after', '経過'), t('nobody tired', '誰も消耗せず'), t('all live', '全員生存')], v.curve.map(r => [r.at, pct(r.nobody), pct(r.alive)]), { id: 'curvetable' })));
  } else if (v.p_breaks) {
    parts.push(el('div', { class: 'verdict', id: 'verdict' }, el('b', { class: v.p_breaks.value > 0.5 ? 'bad' : 'warn' }, share(v.p_breaks)), el('span', { class: 'big2' }, t(`the ice breaks under ${s.weight} pounds`, `${s.weight}ポンドで氷が割れる`))));
    parts.push(section(t('By weight', '重さごとに'), null, lines(v.ice.map(r => ({ at: r.weight, p: r.p })), [{ name: t('breaks', '割れる'), of: r => r.p.value, fill: 'torch' }], { axis: t('pounds', 'ポンド'), id: 'curve', up: t('chance', '確率') }), dataTable([t('pounds', 'ポンド'), t('breaks', '割れる'), t('exactly', '分数')], v.ice.map(r => [r.weight, pct(r.p), r.p.fraction]), { id: 'icetable' })));
  } else if (v.frights) {
    parts.push(optional());
    parts.push(partySection(desk, t('Who is frightened', '恐怖に囚われる者'), t('exact odds', '正確な確率'), partyTable(desk, v.fields.map(f => ({ field: f.id, label: f.label })), [{ label: t('Frightened', '恐怖状態'), left: true }, t('Still so at the end', '最後まで続く')], (m, i) => { const o = of(v.frights, i); return o ? [meterCell(o.p), el('td', { class: 'r b', 'data-label': t('Still so', '続く') }, share(o.turns.at(-1).p))] : ['', '']; }),
      dataTable([t('turn', 'ターン'), ...v.frights.map(m => m.name)], v.frights[0].turns.map((r, i) => [r.at, ...v.frights.map(m => pct(m.turns[i].p))]), { id: 'frighttable', open: true })));
  } else if (v.shaken) {
    parts.push(optional(), el('p', { class: 't2', id: 'shock' }, t(`DC ${v.dc}, ${v.dice || 0} damage to the mind`, `DC${v.dc}、精神へのダメージ${v.dice || 0}`), v.away ? t('; away until the next turn ends', '。次のターンの終わりまで戻らない') : '', ' ', chip('SRD-MST-03')));
    parts.push(partySection(desk, t('Who is shaken', '心に傷を負う者'), t('exact odds', '正確な確率'), partyTable(desk, v.fields.map(f => ({ field: f.id, label: f.label })), [{ label: t('Save missed', 'セーヴ失敗'), left: true }, t('Damage', 'ダメージ')], (m, i) => { const o = of(v.shaken, i); return o ? [meterCell(o.p), el('td', { class: 'r b', 'data-label': t('Damage', 'ダメージ') }, o.damage.value.toFixed(1))] : ['', '']; })));
  } else if (v.spirits) {
    parts.push(partySection(desk, t('Who is possessed', '憑依される者'), t('exact odds', '正確な確率'), partyTable(desk, v.fields.map(f => ({ field: f.id, label: f.label })), [{ label: t('Possessed', '憑依される'), left: true }, t('Comes to, each turn', '各ターンに自分を取り戻す'), t(`Free after ${s.nights} nights`, `${s.nights}夜で解放`)], (m, i) => { const o = of(v.spirits, i); return o ? [meterCell(o.p), el('td', { class: 'r' }, share(o.regains)), el('td', { class: 'r b' }, share(o.nights.at(-1)?.p))] : ['', '', '']; }),
      el('p', { class: 'cap' }, t('Each D20 Test of the possessed wakes the spirit with ', '憑依された者のD20判定ごとに、悪魔が目を覚ます確率 '), share(v.spirits[0].wakes), ' ', chip('SRD-DPO-03')),
      dataTable([t('night', '夜'), ...v.spirits.map(m => m.name)], v.spirits[0].nights.map((r, i) => [r.at, ...v.spirits.map(m => pct(m.nights[i].p))]), { id: 'nighttable' })));
  } else if (!USES[v.hazard]) parts.push(el('p', { class: 't2' }, t('Nothing to reckon here: the card says what holds.', '計算するものはありません。札の決まりのとおりです。')));
  else parts.push(partySection(desk, t('The party', '一行'), '', partyTable(desk, v.fields.map(f => ({ field: f.id, label: f.label })))));
  if (v.because) parts.push(why(v.because));
  return el('section', { class: 'px pad p-verdict odds', 'data-scroll': 'odds' }, parts);
}
startDesk({
  name: 'hazards', read, write: address, send: s => s,
  parts: () => [['verdict', t('Odds', '確率')], ['card', t('Card', '札')], ['list', t('Change inputs', '条件')]],
  said: desk => desk.view.nobody ? `${desk.view.name}: ${t('nobody tires', '誰も消耗しない')} ${pct(desk.view.nobody)}` : desk.view.name,
  draw: desk => el('div', { class: 'g3 traps' }, list(desk), card(desk), main(desk)),
});
