// Pinned minion cards: they stay over the map and the jobs table until unpinned; a click on the title shows the next one.
import { el, fire, holding, m, remember, t, tile } from './dom.js';

const store = remember('meikyu.pins', { actors: [] });
let host = null, timer = null;
const cards = new Map(), turns = {};

export function pin(actor) { if (!store.value.actors.includes(actor)) store.set('actors', [...store.value.actors, actor]); show(); }
export function unpin(actor) { store.set('actors', store.value.actors.filter(a => a !== actor)); cards.get(actor)?.remove(); cards.delete(actor); if (!store.value.actors.length) { host?.remove(); host = null; clearTimeout(timer); } }
export function restore() { if (store.value.actors.length) show(); }

function show() {
  if (!document.querySelector('link[href$="jobs.css"]')) document.head.append(el('link', { rel: 'stylesheet', href: '/static/jobs.css' }));
  if (!host) { host = el('aside', { class: 'pins', role: 'region', 'aria-label': t('Pinned cards', '固定したカード') }); document.body.append(host); addEventListener('meikyu:lang', refresh); }
  refresh();
}

async function refresh() {
  clearTimeout(timer);
  if (!host) return;
  await Promise.all(store.value.actors.map(draw));
  if (host) timer = setTimeout(refresh, 1000);
}

async function draw(actor) {
  const turn = turns[actor] = (turns[actor] || 0) + 1;
  let facts;
  try { const answer = await fetch(`/web/keep/actor/${actor}?lang=${m().lang}`); facts = await answer.json(); if (!answer.ok) { if (answer.status === 404) unpin(actor); return; } } catch { return; }
  if (turn !== turns[actor] || !host || !store.value.actors.includes(actor)) return;
  let card = cards.get(actor);
  if (!card) { card = el('section', { class: 'px float pin', 'data-actor': actor }); card.held = holding(card, () => cards.has(actor) && draw(actor)); cards.set(actor, card); host.append(card); }
  const print = JSON.stringify(facts);
  if (card.dataset.print === print || card.held()) return;
  const focused = card.contains(document.activeElement) ? document.activeElement.dataset.act : null;
  card.dataset.print = print; card.setAttribute('aria-label', facts.name);
  const button = (act, label, run, attributes = {}) => el('button', { type: 'button', 'data-act': act, class: 'btn sm ghost', onclick: run, ...attributes }, label);
  card.replaceChildren(
    el('div', { class: 'row', style: 'align-items:flex-start' }, el('span', { class: 'face px' }, tile(facts.tile, 48)),
      el('div', { class: 'grow' }, el('h3', {}, facts.name), el('button', { type: 'button', class: 'title', 'data-act': 'title', disabled: !facts.can_switch_title || null, title: facts.can_switch_title ? t('Show the next title', '次の肩書きにする') : null,
        onclick: async () => { await m().command('next_title', { actor }); draw(actor); } }, facts.title, facts.can_switch_title ? ' ⟳' : ''), ' ', el('span', { class: 'cap' }, facts.species)),
      button('close', '×', () => unpin(actor), { 'aria-label': t(`Unpin ${facts.name}`, `${facts.name}の固定を外す`) })),
    el('div', {}, facts.bars.map(b => el('div', { class: 'need' }, el('span', {}, b.label),
      el('span', { class: 'bar', role: 'meter', 'aria-label': b.label, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': b.value }, el('i', { style: `width:${b.value}%;background:var(--${b.state === 'ok' ? 'ok' : b.state === 'bad' ? 'bad' : 'warn'})` }), el('b', { style: `left:${b.line}%` })), el('span', { class: 'v' }, b.value)))),
    facts.doing?.text ? el('p', { class: 'cap', style: 'margin-top:6px' }, facts.doing.text, facts.doing.why ? el('span', { class: 'dim' }, ` ${facts.doing.why}`) : '') : '',
    el('div', { class: 'stats' }, (facts.stats || []).map(s => el('span', {}, s.label, el('b', {}, s.value)))),
    el('div', { class: 'row', style: 'margin-top:8px' }, button('card', t('Card', 'カード'), () => fire('meikyu:card', { actor }), { 'aria-haspopup': 'dialog' }), button('goto', t('Go to', '視点移動'), () => fire('meikyu:goto', { actor })), button('pin', t('Pinned', '固定中'), () => unpin(actor), { class: 'btn sm pri', 'aria-pressed': 'true' })));
  if (focused) card.querySelector(`[data-act=${focused}]`)?.focus();
}
