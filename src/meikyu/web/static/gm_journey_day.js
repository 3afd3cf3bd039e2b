// The middle: today with its pace and the reasons, the hours with their exact odds, the march; the strip of days.
import { chip, el } from './dom.js';
import { backTo, change, cut, draw, ended, isDay, move, undo } from './gm_journey.js';
import { n, reasons, t } from './gm.js';

let table = false;
export const setTable = () => { table = !table; };

export const pct = exact => exact.fraction === '0' ? '0 %' : exact.fraction === '1' ? '100 %' : exact.value < 0.0005 ? '<0.1 %' : exact.value > 0.9995 ? '>99.9 %' : `${(exact.value * 100).toFixed(1).replace(/\.0$/, '')} %`;
const shortFraction = exact => exact.fraction.length <= 24 && exact.fraction.includes('/') ? exact.fraction : '';
const miles = x => Number(x.toFixed(2)).toLocaleString('en-US');

function heading(v) {
  const d = v.today, least = v.whole.more ? t('at least ', '少なくとも') : '';
  const how = d.vehicle ? d.vehicle : d.card.road ? t('by a good road', '良い道路') : t('on foot', '徒歩');
  if (v.over) return el('div', { class: 'verdict', id: 'gjverdict' }, el('b', {}, ended(v.over)), el('span', { class: `st ${v.over.result === 'arrived' ? 'ok' : 'bad'}` }, t(`${miles(v.miles)} miles, ${v.over.alive} alive`, `全${miles(v.miles)}マイル、生存${v.over.alive}人`)));
  return el('div', { class: 'verdict', id: 'gjverdict' }, el('b', {}, t(`Day ${v.day}`, `${v.day}日目`)), el('span', { class: 'big2' }, t(`${d.terrain_name}, ${how}`, `${d.terrain_name}、${how}`)),
    el('span', { class: 'gjtotals right' }, el('span', {}, el('b', {}, miles(v.miles)), t(' mi so far', ' マイル進んだ')), el('span', { class: 'dim' }, t(`foreseen ${least}${v.whole.days} ${v.whole.days === 1 ? 'day' : 'days'}, ${miles(v.whole.miles)} mi`, `見込み${least}${v.whole.days}日・${miles(v.whole.miles)}マイル`))));
}

function paces(v, page) {
  const d = v.today;
  if (d.afloat) return el('div', { class: 'gjpace' }, el('h3', {}, t('Pace', 'ペース')), el('p', {}, t('The vessel sets the speed; nobody chooses a pace.', '速さは乗り物しだいで、ペースは選びません。')), reasons(d.why));
  const chosen = d.paces.find(p => p.id === d.pace);
  return el('div', { class: 'gjpace' }, el('div', { class: 'row between' }, el('h3', {}, t('Pace', 'ペース')), el('span', { class: 'cap' }, t(`At most: ${d.top_name}`, `最大：${d.top_name}`))),
    el('div', { class: 'gjpaces', role: 'radiogroup', 'aria-label': t('Pace', 'ペース') }, d.paces.map(p => el('button', { type: 'button', id: `gjpace-${p.id}`, role: 'radio', class: p.id === d.pace ? 'on' : '', 'aria-checked': String(p.id === d.pace), 'aria-disabled': p.allowed ? null : 'true', title: p.why || null, onclick: () => { if (p.allowed) change(s => { s.pace = p.id; }); else window.meikyu.say(p.why); } },
      el('b', {}, p.name), el('span', {}, p.allowed ? t(`${miles(p.miles)} mi/day`, `1日${miles(p.miles)}マイル`) : t('over the most', '最大を超える'))))),
    chosen ? el('p', { class: 'cap' }, chosen.costs, ' ', chip(chosen.rule)) : el('p', { class: 'st bad' }, t('The party cannot move today', '今日は進めません')), reasons(d.why));
}

