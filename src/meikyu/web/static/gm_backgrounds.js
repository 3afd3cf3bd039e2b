// Background builder: five steps, each with its faults, and the price list for fifty gold pieces.
import { chip, el, fault, mark, section, startDesk, stepper, t, whole, why } from './gm_desk.js';

let offered = null, asking = '';
async function choices(desk) {
  if (offered && asking === window.meikyu.lang) return;
  asking = window.meikyu.lang;
  offered = await (await fetch(`/web/gm/choices?lang=${asking}`)).json();
  desk.redraw();
}
// address: name th=physical.social ab=str.dex.con feat sk=a.b tool e=code*count
const dots = text => (text || '').split('.').filter(Boolean).slice(0, 18);
const read = q => ({ name: (q.get('name') || '').slice(0, 100), themes: dots(q.get('th')), abilities: dots(q.get('ab')), feat: q.get('feat') || '', skills: dots(q.get('sk')), tool: q.get('tool') || '', equipment: q.getAll('e').slice(0, 200).map(x => x.split('*')).map(([c, n]) => [c, whole(n, 1)]), find: q.get('q') || '', cat: q.get('cat') || '' });
const address = s => ({ name: s.name, th: s.themes.join('.'), ab: s.abilities.join('.'), feat: s.feat, sk: s.skills.join('.'), tool: s.tool, e: s.equipment.map(e => e.join('*')), q: s.find, cat: s.cat });
const toggle = (list, code) => list.includes(code) ? list.filter(x => x !== code) : [...list, code];

function step(desk, id, number, ...content) {
  const v = desk.view, s = offered.steps.find(x => x.id === id), wrong = v.wrong.filter(w => w.step === id), begun = (desk.in[id] || '').length > 0; // what is not begun is no mistake yet
  return el('section', { class: 'bstep', id: `step-${id}`, 'data-ok': String(!wrong.length) }, el('div', { class: 'row between' }, el('h3', {}, el('span', { class: 'bn' }, number), ' ', s.name), wrong.length ? mark('warn', t('open', '未完')) : mark('ok', t('done', '済'))), content,
    wrong.map(w => el('div', { class: begun ? 'fault' : 'fault hint', role: begun ? 'alert' : null, 'data-field': id }, w.text, ' ', chip(w.rule))), el('details', { class: 'gmdata', id: `rules-${id}` }, el('summary', {}, t('The rule', '決まり')), s.rules.map(r => el('p', { class: 'cap' }, r.text, ' ', chip(r.rule)))));
}
const chips = (rows, chosen, run, star = []) => el('div', { class: 'chips' }, rows.map(r => el('button', { type: 'button', class: `chipb ${chosen.includes(r.code) ? 'on' : ''}`, id: `pick-${r.code}`, 'aria-pressed': String(chosen.includes(r.code)), onclick: () => run(r.code) }, r.name, star.includes(r.code) ? el('span', { class: 'star', title: t('suits the themes', '主題に合う') }, ' ★') : '')));
const select = (id, label, rows, value, run) => { const box = el('select', { class: 'inp', id, 'aria-label': label }, el('option', { value: '' }, t('choose', '選んでください')), rows.some(r => r.code === value) || !value ? null : el('option', { value, selected: true }, value), rows.map(r => el('option', { value: r.code, selected: r.code === value || null }, r.name))); box.addEventListener('change', () => run(box.value)); return box; };

