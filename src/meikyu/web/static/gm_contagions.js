// Contagion desk: which one and who, the patient's calendar (rolled or set by hand), the exact course, what helps.
import { area, bonus, check, chip, choose, dataTable, dialog, dice, el, fault, field, mark, pct, section, share, signed, startDesk, stepper, t, whole, why } from './gm_desk.js';

// address: c who kind gnome save lv start days seed rest=1.2.3 h=day.die.rest.level.cured dose=0.24
const none = x => x === null || x === undefined ? '' : x;
const readHand = text => { const [day, die, rest, level, cured] = text.split('.'); return { day: whole(day, 0), die: whole(die, null), rest_die: whole(rest, null), level: whole(level, null), cured: cured === '1' }; };
const numbers = text => (text || '').split('.').filter(Boolean).map(x => whole(x, 0)).slice(0, 100);
const read = q => ({ contagion: q.get('c') || 'cackle_fever', name: (q.get('who') || '').slice(0, 60), creature: ['humanoid', 'beast', 'other'].includes(q.get('kind')) ? q.get('kind') : 'humanoid', gnome: q.has('gnome'), con_save: whole(q.get('save'), 2), level: whole(q.get('lv'), 0), start: whole(q.get('start'), 1), days: whole(q.get('days'), 0), seed: whole(q.get('seed'), 0), resting: numbers(q.get('rest')), by_hand: q.getAll('h').slice(0, 366).map(readHand), doses: numbers(q.get('dose')) });
const address = s => ({ c: s.contagion, who: s.name, kind: s.creature === 'humanoid' ? '' : s.creature, gnome: s.gnome, save: s.con_save, lv: s.level || '', start: s.start === 1 ? '' : s.start, days: s.days || '', seed: s.seed || '', rest: s.resting.join('.'), h: s.by_hand.map(h => [h.day, none(h.die), none(h.rest_die), none(h.level), h.cured ? 1 : ''].join('.')), dose: s.doses.join('.') });

const rot = v => v.contagion === 'sight_rot';
function hand(s, day, set) {
  let row = s.by_hand.find(h => h.day === day);
  if (!row) { row = { day, die: null, rest_die: null, level: null, cured: false }; s.by_hand.push(row); s.by_hand.sort((a, b) => a.day - b.day); }
  set(row);
  s.by_hand = s.by_hand.filter(h => h.die !== null || h.rest_die !== null || h.level !== null || h.cured);
}
const another = s => { s.contagion = s.contagion; s.days = 0; s.by_hand = []; s.resting = []; s.doses = []; };

function who(desk) {
  const s = desk.in, v = desk.view, bad = name => desk.faults.some(f => f.field === name);
  const name = el('input', { class: 'inp', id: 'who', value: s.name, placeholder: t('Aldis', 'アルディス'), maxlength: 60, 'aria-label': t('Who is ill', '誰が病か'), autocomplete: 'off' });
  name.addEventListener('change', () => desk.change(x => { x.name = name.value; }));
  return el('section', { class: 'px pad3 gminputs p-list', 'aria-label': t('Contagion and patient', '疫病と患者') }, el('h3', {}, t('Contagions', '疫病')),
    el('div', { class: 'tl' }, v.contagions.map(x => el('button', { type: 'button', id: `ill-${x.code}`, class: x.code === v.contagion ? 'on' : '', 'aria-pressed': String(x.code === v.contagion), onclick: () => desk.change(z => { another(z); z.contagion = x.code; }) }, el('span', {}, x.name)))), fault(desk.faults, 'contagion'),
    el('div', { class: 'rule' }), el('h3', {}, t('Who', '誰が')), field(desk, 'name', t('Name', '名前'), name),
    field(desk, 'con_save', t('Constitution save', '耐久力セーヴ'), bonus('save', t('Constitution save', '耐久力セーヴ'), s.con_save, n => desk.change(x => { x.con_save = n; }), { wrong: bad('con_save') })),
    field(desk, 'creature', t('Kind of creature', '生物の種別'), choose(desk, 'kind', t('Kind of creature', '生物の種別'), [['humanoid', t('Humanoid', '人型生物')], ['beast', t('Beast', '野獣')], ['other', t('Other', 'その他')]], s.creature, (x, k) => { x.creature = k; })),
    v.contagion === 'cackle_fever' ? check(desk, 'gnome', t('Gnome', 'ノーム'), s.gnome, (x, on) => { x.gnome = on; }) : null,
    rot(v) ? null : field(desk, 'level', t('Exhaustion when infected', '感染時の消耗'), stepper('lv', t('Exhaustion when infected', '感染時の消耗'), s.level, n => desk.change(x => { x.level = n; }), { low: 0, high: 5, wrong: bad('level') })),
    field(desk, 'start', t('Infected on day', '感染した日'), stepper('start', t('Infected on day', '感染した日'), s.start, n => desk.change(x => { x.start = n; })), t('of your campaign', 'キャンペーンの日付')),
    el('p', { class: 'cap' }, t('Real days count, also at heights where an hour of travel counts twice.', '数えるのは実際の日数。移動1時間が2時間と数えられる高地でも同じです。')));
}