function oddsLines(v, hours) {
  const o = v.today.odds[hours - 1]; if (!o) return null;
  const sure = o.nobody.fraction === '1';
  return el('div', { class: 'gjodds', id: 'gjodds' },
    el('div', { class: 'row' }, el('b', { class: `gjbig ${sure ? 'ok' : o.nobody.value < 0.5 ? 'bad' : 'warn'}` }, pct(o.nobody)), el('span', {}, t('that nobody gains a level', '誰も消耗しない確率'), ' ', el('span', { class: 'dim num' }, shortFraction(o.nobody)))),
    el('p', { class: 'cap gjaxes' }, t('Exhaustion this evening · chance of no new level', '今夜の消耗レベルの確率・右端は増えない確率')),
    el('div', { class: 'gjmembers' }, o.members.map(m => {
      const who = v.travelers[m.who];
      return [el('span', { class: 'gjname' }, who.name), el('span', { class: 'gjstack', role: 'img', 'aria-label': Object.entries(m.levels).map(([level, share]) => t(`level ${level}: ${pct(share)}`, `消耗${level}：${pct(share)}`)).join(', ') }, Object.entries(m.levels).map(([level, share]) => el('i', { class: `lv${level}`, style: `flex:${Math.max(share.value, 0.004)}`, title: t(`Exhaustion ${level}: ${pct(share)} ${shortFraction(share)}`, `消耗${level}：${pct(share)} ${shortFraction(share)}`) }, share.value > 0.09 ? level : ''))),
        el('span', { class: 'num cap' }, pct(m.kept))];
    })));
}

function curve(v, hours) {
  const odds = v.today.odds, w = 330, h = 104, left = 42, bottom = 18, step = (w - left) / odds.length, free = odds.filter(o => o.nobody.fraction === '1').length;
  const svg = (tag, attributes, ...children) => { const made = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const [k, x] of Object.entries(attributes)) if (x !== null) made.setAttribute(k, x); made.append(...children); return made; };
  const y = share => 16 + (h - 16 - bottom) * (1 - share);
  const bars = odds.map((o, i) => {
    const on = o.hours === hours, g = svg('g', { class: on ? 'on' : '', 'data-h': o.hours });
    g.append(svg('rect', { x: left + i * step + 2, y: y(o.nobody.value), width: step - 4, height: Math.max(h - bottom - y(o.nobody.value), 1) }), svg('text', { x: left + (i + .5) * step, y: h - 5, 'text-anchor': 'middle' }, odds.length <= 16 || o.hours % 2 === 0 || on ? String(o.hours) : ''));
    if (on && o.nobody.value < 1 || !on && o.nobody.value > 0.02 && o.nobody.value < 1) g.append(svg('text', { x: left + (i + .5) * step, y: Math.max(y(o.nobody.value) - 3, 22), 'text-anchor': 'middle', class: 'v' }, `${Math.round(o.nobody.value * 100)}`));
    const hit = svg('rect', { x: left + i * step, y: 0, width: step, height: h, class: 'hit' }); hit.addEventListener('click', () => change(s => { s.hours = o.hours; })); g.append(hit);
    return g;
  });
  const line = free && free < odds.length ? [svg('line', { x1: left + free * step, x2: left + free * step, y1: 14, y2: h - bottom, class: 'dash' }), svg('text', { x: left + free * step + 4, y: 26, class: 'v' }, t('saves begin', 'ここからセーヴ'))] : [];
  return svg('svg', { viewBox: `0 0 ${w} ${h}`, class: 'gjcurve', role: 'img', 'aria-label': t('Chance that nobody gains a level, by hours on the way', '移動時間ごとの、誰も消耗しない確率') },
    svg('text', { x: left, y: 10 }, t('chance that nobody gains a level, %', '誰も消耗しない確率（%）')), svg('text', { x: left - 6, y: h - 5, 'text-anchor': 'end' }, t('hours', '時間')), svg('text', { x: left - 6, y: y(1) + 6, 'text-anchor': 'end' }, '100'), svg('text', { x: left - 6, y: y(0) + 2, 'text-anchor': 'end' }, '0'), svg('line', { x1: left, x2: w, y1: h - bottom, y2: h - bottom, class: 'axis' }), ...bars, ...line);
}
const oddsTable = v => el('table', { class: 'gjtable' }, el('thead', {}, el('tr', {}, [t('Hours', '時間'), t('Nobody tires', '誰も消耗しない'), ...v.travelers.filter(x => !x.dead).map(x => x.name)].map(x => el('th', {}, x)))),
  el('tbody', {}, v.today.odds.map(o => el('tr', {}, el('td', { class: 'r' }, o.hours), el('td', { class: 'r', title: o.nobody.fraction }, pct(o.nobody)), o.members.map(m => el('td', { class: 'r' }, pct(m.kept)))))));

