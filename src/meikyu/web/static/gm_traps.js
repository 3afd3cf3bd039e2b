// Trap desk: eight traps, the parchment card, exact odds against the party, the search, the dice.
import { bars, bonus, check, chip, choose, dataTable, dialog, dice, el, fault, field, mark, meterCell, partySection, partyTable, pct, readParty, section, share, signed, startDesk, stepper, t, whole, why, writeParty } from './gm_desk.js';

const read = q => ({ trap: q.get('trap') || 'collapsing_roof', tier: ['1-4', '5-10', '11-16', '17-20'].includes(q.get('tier')) ? q.get('tier') : '', level: whole(q.get('lv'), null), party: readParty(q), look: whole(q.get('look'), 0), advantage: q.has('adv'), seed: whole(q.get('seed'), null) });
const address = s => ({ trap: s.trap, tier: s.tier, lv: s.level, ...writeParty(s.party), look: s.look || '', adv: s.advantage, seed: s.seed });

function list(desk) {
  const v = desk.view;
  return el('section', { class: 'px pad3 gminputs p-list', 'aria-label': t('Traps', '罠') }, el('h3', {}, t('Traps', '罠')), fault(desk.faults, 'trap'),
    el('div', { class: 'tl' }, v.traps.map(x => el('button', { type: 'button', id: `trap-${x.code}`, class: x.code === v.trap ? 'on' : '', 'aria-pressed': String(x.code === v.trap), onclick: () => desk.change(s => { s.trap = x.code; s.look = 0; s.seed = null; }) }, el('span', {}, x.name), el('span', { class: `st ${x.mark}` }, x.severity)))),
    el('div', { class: 'rule' }), field(desk, 'level', t('Level of the party', '一行のレベル'), el('div', { class: 'row' }, desk.in.level === null ? el('button', { type: 'button', class: 'btn sm', id: 'lvset', onclick: () => desk.change(s => { s.level = Number(v.tier.split('-')[0]); s.tier = ''; }) }, t('Choose the tier by level', 'レベルから段階を選ぶ')) : [stepper('lv', t('Level', 'レベル'), desk.in.level, n => desk.change(s => { s.level = n; s.tier = ''; s.seed = null; }), { low: 1, high: 20, wrong: desk.faults.some(f => f.field === 'level') }), el('button', { type: 'button', class: 'gmx', 'aria-label': t('No level', 'レベルなし'), onclick: () => desk.change(s => { s.level = null; s.tier = v.tier; }) }, '×')])),
    el('div', { class: 'rule' }), el('p', { class: 'cap' }, t('The word is the strength at the trap’s own levels. Below them a warning stands.', '印は、罠が本来使われるレベルでの強さ。それより低いレベルには警告が出ます。'), ' ', chip('SRD-TRP-08')));
}

function card(desk) {
  const v = desk.view, c = v.card;
  return el('section', { class: 'card2 p-card', 'aria-label': t('Card to read from', '読み上げ用の札') }, el('div', { class: 'row between base' }, el('h2', {}, c.name), el('b', { class: 'sev' }, c.severity || t('below its levels', '適正レベル未満'))),
    el('div', { class: 'tier', role: 'group', 'aria-label': t('Tier', '段階') }, v.tiers.map(x => el('button', { type: 'button', id: `tier-${x.id}`, class: x.id === v.tier ? 'on' : '', 'aria-pressed': String(x.id === v.tier), onclick: () => desk.change(s => { s.tier = x.id; s.seed = null; }) }, x.label))),
    el('dl', {}, c.rows.map(r => [el('dt', {}, r.label), el('dd', {}, r.texts.map(x => el('div', {}, x)))])),
    el('div', { class: 'say', id: 'aloud' }, t(`“${c.aloud}”`, `「${c.aloud}」`)),
    el('div', { class: 'row wrap cardkeys noprint' }, el('button', { type: 'button', class: 'btn sm paper', id: 'toplayers', onclick: () => players(c) }, t('Show the players', 'プレイヤーに見せる'))),
    el('div', { class: 'cardids' }, c.rules.map(r => chip(r))));
}
function players(c) {
  dialog(t('What the players see', 'プレイヤーに見せる札'), [el('div', { class: 'card2 only', id: 'playercard' }, el('div', { class: 'say big' }, t(`“${c.aloud}”`, `「${c.aloud}」`))), el('p', { class: 'cap' }, t('No name, no number: the trap stays hidden until it is found.', '名前も数字も出しません。見つかるまで罠は隠れたままです。'))], { wide: true });
}

