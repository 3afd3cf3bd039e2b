// Poison desk: the list, the card, odds against the party, how it is bought and how it is harvested.
import { bars, bonus, check, chip, el, fault, field, mark, meterCell, partySection, partyTable, pct, readParty, section, share, signed, startDesk, stepper, t, whole, why, writeParty } from './gm_desk.js';

const read = q => ({ poison: q.get('poison') || 'assassins_blood', kind: q.get('kind') || '', party: readParty(q), legal: q.has('legal'), contact: q.has('contact'), nature: whole(q.get('nature'), 2), proficiency: whole(q.get('pb'), 2), kit: q.get('kit') !== '0', skill: q.has('skill') });
const address = s => ({ poison: s.poison, kind: s.kind, ...writeParty(s.party), legal: s.legal, contact: s.contact, nature: s.nature, pb: s.proficiency, kit: s.kit ? '' : '0', skill: s.skill });
const mean = x => x?.fraction === '0' ? '–' : x ? el('span', { title: x.fraction }, x.value.toFixed(1)) : t('may never end', '終わらないことがある');

function list(desk) {
  const v = desk.view;
  return el('section', { class: 'px pad3 gminputs p-list', 'aria-label': t('Poisons', '毒') }, el('h3', {}, t('Poisons', '毒')), fault(desk.faults, 'poison'),
    el('div', { class: 'seg kinds', role: 'group', 'aria-label': t('Kind', '種類') }, [{ id: '', name: t('All', 'すべて') }, ...v.kinds].map(k => el('button', { type: 'button', class: desk.in.kind === k.id ? 'on' : '', 'aria-pressed': String(desk.in.kind === k.id), onclick: () => desk.change(s => { s.kind = k.id; }) }, k.name))),
    el('div', { class: 'tl' }, v.poisons.map(x => el('button', { type: 'button', id: `poison-${x.code}`, class: x.code === v.poison ? 'on' : '', 'aria-pressed': String(x.code === v.poison), onclick: () => desk.change(s => { s.poison = x.code; }) }, el('span', {}, x.name, el('small', {}, x.kind_name)), el('span', { class: 'num t2' }, `${x.price} GP`)))));
}
function card(desk) {
  const c = desk.view.card;
  return el('section', { class: 'card2 p-card', 'aria-label': t('Card to read from', '読み上げ用の札') }, el('h2', {}, c.name), el('span', { class: 'sev small' }, c.other),
    el('dl', {}, c.rows.map(r => [el('dt', {}, r.label), el('dd', {}, r.text)])),
    el('p', { class: 'how' }, c.text, ' ', chip(c.rule)), el('p', { class: 'how' }, c.how, ' ', chip(c.how_rule)));
}
function main(desk) {
  const v = desk.view, of = i => v.members.find(m => m.place === i);
  const heads = [{ label: t('Fails the first save', '最初のセーヴに失敗'), left: true }, t('Mean damage', '平均ダメージ')];
  const fails = o => o.p_condition.fraction !== '0' ? o.p_condition : null;
  const cells = (m, i) => { const o = of(i); return o ? [fails(o) ? meterCell(o.p_condition) : el('td', { class: 't2 cap' }, o.said), el('td', { class: 'r b', 'data-label': t('Mean damage', '平均ダメージ') }, mean(o.expected_damage))] : ['', '']; };
  const parts = [partySection(desk, t('Against this party', 'この一行なら'), t('exact odds over the whole course', '毒が抜けるまでの正確な値'), partyTable(desk, [{ field: 'con', label: t('Con save', '耐久セーヴ') }], heads, cells))];
  if (v.bonuses) parts.push(section(t('Odds for each bonus', 'ボーナスごとの確率'), '', el('table', { id: 'bonuses' }, el('thead', {}, el('tr', {}, el('th', { class: 'r' }, t('Bonus', 'ボーナス')), el('th', { class: 'r' }, t('Condition', '状態になる')), el('th', { class: 'r' }, t('Mean damage', '平均ダメージ')))), el('tbody', {}, v.bonuses.map(b => el('tr', {}, el('td', { class: 'r b' }, signed(b.bonus)), el('td', { class: 'r' }, share(b.p_condition)), el('td', { class: 'r' }, mean(b.expected_damage))))))));
  const b = v.buy, h = v.harvest;
  parts.push(section(t('Buying a dose', '1回分を買う'), null, el('div', { class: 'row wrap srow' }, check(desk, 'legal', t('Legal here', 'この地では合法'), desk.in.legal, (s, on) => { s.legal = on; }), check(desk, 'contact', t('Criminal contacts', '犯罪者とのつながり'), desk.in.contact, (s, on) => { s.contact = on; })),
    el('div', { class: 'tiles', id: 'buy' }, el('div', { class: 'tile wide' }, el('span', { class: 'cap' }, t('How', '手に入れ方')), el('b', { class: 'small' }, b.said)), el('div', { class: 'tile' }, el('span', { class: 'cap' }, t('Price', '価格')), el('b', {}, `${b.gp} GP`)), el('div', { class: 'tile' }, el('span', { class: 'cap' }, t('Days', '日数')), el('b', {}, b.days || '0')), el('div', { class: 'ids' }, [...new Set(b.because.map(x => x.rule))].map(chip)))));
  parts.push(section(t('Harvesting from a venomous creature', '有毒クリーチャーから採る'), h ? t(`DC 20, takes ${h.minutes} minutes`, `DC20、${h.minutes}分かかる`) : null,
    el('div', { class: 'row wrap srow' }, field(desk, 'nature', t('Intelligence bonus', '知力ボーナス'), bonus('nature', t('Intelligence bonus', '知力ボーナス'), desk.in.nature, n => desk.change(s => { s.nature = n; }), { wrong: desk.faults.some(f => f.field === 'nature') })), field(desk, 'proficiency', t('Proficiency', '習熟ボーナス'), bonus('pb', t('Proficiency', '習熟ボーナス'), desk.in.proficiency, n => desk.change(s => { s.proficiency = n; }), { wrong: desk.faults.some(f => f.field === 'proficiency') })), check(desk, 'kit', t('Poisoner’s Kit', '毒使いの道具に習熟'), desk.in.kit, (s, on) => { s.kit = on; }), check(desk, 'skill', t('Nature', '自然に習熟'), desk.in.skill, (s, on) => { s.skill = on; })),
    h ? [bars([{ label: t('one dose', '1回分を得る'), p: h.p_dose, high: true }, { label: t('nothing', '何も採れない'), p: h.p_nothing }, { label: t('poisoned oneself', '自分が毒を受ける'), p: h.p_exposed }], t(`1d20 ${signed(h.bonus)}${h.mode === 'advantage' ? ' with Advantage' : ''}`, `1d20 ${signed(h.bonus)}${h.mode === 'advantage' ? '（有利）' : ''}`), 'harvest'), el('p', { class: 'cap' }, t('Dead or Incapacitated, and a failure bars that character from that creature. ', '対象は死亡か無力状態。失敗した者は、その個体にはもう試せない。'), chip('SRD-POI-10'), ' ', chip('SRD-POI-14'))] : null));
  parts.push(why([...v.because, ...b.because, ...(h?.because || [])]));
  return el('section', { class: 'px pad p-verdict odds', 'data-scroll': 'odds' }, parts);
}
startDesk({
  name: 'poisons', read, write: address, send: s => s,
  parts: () => [['verdict', t('Odds', '確率')], ['card', t('Card', '札')], ['list', t('Poisons', '毒')]],
  said: desk => desk.view.card.name,
  draw: desk => el('div', { class: 'g3 traps' }, list(desk), card(desk), main(desk)),
});