function march(v, page) {
  const d = v.today; if (!d.moving) return null;
  const slider = el('input', { type: 'range', id: 'gjhours', min: 1, max: d.most_hours, value: d.hours, 'aria-label': t('Hours on the way', '進む時間'), 'aria-valuetext': t(`${d.hours} hours`, `${d.hours}時間`) });
  const told = el('output', { for: 'gjhours' }, t(`${d.hours} h · ${miles(d.miles)} mi`, `${d.hours}時間・${miles(d.miles)}マイル`));
  slider.addEventListener('input', () => { const h = Number(slider.value); told.textContent = t(`${h} h`, `${h}時間`); document.getElementById('gjodds')?.replaceWith(oddsLines(v, h)); });
  slider.addEventListener('change', () => change(s => { s.hours = Number(slider.value); }));
  return el('div', { class: 'gjmarch' }, el('div', { class: 'row between' }, el('h3', {}, t('Hours', '進む時間')), told, el('button', { type: 'button', class: 'btn sm ghost', id: 'gjtable', 'aria-pressed': String(table), onclick: () => { setTable(); draw(); } }, table ? t('Chart', '図') : t('Table', '表'), ' ', el('kbd', {}, 'T'))), slider,
    table ? oddsTable(v) : curve(v, d.hours),
    oddsLines(v, d.hours), d.march.length ? el('p', { class: 'cap' }, d.march.join(' · '), ' ', chip('SRD-TRV-13')) : null);
}

function ground(v, page) {
  const d = v.today, c = d.card, g = c.guide;
  const cell = (label, value, ...more) => el('div', {}, el('span', { class: 'cap' }, label), el('b', {}, value), more.length ? el('span', { class: 'cap' }, ...more) : null);
  return el('div', { class: 'gjcard' }, cell(t('Encounter begins', '遭遇の距離'), t(`${c.encounter.average} ft`, `${c.encounter.average} ft`), `${c.encounter.dice}×10: ${c.encounter.least}–${c.encounter.most} `, chip('SRD-TER-01')),
    cell(t('Keep the way', '道を保つ'), c.road ? t('by road', '道路沿い') : g ? pct(g.navigate) : '–', c.road ? '' : `DC ${c.dc.navigate} · ${g?.name ?? ''} `, c.road ? '' : chip('SRD-TER-02')),
    cell(t('Forage', '採集'), g ? pct(g.forage) : '–', `DC ${c.dc.forage} · ${g?.name ?? ''}`), cell(t('Search', '捜索'), `DC ${c.dc.search}`, c.perception === 'disadvantage' ? el('span', { class: 'warn' }, t('Disadvantage', '不利')) : ''),
    d.left.food_lb !== null ? cell(t('Food', '食料'), `${d.left.food_lb} lb`) : null, d.left.water_gal !== null ? cell(t('Water', '水'), `${d.left.water_gal} gal`) : null);
}

const weather = v => el('div', { class: 'gjweather' }, el('span', { class: 'cap' }, t('Weather today', '今日の天候')), v.today.weather.map(w => el('select', { class: 'inp', id: `gjtoday-${w.id}`, 'aria-label': { sky: t('Sky today', '今日の空'), wind: t('Wind today', '今日の風'), air: t('Air today', '今日の気温') }[w.id], onchange: e => move(w.id, e.target.value) }, w.values.map(o => el('option', { value: o.id, selected: o.id === w.value || null }, o.name)))));

function acts(v, page) {
  const d = v.today, back = el('button', { type: 'button', class: 'btn', id: 'gjundo', disabled: page.in.moves.length ? null : true, onclick: undo }, t('Undo', '1つ戻す'), ' ', el('kbd', {}, window.meikyu.keyOf('undo')));
  if (v.over) return el('div', { class: 'gjacts' }, back);
  return el('div', { class: 'gjacts' },
    el('button', { type: 'button', class: 'btn pri', id: 'gjmarch', disabled: d.moving ? null : true, onclick: () => move('march', d.pace, d.hours, v.counts && page.forage) }, t(`Travel: ${d.hours} h, ${miles(d.miles)} mi`, `進む：${d.hours}時間・${miles(d.miles)}マイル`)),
    el('button', { type: 'button', class: 'btn', id: 'gjrest', onclick: () => move('rest', v.counts && page.forage) }, t('Camp a day', '1日休む')),
    v.counts ? el('label', { class: 'row gmcheck', title: t('Each looks for food on the way or in camp', '移動中や野営中に各自が食料を探す') }, el('input', { type: 'checkbox', class: 'chk', id: 'gjforage', checked: page.forage || null, onchange: e => { page.forage = e.target.checked; } }), el('span', {}, t('Forage', '採集する'))) : null,
    el('button', { type: 'button', class: 'btn', id: 'gjencounter', onclick: () => move('encounter') }, t('Encounter', '遭遇')),
    v.may.brew && (v.today.left.ointment || v.travelers.some(x => x.moves.some(m => m.kind === 'cure' && m.move[2] === 'sight_rot'))) ? el('button', { type: 'button', class: 'btn', id: 'gjbrew', onclick: () => move('brew') }, t('Make ointment, 1 h', '軟膏を作る（1時間）')) : null, back);
}

