// The middle: verdict and meter, the creatures, advice, who is absent, the dungeon's encounters.
import { chip, el } from './dom.js';
import { absent, addMeeting, change, dungeonDialog, here, hitPointsDialog, keep, lair, nameOf, openMeeting, page as state, remove, removeMeeting, setCount } from './gm_encounter.js';
import { fault, n, reasons, stepper, t } from './gm.js';

function tabs({ in: s, view }) {
  const many = s.meetings.length > 1;
  return el('div', { class: 'gmtabs' },
    many ? s.meetings.map((m, i) => el('span', { class: i === s.at ? 'gmtab on' : 'gmtab' }, el('button', { type: 'button', id: `gmtab-${i}`, 'aria-pressed': String(i === s.at), onclick: () => openMeeting(i) }, nameOf(m, i), ' ', el('span', { class: 'num' }, n(view.meetings[i]?.xp ?? 0))), i === s.at ? el('button', { type: 'button', class: 'gmx', 'aria-label': t(`Remove ${nameOf(m, i)}`, `${nameOf(m, i)}を消す`), onclick: () => removeMeeting(i) }, '×') : null)) : null,
    el('input', { class: 'inp gmname', id: 'gmname', maxlength: 80, value: s.meetings[s.at].name, placeholder: t('Name of this encounter', 'この遭遇の名前'), 'aria-label': t('Name of this encounter', 'この遭遇の名前'), onchange: e => change(x => { x.meetings[x.at].name = e.target.value.replaceAll('~', '').trim(); }) }),
    el('button', { type: 'button', class: 'btn sm ghost dashed', id: 'gmadd', disabled: s.meetings.length >= 20 || null, onclick: addMeeting }, t('+ Encounter', '+ 遭遇')),
    hitPoints(here(), s),
    many ? el('button', { type: 'button', class: 'btn sm', id: 'gmdungeon', onclick: dungeonDialog }, t('Dungeon', 'ダンジョン'), ' ', el('b', {}, `${n(view.dungeon.xp)} XP`)) : null);
}

function verdict(m, s) {
  if (!m.label) return el('div', { class: 'verdict' }, el('b', {}, t('No label', '判定なし')), el('span', { class: 'big2' }, el('b', {}, n(m.xp)), ' XP'), el('span', { class: 'st off right' }, state.faults.length ? t('check the party', '一行を確かめてください') : t('the party is missing', '一行がいません')));
  const left = m.left[s.difficulty], budget = m.budget[s.difficulty];
  const stands = !m.xp ? ['off', t('empty', '空')] : left > 0 ? ['ok', t(`${n(left)} XP left`, `残り ${n(left)} XP`)] : left === 0 ? ['ok', t('exactly the budget', '予算ちょうど')] : ['warn', t(`${n(-left)} XP over`, `${n(-left)} XP 超過`)];
  return el('div', { class: 'verdict' }, el('b', { id: 'gmlabel', 'data-label': m.label }, m.label_name), el('span', { class: 'big2' }, el('span', { class: 'b', id: 'gmxp' }, n(m.xp)), ' ', el('span', { class: 't2' }, `/ ${n(budget)} XP`)), el('span', { class: `st ${stands[0]} right`, id: 'gmleft' }, stands[1]));
}

// budgets as ceilings on one bar; where they crowd, a line under it names them
function meter(m) {
  if (!m.label) return null;
  const { low, moderate, high } = m.budget, top = Math.max(high, m.xp), at = x => x / top * 100;
  const zones = [[0, low, '#1d2733'], [low, moderate, '#2b2a1c'], [moderate, high, '#31201d'], [high, top, '#4a1f18']];
  const mark = (x, name, id) => el('div', { class: `m ${at(x) > 92 ? 'end' : id === 'low' && at(moderate) - at(low) < 16 ? 'end' : ''}`, style: `left:calc(${at(x)}% - ${x === top ? 2 : 1}px)` }, el('span', {}, name), el('em', {}, n(x)));
  const crowded = at(moderate) - at(low) < 9 || at(high) - at(moderate) < 9;
  const bar = el('div', { class: crowded ? 'meter crowded' : 'meter', role: 'img', 'aria-label': t(`${n(m.xp)} XP; low up to ${n(low)}, moderate up to ${n(moderate)}, high up to ${n(high)}`, `${n(m.xp)} XP。低は${n(low)}まで、中は${n(moderate)}まで、高は${n(high)}まで`) },
    zones.map(([a, b, colour]) => b > a ? el('div', { class: b > high ? 'z beyond' : 'z', style: `left:${at(a)}%;width:${at(b) - at(a)}%;background-color:${colour}` }) : null), el('div', { class: m.xp > high ? 'fill over' : 'fill', style: `width:${at(m.xp)}%` }),
    mark(low, t('Low', '低'), 'low'), mark(moderate, t('Moderate', '中'), 'moderate'), mark(high, t('High', '高'), 'high'));
  return crowded ? [bar, el('div', { class: 'gmmarks' }, [[t('Low', '低'), low], [t('Moderate', '中'), moderate], [t('High', '高'), high]].map(([name, x]) => el('span', {}, name, ' ', el('b', {}, n(x)))))] : bar;
}