function card(desk) {
  const v = desk.view, c = v.card;
  return el('section', { class: 'card2 p-card', 'aria-label': t('Card to read from', '読み上げ用の札') }, el('h2', {}, c.name),
    el('dl', { class: 'long' }, c.rows.map(r => [el('dt', {}, r.label), el('dd', {}, r.texts.map(x => el('div', {}, x.text, ' ', chip(x.rule))))])),
    el('div', { class: 'say' }, t(`“${c.aloud}”`, `「${c.aloud}」`)),
    el('div', { class: 'row wrap cardkeys noprint' }, el('button', { type: 'button', class: 'btn sm paper', id: 'toplayers', onclick: () => dialog(t('What the players see', 'プレイヤーに見せる札'), el('div', { class: 'card2 only' }, el('div', { class: 'say big' }, t(`“${c.aloud}”`, `「${c.aloud}」`))), { wide: true }) }, t('Show the players', 'プレイヤーに見せる'))));
}

function verdict(desk) {
  const v = desk.view, s = desk.in, last = v.days.at(-1);
  if (!v.catches) return el('div', { class: 'verdict' }, el('b', { class: 'ok' }, v.states.immune), el('span', { class: 'big2' }, t('This creature cannot catch it.', 'この生物には感染しません。'), ' ', chip(rot(v) ? 'SRD-SRT-01' : v.contagion === 'cackle_fever' ? 'SRD-CKF-01' : 'SRD-SWP-02')));
  const told = [];
  told.push(t(`day ${last.date}`, `${last.date}日目`));
  if (last.level) told.push(t(`Exhaustion ${last.level}`, `消耗${last.level}`));
  if (v.contagion === 'cackle_fever' && !v.over) told.push(t(`${last.successes} of 3 saves made`, `成功${last.successes}/3回`));
  if (last.advantage) told.push(t('Advantage on the next save', '次のセーヴに有利'));
  if (v.immune_until) told.push(t(`immune until day ${v.immune_until}`, `${v.immune_until}日目まで免疫`));
  if (rot(v) && !v.over) told.push(t(`${last.hours_left} hours of suppression to go`, `抑制あと${last.hours_left}時間`));
  return el('div', { class: 'verdict', id: 'verdict', 'data-state': v.state }, el('b', { class: v.marks[v.state] }, v.states[v.state]), el('span', { class: 'big2' }, s.name ? `${s.name}${t(': ', '：')}` : '', told.join(t(', ', '、'))));
}

function flow(desk) {
  const v = desk.view, order = rot(v) ? ['clear', 'infected', 'suppressed', 'cured'] : v.contagion === 'cackle_fever' ? ['clear', 'incubating', 'symptomatic', 'cured'] : ['clear', 'incubating', 'symptomatic', 'cured', 'dead'];
  return el('ol', { class: 'flow', 'aria-label': t('States', '状態') }, order.map(x => el('li', { class: `${x === v.state ? 'now' : ''} ${x === 'dead' ? 'or' : ''}`, 'aria-current': x === v.state ? 'step' : null }, mark(x === v.state ? v.marks[x] : 'off', v.states[x]))));
}