function odds(desk) {
  const v = desk.view, parts = [];
  const save = v.save ? [{ field: v.save.field, label: v.save.label }] : [];
  const columns = [...save, { field: 'hp', label: 'HP' }];
  const of = i => v.members?.find(m => m.place === i);
  const heads = [{ label: t('Fails', '失敗する'), left: true }, ...(v.damages ? [t('Mean damage', '平均ダメージ'), t('Drops to 0', '倒れる')] : [])];
  const cells = (m, i) => { const o = of(i); return o ? [meterCell(o.p_fail), ...(v.damages ? [el('td', { class: 'r b', title: o.expected_damage.fraction, 'data-label': t('Mean damage', '平均ダメージ') }, o.expected_damage.value.toFixed(1)), el('td', { class: `r ${o.p_zero_hp.value > 0.01 ? 'bad b' : 't2'}`, title: o.p_zero_hp.fraction, 'data-label': t('Drops to 0', '倒れる') }, pct(o.p_zero_hp))] : [])] : heads.map(() => ''); };
  if (v.members) parts.push(el('div', { class: 'verdict phoneonly' }, v.save ? [el('b', { class: v.mean > v.members.length / 2 ? 'bad' : 'warn' }, v.mean.toFixed(1)), el('span', { class: 'big2' }, t(`of ${v.members.length} fail on average`, `人が失敗（${v.members.length}人中、平均）`))] : el('b', { class: 'bad' }, t('All fall', '全員落ちる')), el('button', { type: 'button', class: 'btn pri big', id: 'rollhere', onclick: () => go(desk) }, t('Roll it', '振る'))));
  parts.push(partySection(desk, t('Against this party', 'この一行なら'), t('exact odds, not sampled', '正確な確率（抽選ではない）'), partyTable(desk, columns, heads, cells)));
  if (v.roll) parts.push(roll(desk));
  if (v.members && v.save) {
    const top = Math.max(...v.bars.map(b => b.p.value)), none = v.bars[0].p;
    parts.push(section(t(`How many of the ${v.members.length} fail`, `${v.members.length}人のうち何人が失敗するか`), t(`mean ${v.mean.toFixed(1)}`, `平均 ${v.mean.toFixed(1)}人`),
      bars(v.bars.map(b => ({ label: t(String(b.count), `${b.count}人`), p: b.p, high: b.p.value === top })), t('characters who fail', '失敗する人数'), 'failbars'),
      el('p', { class: 'cap' }, v.half ? t('Nobody walks away unhurt: success still costs half. ', '全員無傷はありえません（成功でも半分）。') : '', t('Nobody fails: ', '誰も失敗しない確率 '), el('b', {}, none.fraction), ` (${pct(none)})`)));
  } else if (v.members) parts.push(el('p', { class: 'cap blk' }, t('There is no save: whoever triggers it falls.', 'セーヴはありません。踏んだ者は必ず落ちます。')));
  if (v.bonuses) parts.push(section(t('Odds for each bonus', 'ボーナスごとの確率'), '', el('table', { class: 'bonus', id: 'bonuses' }, el('thead', {}, el('tr', {}, el('th', { class: 'r' }, t('Bonus', 'ボーナス')), el('th', {}, t('Fails', '失敗する')), el('th', { class: 'r' }, t('Mean damage', '平均ダメージ')))), el('tbody', {}, v.bonuses.map(b => el('tr', {}, el('td', { class: 'r b' }, v.save ? signed(b.bonus) : '–'), meterCell(b.p_fail), el('td', { class: 'r', title: b.expected_damage.fraction }, b.expected_damage.value.toFixed(1))))))));
  if (v.by_tier) parts.push(section(t('Mean damage by tier', '段階ごとの平均ダメージ'), v.members ? t('a character of this party', 'この一行の1人あたり') : v.save ? t('with a bonus of +0', 'ボーナス+0のとき') : null,
    bars(v.by_tier.map(x => ({ label: x.label, p: x.mean, text: x.mean.value.toFixed(1), high: x.tier === v.tier })), t('levels of the tier', '段階のレベル'), 'tierbars')));
  parts.push(search(desk));
  if (v.warnings.length) parts.push(el('div', { class: 'warns blk' }, v.warnings.map(w => el('div', { class: 'row wrap' }, mark(w.mark, w.text), chip(w.rule)))));
  if (v.by_tier) parts.push(dataTable([t('levels', 'レベル'), t('mean damage', '平均ダメージ'), t('exactly', '分数')], v.by_tier.map(x => [x.label, x.mean.value.toFixed(2), x.mean.fraction]), { id: 'tiertable' }));
  if (v.members && v.save) parts.push(dataTable([t('fail', '失敗'), t('chance', '確率'), t('exactly', '分数')], v.bars.map(b => [b.count, pct(b.p), b.p.fraction]), { id: 'failtable' }));
  if (v.because) parts.push(why(v.because));
  return el('section', { class: 'px pad p-verdict odds', 'data-scroll': 'odds' }, parts);
}