function table(m, s) {
  const at = s.at, entries = s.meetings[at].monsters, faults = i => fault(state.faults, `meetings[${at}].monsters[${i}]`);
  if (!entries.length) return el('div', { class: 'gmempty' }, el('h3', {}, t('Nobody is here yet', 'まだ誰もいません')), el('p', { class: 't2' }, t('Add a creature from the list, or let the builder spend the budget.', '一覧から足すか、おまかせで予算を使います。')));
  const heads = [[t('Creature', 'クリーチャー'), ''], ['CR', 'c'], ['AC', 'c'], ['HP', 'c'], [t('Each', '1体'), 'r'], [t('Count', '体数'), 'c'], ['XP', 'r'], ['', 'c']];
  const good = new Map(m.rows.map(r => [r.code, r]));
  const rows = entries.map((entry, i) => {
    const row = good.get(entry.code), told = faults(i);
    const count = stepper(`gmn-${entry.code}`, t(`How many: ${row?.name || entry.code}`, `${row?.name || entry.code}の体数`), entry.count, v => setCount(entry.code, v), { low: 0, high: state.view.limits.count, wrong: told.length > 0 });
    const drop = el('button', { type: 'button', class: 'gmx', 'aria-label': t(`Take out ${row?.name || entry.code}`, `${row?.name || entry.code}を外す`), onclick: () => remove(entry.code) }, '×');
    if (!row) return el('tr', { class: 'wrongrow' }, el('td', { colspan: 5 }, el('b', {}, entry.code), told), el('td', { class: 'c' }, count), el('td', { class: 'r' }, '–'), el('td', { class: 'c' }, drop));
    const pin = el('button', { type: 'button', class: row.kept ? 'gmpin on' : 'gmpin', id: `gmkeep-${row.code}`, 'aria-pressed': String(row.kept > 0), title: t('Keep it when building', '組むときに残す'), onclick: () => keep(row.code) }, row.kept ? (row.kept === row.count ? t('kept', '固定中') : t(`${row.kept} kept`, `${row.kept}体固定`)) : t('keep', '固定'));
    return el('tr', { 'data-code': row.code },
      el('td', { class: 'nm' }, el('span', { title: row.other }, row.name), row.has_lair ? el('label', { class: 'gmlair' }, el('input', { type: 'checkbox', class: 'chk', checked: row.lair || null, onchange: () => lair(row.code) }), t('in its lair', 'ねぐらで')) : null, told),
      el('td', { class: 'c' }, row.cr), el('td', { class: 'c t2' }, row.ac), el('td', { class: 'c t2 hp' }, row.rolled ? [...new Set([Math.min(...row.rolled.rolled), Math.max(...row.rolled.rolled)])].join('–') : row.hp), el('td', { class: 'r t2' }, n(row.each)),
      el('td', { class: 'c' }, count), el('td', { class: 'r b' }, n(row.xp)), el('td', { class: 'c gmends' }, pin, drop));
  });
  const heads8 = el('tr', {}, heads.map(([h, c]) => el('th', { class: c }, h)));
  const sum = m.rows.reduce((a, r) => a + r.count, 0), kinds = m.rows.length;
  return el('table', { class: 'mon' }, el('thead', {}, heads8), el('tbody', {}, rows),
    el('tfoot', {}, el('tr', {}, el('td', { class: 't2', colspan: 5 }, t(`${n(sum)} creature${sum === 1 ? '' : 's'} · ${kinds} stat block${kinds === 1 ? '' : 's'}`, `${n(sum)}体 · ${kinds}種類`)), el('td', {}), el('td', { class: 'r b amber' }, n(m.xp)), el('td', {}))));
}

function hitPoints(m, s) {
  if (!m.rows.length) return null;
  return el('span', { class: 'row gmhp' }, el('span', { class: 't2' }, 'HP'),
    el('span', { class: 'seg', role: 'group', 'aria-label': t('Hit Points', 'HP') }, el('button', { type: 'button', id: 'gmfixed', class: s.hp === null ? 'on' : '', 'aria-pressed': String(s.hp === null), onclick: () => change(x => { x.hp = null; }) }, t('fixed', '固定値')), el('button', { type: 'button', id: 'gmroll', class: s.hp === null ? '' : 'on', 'aria-pressed': String(s.hp !== null), onclick: () => change(x => { x.hp = x.hp === null ? 1 : x.hp + 1; }) }, s.hp === null ? t('roll', '振る') : t('roll again', '振り直す'))),
    s.hp === null ? null : [el('span', { class: 't2' }, t(`seed ${s.hp}`, `種 ${s.hp}`)), el('button', { type: 'button', class: 'btn sm', id: 'gmdice', onclick: hitPointsDialog }, t('Dice', 'ダイス'))], fault(state.faults, 'hp'));
}

const advice = m => m.advice?.length ? el('div', {}, el('h3', {}, t('Advice', '助言'), ' ', el('span', { class: 'dim never' }, t('never blocks', '止めはしません'))), m.advice.map(a => el('div', { class: 'warnrow' }, el('span', { class: `st ${a.mark}` }, a.grade), el('span', {}, a.text), chip(a.rule)))) : null;

