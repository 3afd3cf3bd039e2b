// A minion's whole card over the page: state and wounds, policy, jobs, gear, log; opened from its pinned card.
// openCard(actor) opens it or brings it to another minion; it asks for its facts once a second while open.
import { chip, el, fire, holding, m, t, tile } from './dom.js';

const LEVELS = [['-', 'ー'], ['L', '低'], ['N', '中'], ['H', '高']];
const NAMES = [['Off', 'オフ'], ['Low', '低'], ['Normal', '中'], ['High', '高']];
const ICONS = ['ui_food', 'ui_sleep', 'ui_fun'];
const LINES = ['var(--ok)', 'var(--note)', 'var(--warn)', 'var(--bad)'];
const DASH = ['', '7 3', '2 3', ''];
const HEAVY = { none: ['unhurt', '無傷'], light: ['light', '軽傷'], moderate: ['moderate', '中等傷'], severe: ['severe', '重傷'] };

let turn = 0, box = null, who = -1, tab = 'state', told = '', facts = null, timer = null, back = null, held = null;

export function openCard(actor) {
  if (who !== actor && box) { facts = null; box.replaceChildren(); }  // its buttons would act on another than they show
  who = actor; told = '';
  if (!box) {
    back = document.activeElement;
    box = el('section', { class: 'px float mcard', role: 'dialog', tabindex: '-1', onkeydown: key });
    document.body.append(box);
    held = holding(box, () => box && facts && draw());
    addEventListener('meikyu:lang', refresh);
  }
  box.focus({ preventScroll: true });
  refresh();
}

export function closeCard() {
  clearTimeout(timer);
  box?.remove();
  box = null; who = -1; facts = null;
  removeEventListener('meikyu:lang', refresh);
  if (back?.isConnected) back.focus();
}

