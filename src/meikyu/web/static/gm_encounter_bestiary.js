// The right side: the 330 creatures with what fits, and other ideas inside the budget.
import { el } from './dom.js';
import { add, filter, here, page as state, take, togglePool } from './gm_encounter.js';
import { n, t } from './gm.js';

const RATINGS = ['0', '1/8', '1/4', '1/2', ...Array.from({ length: 30 }, (_, i) => String(i + 1))];
const value = cr => cr.includes('/') ? 1 / Number(cr.slice(2)) : Number(cr);
const folded = text => text.normalize('NFKC').toLowerCase();

// every word of the search is a part of a name, a kind, a size or a rating such as cr2
export function found({ in: s, bestiary }, left) {
  const words = folded(s.q).split(/\s+/).filter(Boolean);
  return bestiary.filter(c => {
    const hay = c.hay ||= folded([c.name.en, c.name.ja, c.kind.en, c.kind.ja, c.body.en, c.body.ja, `cr${c.cr}`].join(' '));
    return words.every(w => /^cr[\d/]+$/.test(w) ? `cr${c.cr}` === w : hay.includes(w)) && (!s.type || c.type === s.type) && (!s.low || c.rating >= value(s.low)) && (!s.high || c.rating <= value(s.high)) && (!s.fits || left === null || c.xp <= left);
  });
}

function filters(s) {
  const lang = window.meikyu.lang, rating = (id, name, text) => el('select', { class: 'inp', id, 'aria-label': text, onchange: e => filter(x => { x[name] = e.target.value; }) }, el('option', { value: '' }, name === 'low' ? t('CR from', 'CR 下限') : t('CR to', 'CR 上限')), RATINGS.map(r => el('option', { value: r, selected: r === s[name] || null }, `CR ${r}`)));
  const clear = s.type || s.low || s.high || s.fits || s.q;
  return [el('div', { class: 'gmsearch' }, el('input', { class: 'inp', id: 'gmq', type: 'search', autocomplete: 'off', value: s.q, 'data-live': '', placeholder: t('name, kind, cr2', '名前・種別・cr2'), 'aria-label': t('Search creatures', 'クリーチャーを探す'), oninput: e => filter(x => { x.q = e.target.value; }) }), el('kbd', {}, window.meikyu.keyOf?.('search') || '/')),
    el('div', { class: 'gmfilters' }, el('select', { class: 'inp', id: 'gmtype', 'aria-label': t('Kind', '種別'), onchange: e => filter(x => { x.type = e.target.value; }) }, el('option', { value: '' }, t('All kinds', '全種別')), state.kinds.map(k => el('option', { value: k.id, selected: k.id === s.type || null }, k[lang]))), rating('gmlow', 'low', t('Lowest CR', '脅威度の下限')), rating('gmhigh', 'high', t('Highest CR', '脅威度の上限'))),
    el('div', { class: 'row between' }, el('label', { class: 'row gmcheck' }, el('input', { type: 'checkbox', class: 'chk', id: 'gmfits', checked: s.fits || null, onchange: e => filter(x => { x.fits = e.target.checked; }) }), t('Fits what is left', '残りに収まる')), clear ? el('button', { type: 'button', class: 'btn sm ghost', onclick: () => filter(x => { x.q = x.type = x.low = x.high = ''; x.fits = false; document.getElementById('gmq').value = ''; }) }, t('Clear', '消す')) : null)];
}

export function drawBestiary(page) {
  const { in: s, view, bestiary } = page, m = here(), lang = window.meikyu.lang;
  const left = m?.label ? m.left[s.difficulty] : null, rows = found(page, left);
  const over = c => left === null ? el('td', { class: 'r dim' }, '–') : c.xp <= left ? el('td', { class: 'r fit' }, t('fits', '収まる')) : el('td', { class: 'r no' }, `+${n(c.xp - left)}`);
  const line = c => el('tr', { 'data-code': c.code }, el('td', {}, el('button', { type: 'button', class: 'gmrow', id: `gmlib-${c.code}`, title: `${lang === 'ja' ? c.name.en : c.name.ja} · ${c.body[lang]} ${c.kind[lang]} · AC ${c.ac} · HP ${c.hp}${c.traits.length ? ` · ${c.traits.join(', ')}` : ''}`, onclick: () => add(c.code) }, c.name[lang])), el('td', { class: 'c t2' }, c.cr), el('td', { class: 'r' }, n(c.xp)), over(c),
    el('td', { class: 'c' }, el('button', { type: 'button', class: s.pool.includes(c.code) ? 'gmstar on' : 'gmstar', 'aria-pressed': String(s.pool.includes(c.code)), 'aria-label': t(`${c.name.en}: in my pool`, `${c.name.ja}：自分の候補`), title: t('In my pool', '自分の候補に入れる'), onclick: () => togglePool(c.code) }, s.pool.includes(c.code) ? '★' : '☆')));
  return el('section', { class: 'px pad gmbestiary', id: 'gmbestiary', 'aria-label': t('Add creatures', 'クリーチャーを足す') }, el('h3', {}, t('Add creatures', 'クリーチャーを足す')), filters(s),
    el('div', { class: 'scroll gmlist', 'data-scroll': `list-${s.q}-${s.type}-${s.low}-${s.high}-${s.fits}`, tabindex: '-1' }, rows.length ? el('table', { class: 'lib' }, el('thead', {}, el('tr', {}, el('th', { id: 'gmfound' }, `${rows.length} / ${bestiary.length}`), el('th', { class: 'c' }, 'CR'), el('th', { class: 'r' }, 'XP'), el('th', { class: 'r' }, t('Over by', '超過')), el('th', {}))), el('tbody', {}, rows.map(line))) : el('p', { class: 'dim', id: 'gmfound' }, t('No creature matches', '当てはまるクリーチャーはいません'))),
    el('div', { class: 'gmideas' }, el('h3', {}, t('Other ideas', 'ほかの案')), view.ideas.length ? view.ideas.map((idea, i) => el('button', { type: 'button', class: 'gmidea', id: `gmidea-${i}`, onclick: () => take(idea.monsters) }, el('span', {}, idea.text), el('span', { class: 't2' }, n(idea.xp)))) : el('p', { class: 'cap dim' }, t('No other way to spend as much with these limits', 'この条件で同じだけ使う案はほかにありません'))));
}