function strip(v, page) {
  let today = true;
  return el('ol', { class: 'gjstrip scroll', 'aria-label': t('Days', '日程') }, v.strip.map(day => {
    if (day.past) {
      const worst = Math.max(...day.levels), before = page.in.moves.slice(0, day.moves - 1).map((m, i) => isDay(m) ? i + 1 : 0), at = Math.max(0, ...before);
      return el('li', { class: 'gjday past' }, el('button', { type: 'button', 'data-day': day.day, title: t(`Back to the morning of day ${day.day}`, `${day.day}日目の朝に戻る`), onclick: () => backTo(at) }, el('span', {}, el('span', { class: 'cap' }, t(`Day ${day.day} `, `${day.day}日目 `)), el('b', {}, day.terrain_name)), el('span', {}, el('span', { class: 'ok' }, '✓ '), `${miles(day.miles)} mi`), el('span', { class: worst ? 'warn cap' : 'cap dim' }, worst ? t(`Exh. up to ${worst}`, `消耗 最大${worst}`) : t('no Exhaustion', '消耗なし')), day.dead ? el('span', { class: 'bad cap' }, t(`${day.dead} dead`, `死亡${day.dead}`)) : null));
    }
    const worst = Math.max(0, ...day.members.map(m => m.mean)), dead = Math.max(0, ...day.members.map(m => m.p_dead)), now = today; today = false;
    return el('li', { class: `gjday${now ? ' now' : ''}`, 'aria-current': now ? 'date' : null }, el('span', {}, el('span', { class: 'cap' }, t(`Day ${day.day} `, `${day.day}日目 `)), el('b', {}, day.terrain_name)), el('span', {}, `${miles(day.miles)} mi `, el('span', { class: 'dim' }, day.pace_name)),
      el('span', { class: 'cap', title: t('DC to forage, keep the way, search', '採集・航行・捜索のDC') }, `DC ${day.dc.forage} / ${day.dc.navigate} / ${day.dc.search}`), el('span', { class: worst >= 0.05 ? 'warn cap' : 'cap dim' }, t(`Exh. ~${worst.toFixed(1)}`, `消耗 約${worst.toFixed(1)}`)),
      dead > 0.0005 ? el('span', { class: 'bad cap' }, t(`death ${(dead * 100).toFixed(1)} %`, `死亡 ${(dead * 100).toFixed(1)} %`)) : null, day.food_lb !== null || day.water_gal !== null ? el('span', { class: day.short ? 'bad cap' : 'cap' }, [day.food_lb !== null ? `${day.food_lb} lb` : '', day.water_gal !== null ? `${day.water_gal} gal` : ''].filter(Boolean).join(' · ')) : null);
  }));
}

export function drawDay(page) {
  const v = page.view;
  if (!v) return el('section', { class: 'px pad gjtoday' }, el('p', { class: 'st bad' }, t('The route or the party is not right yet; see the red lines.', '道のりか一行に誤りがあります。赤い行を見てください。')));
  const stale = page.faults.length ? el('p', { class: 'st bad' }, t('Shown as it was before the faults in the route or the party.', '道のりか一行に誤りがあるため、直前の状態を表示しています。')) : null;
  const stopped = v.stopped.length ? el('div', { class: 'tag warn gjstop' }, el('span', { class: 'st warn' }, t(`Only ${v.played} of ${page.in.moves.length} moves fit the new route: ${v.stopped[0].text}`, `新しい道のりに合うのは${page.in.moves.length}手中${v.played}手まで：${v.stopped[0].text}`)), chip(v.stopped[0].rule), el('button', { type: 'button', class: 'btn sm', id: 'gjcut', onclick: cut }, t('Go on from here', 'ここから続ける'))) : null;
  return el('section', { class: 'px pad gjtoday scroll', 'data-scroll': 'today', 'aria-label': t('Today', '今日') }, stale, stopped, heading(v), strip(v, page),
    v.over ? null : el('div', { class: 'gjtwo' }, el('div', {}, paces(v, page), weather(v), ground(v, page)), march(v, page)), acts(v, page));
}