function search(desk) {
  const v = desk.view, all = v.together;
  const pick = v.looks.length > 1 ? choose(desk, 'look', t('What is searched for', '何を捜すか'), v.looks.map((l, i) => [String(i), `DC ${l.dc} ${l.text.split(/[:：]/).at(-1).trim()}`]), String(v.look.place), (s, x) => { s.look = Number(x); }) : el('span', { class: 'cap' }, `DC ${v.look.dc} ${v.look.label}`);
  const tiles = desk.in.party.map((m, i) => {
    const o = v.members?.find(x => x.place === i), where = `party[${i}].${v.look.field}`;
    return el('div', { class: 'tile' }, el('span', { class: 'cap' }, m.name), bonus(`s${i}`, `${m.name} ${v.look.label}`, m[v.look.field], n => desk.change(s => { s.party[i][v.look.field] = n; }), { wrong: desk.faults.some(f => f.field === where) }), o ? el('b', {}, share(o.found)) : '', fault(desk.faults, where));
  });
  return section(t('Found in time?', '先に気づくか'), el('span', { class: 'row srow' }, pick, check(desk, 'adv', t('Advantage', '有利'), desk.in.advantage, (s, on) => { s.advantage = on; })),
    el('div', { class: 'tiles five' }, tiles, all ? el('div', { class: 'tile all', id: 'allsearch' }, el('span', { class: 'cap' }, t('If all search', '全員で捜せば')), el('b', { class: 'ok' }, share(all))) : null));
}

function roll(desk) {
  const r = desk.view.roll;
  return section(t('It goes off', '罠が発動した'), null, el('div', { class: 'row wrap srow' }, el('span', { class: 'cap' }, t('Seed', '種')), stepper('seed', t('Seed', '種'), r.seed, n => desk.change(s => { s.seed = n; }), { low: 0 }), el('button', { type: 'button', class: 'btn sm', id: 'again', onclick: () => go(desk) }, t('Roll again', 'もう一度振る')), el('button', { type: 'button', class: 'gmx', 'aria-label': t('Put the dice away', 'ダイスをしまう'), onclick: () => desk.change(s => { s.seed = null; }) }, '×'), fault(desk.faults, 'seed')),
    el('table', { class: 'rolled', id: 'rolled' }, el('tbody', {}, r.rows.map(x => el('tr', {}, el('td', { class: 'b' }, x.name),
      el('td', {}, x.die === null ? t('falls', '落ちる') : [el('span', { class: 'gmdie d20' }, x.die), ` ${signed(x.bonus)} = `, el('b', {}, x.total)]),
      el('td', {}, x.die === null ? '' : x.saved ? mark('ok', t('saved', '成功')) : mark('bad', t('failed', '失敗'))),
      el('td', {}, x.rest.length ? dice(x.rest) : ''), el('td', { class: 'r' }, desk.view.damages ? el('b', {}, t(`${x.damage} damage`, `${x.damage}ダメージ`)) : '', x.condition ? ` ${x.condition}` : ''), el('td', { class: `r ${x.left ? 't2' : 'bad b'}` }, `HP ${x.left}`))))), el('p', { class: 'cap' }, t('Same seed, same dice: the link shows the same throw.', '同じ種なら同じ出目。リンクを開いた人にも同じ結果が見えます。'), ' ', chip('SRD-COR-13')));
}
const go = desk => desk.change(s => { s.seed = s.seed === null ? Math.floor(Math.random() * 100000) : s.seed + 1; }).then(() => document.getElementById('rolled')?.scrollIntoView({ block: 'nearest' }));

startDesk({
  name: 'traps', read, write: address, send: s => s,
  parts: () => [['verdict', t('Odds', '確率')], ['card', t('Card', '札')], ['list', t('Traps', '罠')]],
  said: desk => desk.view.members ? `${desk.view.card.name}, ${desk.view.members.map(m => `${m.name} ${pct(m.p_fail)}`).join(', ')}` : desk.view.card.name,
  draw: desk => el('div', { class: 'g3 traps' }, list(desk), card(desk), odds(desk)),
  ends: desk => [el('button', { type: 'button', class: 'btn sm pri', id: 'gmroll', disabled: !desk.in?.party.length || null, onclick: () => go(desk) }, t('Roll it', '振る'), ' ', el('kbd', {}, 'R'))],
  keys: { r: desk => desk.in.party.length && go(desk) },
});