function strip(desk) {
  const v = desk.view, s = desk.in;
  const cell = d => {
    const rests = s.resting.includes(d.day), h = s.by_hand.find(x => x.day === d.day), fight = d.saves?.find(x => x.kind === 'fight'), rest = d.saves?.find(x => x.kind === 'rest'), wrong = fault(desk.faults, `by_hand[${d.day}]`);
    return el('li', { class: `day ${d === v.days.at(-1) ? 'now' : ''} ${v.marks[d.state]}`, 'data-day': d.day, 'data-state': d.state },
      el('div', { class: 'row between' }, el('b', {}, t(`Day ${d.date}`, `${d.date}日目`)), h ? el('span', { class: 'tag note' }, t('by hand', '手')) : null), mark(v.marks[d.state], d.onset ? t('Onset', '発症') : v.states[d.state]),
      d.day === 0 && !rot(v) ? el('div', { class: 'cap' }, t(`shows on day ${v.onset.day}`, `発症は${v.onset.day}日目`)) : null,
      fight ? el('div', { class: 'sv', title: `DC ${fight.dc}` }, dice(fight.dice.map(f => [20, f])), ` ${signed(fight.bonus)} = `, el('b', { class: fight.success ? 'ok' : 'bad' }, fight.total), el('span', { class: 'cap' }, ` ${t('against', '対')} ${fight.dc} ${fight.success ? '✓' : '✗'}`)) : null,
      rest ? el('div', { class: 'sv', title: `DC ${rest.dc}` }, el('span', { class: 'cap' }, t('rest: ', '静養：')), dice(rest.dice.map(f => [20, f])), ` ${signed(rest.bonus)} = `, el('b', { class: rest.success ? 'ok' : 'bad' }, rest.total), el('span', { class: 'cap' }, ` ${t('against', '対')} ${rest.dc} ${rest.success ? '✓' : '✗'}`)) : null,
      d.level ? el('div', { class: 'pips', role: 'img', 'aria-label': t(`Exhaustion ${d.level}`, `消耗${d.level}`), title: t(`Exhaustion ${d.level}`, `消耗${d.level}`) }, Array.from({ length: 6 }, (_, i) => el('i', { class: i < d.level ? 'f' : '' }))) : null,
      rot(v) ? [d.doses ? el('div', { class: 'cap' }, t(`${d.doses} dose of ointment`, `軟膏${d.doses}回分`)) : null, el('div', { class: 'cap' }, t(`${d.suppressed_hours} of 72 h`, `72時間中${d.suppressed_hours}`))] : null,
      wrong, el('div', { class: 'row dkeys noprint' },
        rot(v) ? [el('button', { type: 'button', class: 'btn sm', id: `dose-${d.day}`, 'aria-pressed': String(Boolean(d.doses)), onclick: () => desk.change(x => { const hour = d.day * 24; x.doses = x.doses.includes(hour) ? x.doses.filter(y => y !== hour) : [...x.doses, hour].sort((a, b) => a - b); }) }, d.doses ? t('No dose', '塗らない') : t('Ointment', '軟膏を塗る')), el('button', { type: 'button', class: `btn sm ${h?.cured ? 'on' : ''}`, id: `cure-${d.day}`, 'aria-pressed': String(Boolean(h?.cured)), onclick: () => desk.change(x => hand(x, d.day, row => { row.cured = !row.cured; })) }, t('Magic', '魔法'))]
          : [el('button', { type: 'button', class: `btn sm ${rests ? 'on' : ''}`, id: `rest-${d.day}`, 'aria-pressed': String(rests), disabled: d.day === 0 || null, onclick: () => desk.change(x => { x.resting = rests ? x.resting.filter(y => y !== d.day) : [...x.resting, d.day].sort((a, b) => a - b); }) }, rests ? t('rests ✓', '静養 ✓') : t('rest', '静養')),
            el('button', { type: 'button', class: 'btn sm', id: `set-${d.day}`, onclick: () => setDay(desk, d) }, t('set…', '決める…'))]));
  };
  return el('ol', { class: 'days', id: 'days', 'data-scroll': 'days' }, v.days.map(cell));
}