function missing(m, s, view) {
  if (!m.absent?.length || !m.rows.length) return null;
  const meant = view.difficulties.find(d => d.id === s.difficulty).name;
  return el('div', { class: m.absent.length > 1 ? 'gmabsent' : 'gmabsent stuck' }, m.absent.map(a => {
    const out = a.remove.map(r => `${r.name} ×${r.count}`).join(t(', ', '、'));
    const who = m.absent.length > 1 ? t(`If one of level ${a.level} is absent`, `レベル${a.level}の1人が欠席なら`) : t('If one player is absent', '1人欠席なら');
    const what = out ? t(`Take out ${out}: ${a.xp === a.budget ? `exactly ${n(a.xp)}` : `${n(a.xp)}`} XP, ${a.label.toLowerCase()}`, `${out} を外す → ${a.xp === a.budget ? 'ちょうど ' : ''}${n(a.xp)} XP（${a.label}）`) : t(`Nothing to take out: ${n(a.xp)} XP is still ${a.label.toLowerCase()}`, `外すものはありません。${n(a.xp)} XP は「${a.label}」`);
    return el('div', {}, el('div', { class: 'row' }, el('b', {}, who), el('span', { class: 't2' }, t(`${meant} is ${n(a.budget)}`, `${meant}の予算 ${n(a.budget)}`)), chip('SRD-TRB-05'), el('button', { type: 'button', class: 'btn sm right', id: `gmabsent-${a.level}`, onclick: () => absent(a) }, t('Apply', 'そうする'))), el('div', { class: 't2' }, what));
  }));
}

export function dungeonTable({ in: s, view }) {
  const rows = s.meetings.map((m, i) => { const v = view.meetings[i]; return el('tr', {}, el('td', {}, nameOf(m, i)), el('td', {}, v.rows.map(r => `${r.name} ×${r.count}`).join(t(', ', '、')) || '–'), el('td', {}, v.label_name || '–'), el('td', { class: 'r b' }, n(v.xp))); });
  const d = view.dungeon, bars = d.budget.low === null ? null : el('div', { class: 'gmbars' }, view.difficulties.map(x => { const top = Math.max(d.xp, d.budget.high, 1); return [el('span', {}, x.name), el('span', { class: 'gmbar' }, el('i', { style: `width:${x.budget / top * 100}%` })), el('span', { class: 'r' }, `${n(x.budget)} XP`), el('span', { class: 't2' }, t(`the dungeon is ${(d.xp / x.budget).toFixed(1)} of these`, `ダンジョンはその ${(d.xp / x.budget).toFixed(1)} 回ぶん`))]; }),
    (() => { const top = Math.max(d.xp, d.budget.high, 1); return [el('b', {}, t('All encounters', '遭遇の合計')), el('span', { class: 'gmbar all' }, el('i', { style: `width:${d.xp / top * 100}%` })), el('b', { class: 'r', id: 'gmtotal' }, `${n(d.xp)} XP`), el('span', {})]; })());
  return [el('table', {}, el('thead', {}, el('tr', {}, [t('Encounter', '遭遇'), t('Creatures', 'クリーチャー'), t('Difficulty', '難易度')].map(h => el('th', {}, h)), el('th', { class: 'r' }, 'XP'))), el('tbody', {}, rows), el('tfoot', {}, el('tr', {}, el('td', { colspan: 3, class: 't2' }, t('All', '合計')), el('td', { class: 'r b amber' }, n(d.xp))))),
    el('h3', {}, t('Beside the budget of one encounter', '1回の遭遇の予算と並べると')), bars,
    el('p', { class: 't2', id: 'gmnoday' }, t('The book has no budget for a whole day. This is only the sum of the encounters beside the budget of a single one; how much a party can take between rests is for the table to judge.', '本には「1日ぶんの予算」という規則がありません。これは各遭遇のXPの合計を、1回の遭遇の予算と並べただけのもの。休憩までにどれだけ戦えるかは、卓で判断してください。'))];
}

export function drawMeeting(page) {
  const { in: s, view } = page, m = here();
  if (!m) return el('section', { class: 'px pad' });
  return el('section', { class: 'px pad scroll gmmeeting', 'data-scroll': 'meeting', 'aria-label': t('Encounter', '遭遇') }, tabs(page), verdict(m, s), fault(state.faults, `meetings[${s.at}]`), meter(m), table(m, s), advice(m),
    el('div', { class: 'gmmores' }, el('details', { class: 'gmmore', open: state.placesOpen || null, ontoggle: e => { state.placesOpen = e.target.open; } }, el('summary', {}, t('Make the place matter', '場所を活かす')), reasons(view.places)),
    m.because ? el('details', { class: 'gmmore', id: 'gmwhy', open: state.whyOpen || null, ontoggle: e => { state.whyOpen = e.target.open; } }, el('summary', {}, t('How this was found', 'この判定の理由'), ' ', el('kbd', {}, window.meikyu.keyOf?.('list') || 'T')), reasons(m.because)) : null), missing(m, s, view));
}