function steps(desk) {
  const s = desk.in, v = desk.view;
  const name = el('input', { class: 'inp', id: 'bgname', value: s.name, maxlength: 100, placeholder: t('Lamplighter', '点灯夫'), 'aria-label': t('Name of the background', '背景の名前'), autocomplete: 'off' });
  name.addEventListener('change', () => desk.change(x => { x.name = name.value; }));
  return el('section', { class: 'px pad p-verdict bsteps', 'data-scroll': 'steps' },
    el('div', { class: 'verdict', id: 'verdict', 'data-valid': String(v.valid) }, el('b', { class: v.valid ? 'ok' : 'warn' }, v.valid ? t('It holds', '成立') : t('Not yet', 'あと少し')), el('span', { class: 'big2' }, v.valid ? t(`${v.left} GP are left in coin`, `残り${v.left}GPは金貨で持つ`) : t(`${v.wrong.length} to settle`, `残り${v.wrong.length}件`))),
    el('div', { class: 'fld' }, el('span', { class: 'lbl' }, t('Name', '名前')), name), el('div', { class: 'fld' }, el('span', { class: 'lbl' }, t('What it is about', '何に関わる背景か'), ' ', chip('SRD-BGR-04')), chips(offered.themes, s.themes, c => desk.change(x => { x.themes = toggle(x.themes, c); }))),
    step(desk, 'abilities', 1, chips(offered.abilities, s.abilities, c => desk.change(x => { x.abilities = toggle(x.abilities, c); }), v.suggested)),
    step(desk, 'feat', 2, chips(offered.feats, [s.feat], c => desk.change(x => { x.feat = x.feat === c ? '' : c; }))),
    step(desk, 'skills', 3, chips(offered.skills, s.skills, c => desk.change(x => { x.skills = toggle(x.skills, c); }))),
    step(desk, 'tool', 4, select('tool', t('Tool', '道具'), offered.tools, s.tool, c => desk.change(x => { x.tool = c; }))), why(v.because));
}
function basket(desk) {
  const s = desk.in, v = desk.view, of = code => offered.items.find(i => i.code === code), over = v.left < 0;
  const full = Math.max(v.spent, 50);
  return el('section', { class: 'px pad p-card', id: 'basket', 'aria-label': t('The package', '装備一式') }, step(desk, 'equipment', 5,
    el('div', { class: 'money' }, el('div', { class: 'bar', role: 'img', 'aria-label': t(`${v.spent} of 50 GP spent`, `50GPのうち${v.spent}GP`) }, el('i', { class: over ? 'over' : '', style: `width:${Math.min(v.spent / full * 100, 100)}%` }), el('b', { style: `left:${50 / full * 100}%` })), el('div', { class: 'row between' }, el('span', {}, t('spent ', '使った '), el('b', { id: 'spent' }, `${v.spent} GP`)), el('span', { class: over ? 'bad b' : '' }, over ? t(`${-v.left} GP over`, `${-v.left}GP超過`) : [t('left ', '残り '), el('b', { id: 'left' }, `${v.left} GP`)]))),
    s.equipment.length ? el('table', { class: 'packed', id: 'packed' }, el('tbody', {}, s.equipment.map(([code, count], i) => el('tr', {}, el('td', { class: 'b' }, of(code)?.name || code, fault(desk.faults, `equipment[${i}]`)), el('td', {}, stepper(`n-${code}`, of(code)?.name || code, count, n => desk.change(x => { if (n < 1) x.equipment.splice(i, 1); else x.equipment[i] = [code, n]; }))), el('td', { class: 'r num' }, of(code) ? `${+(of(code).gp * count).toFixed(2)} GP` : ''), el('td', {}, el('button', { type: 'button', class: 'gmx', 'aria-label': t('Remove', '外す'), onclick: () => desk.change(x => { x.equipment.splice(i, 1); }) }, '×')))))) : el('p', { class: 't2 pad3' }, t('Nothing is packed: choose from the list. What is left stays as coin.', 'まだ何もありません。表から選びます。使い残しは金貨で持てます。'))));
}
function shop(desk) {
  const s = desk.in, q = s.find.normalize('NFKC').toLowerCase();
  const rows = offered.items.filter(i => (!s.cat || i.category === s.cat) && (!q || i.name.toLowerCase().includes(q) || i.other.toLowerCase().includes(q)));
  const find = el('input', { class: 'inp', id: 'find', type: 'search', value: s.find, placeholder: t('Find an item', '品物を探す'), 'aria-label': t('Find an item', '品物を探す'), 'data-live': '', autocomplete: 'off' });
  find.addEventListener('input', () => { s.find = find.value; desk.redraw(); });
  const cat = el('select', { class: 'inp', id: 'cat', 'aria-label': t('Category', '分類') }, el('option', { value: '' }, t('all', 'すべて')), offered.categories.map(c => el('option', { value: c.code, selected: c.code === s.cat || null }, c.name)));
  cat.addEventListener('change', () => { s.cat = cat.value; desk.redraw(); });
  return el('section', { class: 'px pad3 p-list shop', 'aria-label': t('Price list', '価格表') }, el('div', { class: 'row between' }, el('h3', {}, t('Price list', '価格表')), el('span', { class: 'cap' }, t(`${rows.length} items`, `${rows.length}品`))), el('div', { class: 'row', style: 'margin:8px 0' }, find, cat),
    el('div', { class: 'scroll shoplist', 'data-scroll': 'shop' }, rows.length ? el('table', { class: 'lib2' }, el('tbody', {}, rows.map(i => el('tr', { class: i.barred ? 'barred' : '' }, el('td', {}, i.barred ? [i.name, el('small', {}, i.barred)] : el('button', { type: 'button', class: 'gmrow', id: `buy-${i.code}`, onclick: () => desk.change(x => { const old = x.equipment.find(e => e[0] === i.code); if (old) old[1] += 1; else x.equipment.push([i.code, 1]); }) }, '+ ', i.name)), el('td', { class: 'r num' }, `${i.gp} GP`))))) : el('p', { class: 'cap' }, t('No item matches', '当てはまる品物はありません'))));
}
startDesk({
  name: 'backgrounds', read, write: address, send: ({ find, cat, ...rest }) => rest,
  parts: () => [['verdict', t('Steps', '手順')], ['card', t('Package', '装備')], ['list', t('Price list', '価格表')]],
  said: desk => `${desk.view.valid ? t('It holds', '成立') : t('Not yet', 'あと少し')}, ${desk.view.spent} GP`,
  fresh: desk => choices(desk),
  draw: desk => { if (!offered) { choices(desk); return el('div', { class: 'px pad dim' }, t('Opening the desk', '卓を開いています')); } return el('div', { class: 'g3 backs' }, steps(desk), basket(desk), shop(desk)); },
});