function setDay(desk, d) {
  const v = desk.view, h = desk.in.by_hand.find(x => x.day === d.day) || {};
  const input = (id, label, value, hint) => [el('label', { class: 'lbl', for: id }, label), el('input', { class: 'inp', id, inputmode: 'numeric', value: none(value), autocomplete: 'off' }), el('span', { class: 'cap' }, hint)];
  const usual = d.saves?.find(x => x.kind === 'fight')?.die, rest = d.saves?.find(x => x.kind === 'rest')?.die;
  const die = input('hand-die', d.day ? t('Die of the save (d20)', 'セーヴの出目（d20）') : t('Die of the incubation (d4)', '潜伏の出目（d4）'), h.die, usual ? t(`empty: rolled, ${usual}`, `空なら振った出目 ${usual}`) : t('empty: rolled', '空なら振る'));
  const more = d.day ? [input('hand-rest', t('Die of the save after three days of rest (d20)', '3日静養のあとのセーヴの出目（d20）'), h.rest_die, rest ? t(`empty: rolled, ${rest}`, `空なら振った出目 ${rest}`) : ''), input('hand-level', t('Exhaustion in the evening, 0 to 6', '夜の消耗レベル（0〜6）'), h.level, t('empty: as it comes', '空ならそのまま'))] : [];
  const cured = el('input', { type: 'checkbox', class: 'chk', id: 'hand-cured', checked: h.cured || null });
  const value = id => { const text = document.getElementById(id)?.value.normalize('NFKC').trim(); return text ? whole(text, -1) : null; };
  const close = dialog(t(`Day ${d.date}: set by hand`, `${d.date}日目を手で決める`), [el('div', { class: 'gmhand' }, die, more), d.day ? el('label', { class: 'row gmcheck', for: 'hand-cured' }, cured, el('span', {}, t('Magic ends it on this day', 'この日に魔法で終わる'))) : null,
    el('div', { class: 'row' }, el('button', { type: 'button', class: 'btn pri', id: 'hand-ok', onclick: () => { const made = { die: value('hand-die'), rest_die: value('hand-rest'), level: value('hand-level'), cured: cured.checked }; close(); desk.change(s => hand(s, d.day, row => Object.assign(row, made))); } }, t('Set', '決める')), el('button', { type: 'button', class: 'btn', onclick: () => { close(); desk.change(s => { s.by_hand = s.by_hand.filter(x => x.day !== d.day); }); } }, t('Leave it to the dice', 'ダイスに任せる')))]);
  document.getElementById('hand-die')?.focus();
}

function course(desk) {
  const v = desk.view, o = v.odds, shown = o.rows.length ? o.rows : [];
  const start = { day: 0, cured: { value: 0, fraction: '0' }, dead: { value: 0, fraction: '0' }, ill: { value: 1, fraction: '1' } }, rows = [start, ...shown.slice(0, Math.max(6, shown.findIndex(r => r.ill.value < 0.01) + 1 || 30))];
  const mean = o.expected_days ? [t('mean length ', '平均 '), el('b', { title: o.expected_days.fraction }, o.expected_days.value.toFixed(1)), t(' days', '日')] : t('it may never end', '終わらないことがあります');
  return section(t('From the onset', '発症からのゆくえ'), t('exact odds, not sampled', '正確な確率（抽選ではない）'),
    el('div', { class: 'row wrap sums' }, mark('ok', [t('cured ', '治癒 '), el('b', { id: 'pcured', title: o.p_cured.fraction }, pct(o.p_cured))]), mark('bad', [t('dead ', '死亡 '), el('b', { title: o.p_dead.fraction }, pct(o.p_dead))]), el('span', {}, mean), o.half ? el('span', {}, t(`50 % are over by day ${o.half}`, `50%は${o.half}日目までに終わる`)) : null, o.most ? el('span', {}, t(`90 % by day ${o.most}`, `90%は${o.most}日目まで`)) : null),
    area(rows, [{ name: t('cured', '治癒'), of: r => r.cured.value, fill: 'ok' }, { name: t('still ill', '病のまま'), of: r => r.ill.value, fill: 'ill' }, { name: t('dead', '死亡'), of: r => r.dead.value, fill: 'bad' }], { axis: t('days since the onset', '発症からの日数'), marks: [{ day: o.half, label: '50 %' }, { day: o.most === o.half ? null : o.most, label: '90 %', low: 14 }], id: 'areachart', up: t('share of patients', '患者の割合') }),
    dataTable([t('day', '日'), t('cured', '治癒'), t('still ill', '病のまま'), t('dead', '死亡'), t('cured, exactly', '治癒（分数）')], shown.map(r => [r.day, pct(r.cured), pct(r.ill), pct(r.dead), r.cured.fraction]), { id: 'daytable' }));
}