function key(event) {
  if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); closeCard(); return; }
  if (event.target.getAttribute('role') !== 'tab' || !['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
  const tabs = [...box.querySelectorAll('[role=tab]')], at = tabs.indexOf(event.target), n = tabs.length;
  const to = { ArrowLeft: (at + n - 1) % n, ArrowRight: (at + 1) % n, Home: 0, End: n - 1 }[event.key];
  event.preventDefault(); event.stopPropagation();
  tabs[to].click();
  box.querySelector(`[data-act=tab-${TABS[to][0]}]`)?.focus();
}

async function refresh() {
  clearTimeout(timer);
  if (!box) return;
  const asked = who, mine = ++turn;
  let found = null;
  try {
    const answer = await fetch(`/web/keep/actor/${asked}?lang=${m().lang}`);
    if (answer.status === 404 && mine === turn) { closeCard(); return; }
    if (answer.ok) found = await answer.json();
  } catch { /* the page says by itself that the line is broken */ }
  if (!box || mine !== turn) return;
  if (found) { facts = found; draw(); }
  timer = setTimeout(refresh, 1000);
}

async function order(kind, args) {
  const receipt = await m().command(kind, args);
  if (!receipt.ok) m().say((receipt.reasons || []).map(r => r.text).join(' '));
  refresh();
}

const TABS = [['state', 'State and wounds', '状態と傷'], ['policy', 'Policy', '方針'], ['jobs', 'Jobs', '職務'], ['gear', 'Gear', '装備'], ['log', 'Log', '記録']];
const BODY = { state, policy, jobs, gear, log };

function draw() {
  const print = JSON.stringify([facts, tab, m().lang]);
  if (print === told || held()) return;
  told = print;
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.act : null;
  const scrolled = box.querySelector('.mbody')?.scrollTop || 0;
  box.setAttribute('aria-label', t(`Card of ${facts.name}`, `${facts.name}のカード`));
  const key = tab in BODY && (tab === 'state' || facts.bars.length) ? tab : 'state';
  const shown = facts.bars.length ? TABS : TABS.filter(([k]) => ['state', 'gear', 'log'].includes(k));
  box.replaceChildren(
    head(),
    el('div', { class: 'mtabs', role: 'tablist' }, shown.map(([k, en, ja]) => el('button', {
      type: 'button', role: 'tab', 'data-act': `tab-${k}`, class: k === key ? 'on' : '', 'aria-selected': String(k === key), tabindex: k === key ? '0' : '-1',
      onclick: () => { tab = k; draw(); },
    }, t(en, ja)))),
    el('div', { class: `mbody ${key}`, role: 'tabpanel', 'aria-label': t(...TABS.find(([k]) => k === key).slice(1)) }, BODY[key]()));
  box.querySelector('.mbody').scrollTop = scrolled;
  if (focused) box.querySelector(`[data-act="${focused}"]`)?.focus();
}

const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

function head() {
  const f = facts, w = f.wounds;
  const marks = [];
  if (w.state !== 'whole') marks.push(el('span', { class: `st tag ${['dead', 'down', 'bleeding'].includes(w.state) ? 'bad' : 'warn'}` }, capital(w.text)));
  if (w.points) marks.push(el('span', { class: 'st tag warn' }, t(`Wounds ${w.points} / ${w.limit}`, `傷 ${w.points} / ${w.limit}`)));
  const stat = (label, value) => el('span', {}, label, el('b', {}, String(value)));
  return el('div', { class: 'mhead' },
    el('span', { class: 'face px' }, tile(f.tile, 96)),
    el('div', { class: 'grow' },
      el('div', { class: 'row' }, el('h2', {}, f.name),
        el('button', { type: 'button', class: 'title', 'data-act': 'title', disabled: !f.can_switch_title || null, title: f.can_switch_title ? t('Show the next title', '次の肩書きにする') : null, onclick: () => order('next_title', { actor: who }) }, f.title, f.can_switch_title ? ' ⟳' : ''),
        el('span', { class: 'cap' }, `${f.species} · ${f.joined}`)),
      el('div', { class: 'row' }, marks, el('span', { class: 'cap' }, t('Now: ', 'いま：'), f.doing.text, f.doing.why ? t(` · ${f.doing.why} `, `・${f.doing.why} `) : ' ', chip(f.doing.rule))),
      el('div', { class: 'mstats' }, f.stats.map(s => stat(s.label, s.value)), f.facts.slice(0, 1).map(s => stat(s.label, s.value)), stat(t('Load', '荷'), `${f.load.have}/${f.load.cap}`))),
    el('div', { class: 'row mkeys' },
      el('button', { type: 'button', class: 'btn sm ghost', 'data-act': 'goto', onclick: () => fire('meikyu:goto', { actor: who }) }, t('Go to', '視点移動')),
      el('button', { type: 'button', class: 'btn sm ghost', 'data-act': 'pin', onclick: () => fire('meikyu:pin', { actor: who }) }, t('Pin', '固定')),
      el('button', { type: 'button', class: 'btn sm ghost', 'data-act': 'close', 'aria-label': t('Close the card', 'カードを閉じる'), onclick: closeCard }, '×')));
}

// State and wounds: needs and grudge, the diagram, the wounds.

function state() {
  return [needs(), diagram(), wounds()];
}

function needs() {
  const f = facts, mood = f.mood;
  if (!f.bars.length) return el('div', { class: 'mcol' });
  return el('div', { class: 'mcol' },
    el('h3', {}, t('Needs', '欲求')),
    f.bars.map((b, n) => el('div', { class: 'mneed' }, tile(ICONS[n], 24), el('span', {}, b.label),
      el('span', { class: 'bar', role: 'meter', 'aria-label': b.label, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': b.value },
        el('i', { style: `width:${b.value}%;background:var(--${b.state})` }), el('b', { style: `left:${b.line}%` })),
      el('span', { class: 'v' }, b.value))),
    el('p', { class: 'cap' }, t(`At the white line, ${f.bars[0].line}, it goes to serve the need`, `白い線の${f.bars[0].line}で満たしに行く`)),
    el('h3', {}, t('Grudge ', '鬱憤 '), el('b', { class: mood.value >= mood.line ? 'bad' : 'amber' }, mood.value), el('span', { class: 'cap' }, ` ${mood.note}`)),
    el('div', { class: 'mpips', role: 'meter', 'aria-label': t('Grudge', '鬱憤'), 'aria-valuemin': 0, 'aria-valuemax': mood.most, 'aria-valuenow': mood.value },
      [...Array(mood.most).keys()].map(n => el('i', { class: `${n < mood.value ? 'f' : ''} ${n === mood.line - 1 ? 'm' : ''}` }))),
    el('p', { class: 'b' }, t('What can still lower it', 'まだ下げられるもの')),
    el('ul', { class: 'mreliefs' }, mood.reliefs.map(r => el('li', {}, el('span', { class: 'grow' }, r.label, ' ', el('span', { class: 'dim' }, r.points), ' ', chip(r.rule)), el('span', { class: `st ${r.state}` }, r.text)))),
    el('p', { class: 'b' }, t('What moved it last', '最近の増減')),
    mood.moved.length
      ? el('ul', { class: 'mreliefs' }, mood.moved.slice(0, 6).map(c => el('li', {}, el('span', { class: 'grow' }, c.text, ' ', chip(c.rule)), el('span', { class: 'cap' }, c.when), el('b', { class: c.points > 0 ? 'bad' : 'ok' }, c.points > 0 ? `+${c.points}` : c.points))))
      : el('p', { class: 'cap' }, t('Nothing yet', 'まだ何もない')));
}

// A line for each need (0 to 100) and for the grudge (0 to 10, drawn ten times as high).
function chart() {
  const past = facts.past, W = 320, H = 120, L = 26, ROOM = 22, n = past.lines[0].values.length;
  const svg = (name, attributes, ...children) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [k, v] of Object.entries(attributes)) made.setAttribute(k, v);
    made.append(...children);
    return made;
  };
  const x = i => L + ((past.samples - n + i) * (W - L - 4)) / (past.samples - 1);
  const y = v => 6 + ((100 - v) * (H - 22)) / 100;
  const days = [];
  const perDay = 24 / past.hours;
  for (let back = past.last_hour / past.hours, day = past.last_day; back < past.samples && day > 0; back += perDay, day -= 1) {
    const at = x(n - 1 - back);
    days.push(svg('line', { x1: at, x2: at, y1: 6, y2: H - 16, stroke: 'var(--line)' }), svg('text', { x: Math.min(at, W - ROOM), y: H - 4, class: 'ax' }, t(`d${day}`, `${day}日`)));
  }
  const scale = [0, 25, 50, 100].map(v => [svg('line', { x1: L, x2: W - 4, y1: y(v), y2: y(v), stroke: v === past.need_line ? 'var(--text)' : 'var(--raise)' }), svg('text', { x: 0, y: y(v) + 4, class: 'ax' }, String(v))]).flat();
  const lines = past.lines.map((line, k) => svg('polyline', {
    points: line.values.map((v, i) => `${x(i).toFixed(1)},${y(k === 3 ? v * 10 : v).toFixed(1)}`).join(' '),
    fill: 'none', stroke: LINES[k], 'stroke-width': k === 3 ? 2.5 : 1.5, 'stroke-dasharray': DASH[k],
  }));
  const last = past.lines.map(line => `${line.label} ${line.values.at(-1) ?? '–'}`).join(', ');
  return el('figure', { class: 'mchart' },
    el('figcaption', { class: 'cap b' }, past.label),
    n ? svg('svg', { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': `${past.label}: ${last}` }, ...scale, ...days, ...lines)
      : el('p', { class: 'cap' }, t(`The first note is taken within ${past.hours} hours`, `最初の記録は${past.hours}時間以内`)),
    el('div', { class: 'mlegend' }, past.lines.map((line, k) => el('span', {}, el('i', { style: `border-top:${k === 3 ? 3 : 2}px ${DASH[k] ? 'dashed' : 'solid'} ${LINES[k]}` }), line.label, k === 3 ? ' ×10' : ''))));
}

function diagram() {
  const w = facts.wounds, side = 16, scale = 18;
  const canvas = el('canvas', { class: 'pix mfigure', width: side * scale, height: side * scale, role: 'img', 'aria-label': w.parts.map(p => p.live).join('; ') });
  const g = canvas.getContext('2d');
  const parts = Object.fromEntries(w.parts.map(p => [p.digit, p]));
  const centre = {};
  for (let n = 0; n < 256; n++) {
    const digit = facts.figure[n], part = parts[digit];
    if (!part) continue;
    const x = (n % side) * scale, y = Math.floor(n / side) * scale;
    paint(g, part.heaviest, x, y, scale);
    const c = (centre[digit] = centre[digit] || [0, 0, 0]);
    c[0] += x; c[1] += y; c[2] += 1;
  }
  const labels = w.parts.map(p => {
    const c = centre[p.digit] || [0, 0, 1];
    return el('span', { class: `mlabel ${p.heaviest}`, style: `left:${(100 * (c[0] / c[2] + scale / 2)) / (side * scale)}%;top:${(100 * (c[1] / c[2] + scale / 2)) / (side * scale)}%` },
      p.label, p.heaviest === 'none' ? '' : el('b', {}, t(...HEAVY[p.heaviest])), p.bleeds ? tile('ui_bleed', 16, t('bleeding', '出血')) : '', p.bandaged ? tile('ui_bandage', 16, t('bandaged', '包帯')) : '');
  });
  return el('div', { class: 'mcol' }, el('h3', {}, t('Wound diagram', '傷の図')), el('div', { class: 'mdiagram' }, canvas, labels), facts.past ? chart() : '');
}

// Severity is told by pattern as well as by colour: dots, stripes, a weave.
function paint(g, heaviest, x, y, s) {
  g.fillStyle = { none: '#4f4a68', light: '#f4cf52', moderate: '#ff8a65', severe: '#d3293f' }[heaviest];
  g.fillRect(x, y, s, s);
  g.fillStyle = 'rgba(26,17,9,.5)';
  if (heaviest === 'light') g.fillRect(x + s / 2 - 2, y + s / 2 - 2, 3, 3);
  else if (heaviest === 'moderate') for (let k = 0; k < s; k++) g.fillRect(x + k, y + ((s - k) % s), 3, 1);
  else if (heaviest === 'severe') { for (let k = 2; k < s; k += 6) { g.fillRect(x + k, y, 2, s); g.fillRect(x, y + k, s, 2); } }
}

function wounds() {
  const w = facts.wounds;
  const hurt = w.parts.filter(p => p.wounds.length).sort((a, b) => b.points - a.points);
  return el('div', { class: 'mcol' },
    el('h3', {}, t('Wounds', '傷')),
    hurt.length ? hurt.map(p => el('div', { class: `mwound ${p.heaviest}` },
      el('div', {}, el('b', {}, `${p.label}${t(': ', '：')}${p.wounds.map(s => t(...HEAVY[s])).join(t(', ', '、'))}`), ' ', el('span', { class: 'dim' }, t(`${p.points} ${p.points === 1 ? 'point' : 'points'}`, `${p.points}点`)),
        p.bleeds ? el('span', { class: 'st bad' }, t('bleeding', '出血')) : '', p.bandaged ? el('span', { class: 'st ok' }, t('bandaged', '包帯')) : ''),
      el('div', { class: 'cap' }, p.next ? t(`Next step of healing in ${p.next}`, `次に良くなるまで ${p.next}`) : t('Does not heal now', 'いまは治らない'))))
      : el('p', { class: 'cap' }, w.text),
    el('dl', { class: 'facts' }, w.facts.map(s => [el('dt', {}, s.label), el('dd', {}, s.value, ' ', chip(s.rule))])),
    w.care ? [el('p', { class: `mcare ${['lying', 'going'].includes(w.care.state) ? 'ok' : ''}` }, w.care.text), care()] : '');
}

function care() {
  const c = facts.wounds.care;
  return el('div', { class: 'row' }, el('span', { class: 'grow' }, t('Request treatment', '治療要請')),
    el('span', { class: 'seg' }, c.actions.map(a => el('button', { type: 'button', 'data-act': `ask-${a.command.args.level}`, class: a.primary ? 'on' : '', 'aria-pressed': String(a.primary), onclick: () => order(a.command.kind, a.command.args) }, a.label))));
}

// The other tabs.

function policy() {
  const f = facts;
  return el('div', { class: 'mcol wide' }, f.wounds.care ? care() : '',
    el('p', { class: 'cap' }, t('From which wound on it lies down at a bone-saw table.', 'どの重さの傷から骨鋸台へ行くか。')),
    el('h3', {}, t('Title', '肩書き')),
    el('div', { class: 'row' }, el('span', { class: 'grow' }, f.title), f.can_switch_title ? el('button', { type: 'button', class: 'btn sm', 'data-act': 'next', onclick: () => order('next_title', { actor: who }) }, t('Show the next title', '次の肩書きにする')) : ''),
    el('dl', { class: 'facts' }, f.facts.map(s => [el('dt', {}, s.label), el('dd', {}, s.value, ' ', chip(s.rule))])));
}

function jobs() {
  const press = (job, button) => order('press_cell', { actor: who, job, button });
  return el('div', { class: 'mjobs' }, facts.jobs.map(j => el('button', {
    type: 'button', 'data-act': `job-${j.id}`, class: `mjob l${j.level}`, 'aria-label': `${j.label}: ${t(...NAMES[j.level])}`,
    onclick: event => event.ctrlKey ? order('set_level', { actor: who, job: j.id, level: 0 }) : press(j.id, 'left'),
    oncontextmenu: event => { event.preventDefault(); press(j.id, 'right'); },
  }, el('span', { class: 'grow' }, j.label), j.value === null ? '' : el('span', { class: 'dim' }, j.value), el('b', {}, t(...LEVELS[j.level])))));
}

function gear() {
  return el('dl', { class: 'facts mcol wide' }, facts.gear.map(s => [el('dt', {}, s.label), el('dd', {}, s.value, ' ', chip(s.rule))]), el('dt', {}, t('Load', '荷')), el('dd', {}, `${facts.load.have}/${facts.load.cap}`));
}

function log() {
  if (!facts.log.length) return el('p', { class: 'cap' }, t('Nothing since the dungeon was opened', '魔殿を開いてから何もしていない'));
  return el('ol', { class: 'mlog', tabindex: '0', 'aria-label': t('Log', '記録') }, facts.log.map(line => el('li', {}, el('span', { class: 'cap' }, line.when), el('span', { class: 'grow' }, line.text), chip(line.rule))));
}