function helps(desk) {
  const v = desk.view;
  if (rot(v)) return section(t('What helps', '効くもの'), null, el('ul', { class: 'helps' }, el('li', {}, t('Magic such as Heal or Lesser Restoration ends it at once.', '《ヒール》《レッサー・レストレーション》などの魔法で即座に終わる。'), ' ', chip('SRD-SRT-02')), el('li', {}, t('A proficient character makes a dose of ointment in an hour; each suppresses it for 24 hours.', '薬草キットに習熟した者が1時間で軟膏1回分を作る。1回で24時間抑える。'), ' ', chip('SRD-SRT-03')), el('li', {}, t('72 hours of suppression in all end it: three doses, one after another.', '合計72時間抑えると終わる：続けて3回分。'), ' ', chip('SRD-SRT-05')), v.wasted ? el('li', { class: 'warn' }, t(`${v.wasted} dose overlaps: hours count once`, `${v.wasted}回分が重なっています。時間は一度しか数えません`), ' ', chip('SRD-SRT-06')) : null), v.p_infected ? el('p', { class: 'cap' }, t('The save against tainted water or touch fails: ', '汚れた水・接触へのセーヴに失敗する確率：'), share(v.p_infected)) : null);
  const r = v.rest, days = e => e ? e.value.toFixed(1) : '∞';
  return section(t('What helps', '効くもの'), null, el('table', { class: 'helps' }, el('thead', {}, el('tr', {}, el('th', {}, ''), el('th', { class: 'r' }, t('Cured', '治癒')), el('th', { class: 'r' }, t('Dead', '死亡')), el('th', { class: 'r' }, t('Mean days', '平均日数')))), el('tbody', {}, [[t('goes on as usual', 'ふだんどおり過ごす'), r.plain], [t('recuperates from the onset on', '発症から静養し続ける'), r.resting]].map(([w, x]) => el('tr', {}, el('td', {}, w), el('td', { class: 'r b ok' }, share(x.p_cured)), el('td', { class: 'r' }, share(x.p_dead)), el('td', { class: 'r', title: x.expected_days?.fraction || '' }, days(x.expected_days)))))),
    el('p', { class: 'cap' }, t('Three days of rest and a DC 15 save give Advantage on the saves of the next 24 hours. ', '3日の静養とDC15のセーヴで、次の24時間のセーヴに有利。'), chip('SRD-CON-03'), ' ', t('The save against catching it fails: ', '感染へのセーヴに失敗する確率：'), share(v.p_infected)));
}

function main(desk) {
  const v = desk.view, s = desk.in;
  const keys = el('div', { class: 'row wrap acts noprint' }, el('button', { type: 'button', class: 'btn pri', id: 'nextday', disabled: v.over || !v.catches || null, onclick: () => next(desk) }, t('Next day', '次の日'), ' ', el('kbd', {}, 'N')), el('button', { type: 'button', class: 'btn', id: 'toend', disabled: v.over || !v.catches || rot(v) || null, onclick: () => desk.change(x => { x.days = 60; }).then(() => desk.view.days.length && desk.change(x => { x.days = desk.view.days.at(-1).day; }, { quiet: true })) }, t('To the end', '最後まで振る')), el('button', { type: 'button', class: 'btn', id: 'backday', disabled: s.days === 0 || null, onclick: () => desk.change(x => { x.days = Math.max(v.days.at(-1).day - 1, 0); x.by_hand = x.by_hand.filter(h => h.day <= x.days); x.resting = x.resting.filter(d => d <= x.days); }) }, t('Day back', '1日戻す')),
    rot(v) ? null : [el('span', { class: 'cap' }, t('Seed', '種')), stepper('seed', t('Seed', '種'), s.seed, n => desk.change(x => { x.seed = n; }), { low: 0, wrong: desk.faults.some(f => f.field === 'seed') }), el('button', { type: 'button', class: 'btn', id: 'reroll', onclick: () => desk.change(x => { x.seed = Math.floor(Math.random() * 100000); }) }, t('Other dice', '別の出目'))], fault(desk.faults, 'days'), fault(desk.faults, 'seed'));
  return el('section', { class: 'px pad p-verdict odds', 'data-scroll': 'odds' }, verdict(desk), v.catches ? [flow(desk), keys, strip(desk), v.odds ? course(desk) : null, helps(desk), why(v.because)] : null);
}
const next = desk => desk.change(x => { x.days = Math.max(x.days, desk.view.days.at(-1).day) + 1; });

startDesk({
  name: 'contagions', read, write: address, send: s => s,
  parts: () => [['verdict', t('Course', '経過')], ['card', t('Card', '札')], ['list', t('Patient', '患者')]],
  said: desk => { const d = desk.view.days.at(-1); return `${t('Day', '日')} ${d.date}: ${desk.view.states[desk.view.state]}`; },
  draw: desk => el('div', { class: 'g3 ills' }, who(desk), main(desk), card(desk)),
  after: desk => { const days = document.getElementById('days'), count = desk.view.days.length; if (days) days.scrollLeft = count === desk.count ? desk.keep : days.scrollWidth; desk.count = count; },
  keys: { n: desk => !desk.view.over && next(desk) },
});
