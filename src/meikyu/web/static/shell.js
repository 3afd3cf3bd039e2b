// The scripts' half of the shell: language, settings, keys, panels over the page, connection. `window.meikyu`.
//
//   meikyu.lang, meikyu.t(en, ja), meikyu.setLang(lang)      event on window: "meikyu:lang"
//   meikyu.settings, meikyu.set(name, value)                 event: "meikyu:settings"
//   meikyu.action(keyboardEvent) -> name of the action or null (respects remapping and "keys off")
//   meikyu.keyOf(action) -> the key as shown
//   meikyu.open(panel, options), meikyu.close(), meikyu.panel   panels: jobs, manage, help, settings
//   meikyu.say(text), meikyu.shout(text)                     live regions, polite and assertive
//   meikyu.connection(name, ok)                              any part tells whether its line to the server stands
//   meikyu.command(kind, args) -> {ok, reasons}              one order to the running dungeon, durable when it returns
// Panels tell the map by events on window: "meikyu:select" {actor}, "meikyu:goto" {actor | x, y}, "meikyu:pin" {actor}, "meikyu:card" {actor}.

import { el, fire, remember } from './dom.js';

export const ACTIONS = {
  pause: [' ', 'Pause, go on', '止める・進める'], speed1: ['1', 'Speed 1x', '速さ 1×'], speed2: ['2', 'Speed 3x', '速さ 3×'],
  speed3: ['3', 'Speed 10x', '速さ 10×'], speed4: ['4', 'Fastest', '最速'],
  dig: ['g', 'Dig', '採掘'], gather: ['f', 'Gather', '採集'], hunt: ['h', 'Hunt', '狩猟'], build: ['b', 'Build', '建設'],
  dominion: ['v', 'Dominion', '支配'], forbid: ['x', 'Forbid', '運搬禁止'],
  jobs: ['j', 'Dungeon jobs', 'ダンジョン職務'], manage: ['m', 'Dungeon management', 'ダンジョン管理'], arts: ['k', 'Dark arts', '暗黒術'],
  help: ['?', 'Rules', '仕組み'], list: ['t', 'Text list', '目録'], letters: ['l', 'Letters', '手紙へ'],
  dismiss: ['Delete', 'Dismiss the letter', '手紙を閉じる'], next: ['n', 'Next place', '次の場所へ'],
  why: ['i', 'Why', 'なぜか'], undo: ['z', 'Undo', '取り消す'], search: ['/', 'Search', '探す'], home: ['Home', 'To the throne', '玉座へ'],
  zoomin: ['+', 'Zoom in', '拡大'], zoomout: ['-', 'Zoom out', '縮小'],
  panup: ['w', 'Move up', '上へ'], panleft: ['a', 'Move left', '左へ'], pandown: ['s', 'Move down', '下へ'], panright: ['d', 'Move right', '右へ'],
  turn: ['r', 'Turn', '向きを変える'],
};
const DEFAULTS = { keysOn: true, keys: {}, motion: 'auto', sound: false, zoom: 1, checkValues: true };
const page = window.meikyuPage || { lang: 'ja', title: { en: 'Meikyu', ja: '迷宮' } };
const store = remember('meikyu.settings', DEFAULTS);
const lines = {};
let shown = null;

const keepLang = lang => { document.cookie = `meikyu_lang=${lang};path=/;max-age=31536000;samesite=strict`; };
const shownKey = k => k === ' ' ? 'Space' : k.length === 1 ? k.toUpperCase() : k;

if (new URLSearchParams(location.search).has('lang')) keepLang(page.lang); // it holds for the next page too

const meikyu = window.meikyu = Object.assign(window.meikyu || {}, {
  lang: page.lang,
  settings: store.value,
  panel: null,
  t: (en, ja) => meikyu.lang === 'ja' ? ja : en,
  setLang(lang) {
    if (lang !== 'ja' && lang !== 'en') return;
    meikyu.lang = lang;
    document.documentElement.lang = lang;
    keepLang(lang);
    const url = new URL(location.href); url.searchParams.set('lang', lang); history.replaceState(history.state, '', url);
    dress(document); fire('meikyu:lang', { lang });
    if (shown && shown.restage) shown.restage();
  },
  set(name, value) { store.set(name, value); apply(); fire('meikyu:settings', { name, value }); },
  keyOf: action => shownKey(meikyu.settings.keys[action] || ACTIONS[action][0]),
  action(event) {
    if (!meikyu.settings.keysOn || event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return null;
    for (const [name, [usual]] of Object.entries(ACTIONS)) {
      const key = meikyu.settings.keys[name] || usual;
      if (event.key === key || (key.length === 1 && event.key.toLowerCase() === key)) return name;
    }
    return null;
  },
  open: (name, options = {}) => openPanel(name, options),
  close: () => closePanel(),
  say: text => put('live', text),
  shout: text => put('alert', text),
  connection(name, ok) { lines[name] = ok; showConnection(); },
  async command(kind, args = {}) {
    try {
      const answer = await fetch(`/web/command?lang=${meikyu.lang}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ kind, args }) });
      const told = await answer.json(); meikyu.connection('orders', true);
      if (!told.ok) meikyu.say((told.reasons || []).map(r => r.text).join(' '));
      fire('meikyu:done', { kind, args, ...told });
      return told;
    } catch (error) {
      meikyu.connection('orders', false);
      return { ok: false, reasons: [{ text: meikyu.t('The server does not answer', 'サーバーが応えません'), rule: '' }] };
    }
  },
});

function typing(target) { return target && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName || '') && !/^(checkbox|radio|button|range)$/i.test(target.type || '')); }
function put(id, text) { const region = document.getElementById(id); if (region) { region.textContent = ''; setTimeout(() => { region.textContent = text; }, 30); } }

// attributes that follow the language: data-<name>-en, data-<name>-ja
export function dress(root) {
  for (const node of root.querySelectorAll('*')) for (const { name, value } of [...node.attributes]) {
    const found = name.match(/^data-(.+)-(en|ja)$/);
    if (found && found[2] === meikyu.lang && node.getAttribute(found[1]) !== value) node.setAttribute(found[1], value);
  }
  for (const button of root.querySelectorAll('#langs [data-lang]')) {
    const on = button.dataset.lang === meikyu.lang;
    button.classList.toggle('on', on); button.setAttribute('aria-pressed', on);
  }
  document.title = page.title[meikyu.lang];
}

function apply() {
  document.documentElement.classList.toggle('still', meikyu.settings.motion === 'reduce');
  document.documentElement.style.setProperty('--zoom', meikyu.settings.zoom);
  fitWidths();
}

// Larger text leaves less room: width queries of our own sheets count in enlarged pixels. Those of phones (600 px
// and less) are about the device and stay.
const PHONE = 600, usual = new WeakMap();
function fitWidths() {
  for (const sheet of document.styleSheets) {
    if (!sheet.href || !sheet.href.includes('/static/') || new URL(sheet.href).origin !== location.origin) continue;
    let rules = []; try { rules = sheet.cssRules; } catch { continue; } // still loading
    for (const r of rules) {
      if (!(r instanceof CSSMediaRule)) continue;
      if (!usual.has(r)) usual.set(r, r.media.mediaText);
      const text = usual.get(r).replace(/((?:min|max)-width: *)(\d+)px/g, (all, name, n) => +n <= PHONE ? all : `${name}${Math.round(n * meikyu.settings.zoom)}px`);
      if (r.media.mediaText !== text) r.media.mediaText = text;
    }
  }
}
document.addEventListener('load', event => { if (event.target.tagName === 'LINK') fitWidths(); }, true);

function showConnection() {
  const place = document.getElementById('conn'); if (!place) return;
  const bad = Object.values(lines).some(ok => !ok);
  if (!bad) { place.replaceChildren(); return; }
  if (!place.firstChild) place.append(el('span', { class: 'st bad' }, el('span', { 'data-l': 'ja', lang: 'ja' }, 'つながりません・再接続中'), el('span', { 'data-l': 'en', lang: 'en' }, 'Offline, trying again')));
}

const PANELS = { jobs: './jobs.js', manage: './manage.js', help: './rules.js', settings: './settings.js' };

async function openPanel(name, options) {
  if (!PANELS[name]) return;
  if (shown) { const same = shown.name === name; closePanel(); if (same && !options.stay) return; }
  const back = document.activeElement, main = document.getElementById('main');
  const veil = el('div', { class: 'veil' });
  shown = { name, veil, back, restage: null, end: null };
  document.body.append(veil);
  if (main) main.inert = true;
  meikyu.panel = name;
  veil.addEventListener('mousedown', e => { if (e.target === veil) closePanel(); });
  const mine = shown;
  try {
    const made = await (await import(PANELS[name])).open(veil, options);
    if (shown !== mine) { made.end?.(); return; }
    mine.restage = made.restage; mine.end = made.end;
    if (!veil.contains(document.activeElement)) (veil.querySelector('[autofocus],[data-first]') || veil.querySelector('button,input,[tabindex="0"]'))?.focus();
    fire('meikyu:panel', { name, open: true });
  } catch (error) { closePanel(); meikyu.shout(String(error)); throw error; }
}

function closePanel() {
  if (!shown) return;
  const { name, veil, back, end } = shown; shown = null; meikyu.panel = null;
  end?.(); veil.remove();
  const main = document.getElementById('main'); if (main) main.inert = false;
  if (back && back.isConnected) back.focus();
  fire('meikyu:panel', { name, open: false });
}

addEventListener('keydown', event => {
  if (event.defaultPrevented) return;
  if (event.key === 'Escape' && shown) { event.preventDefault(); closePanel(); return; }
  if (event.key === 'F6' && !document.querySelector('[data-own-f6]')) { event.preventDefault(); nextRegion(event.shiftKey ? -1 : 1); return; }
  const action = meikyu.action(event);
  if (action === 'search') { event.preventDefault(); if (!fireSearch()) openPanel('help', { stay: true, search: true }); }
  else if (action === 'help') { event.preventDefault(); openPanel('help', {}); }
});
// a page with its own search (the encyclopaedia, the map) takes "/" by cancelling the event
function fireSearch() { return !window.dispatchEvent(new CustomEvent('meikyu:search', { cancelable: true })); }

function nextRegion(step) {
  const regions = [...document.querySelectorAll('header,nav,main,[role=region],[role=dialog],aside')].filter(r => r.offsetParent !== null || getComputedStyle(r).position === 'fixed');
  if (!regions.length) return;
  const now = regions.findLastIndex(r => r.contains(document.activeElement));
  const next = regions[(now + step + regions.length) % regions.length];
  (next.querySelector('a[href],button,input,[tabindex="0"]') || next).focus();
}

document.addEventListener('click', event => {
  const lang = event.target.closest?.('#langs [data-lang]'); if (lang) { meikyu.setLang(lang.dataset.lang); return; }
  const opener = event.target.closest?.('[data-open]'); if (opener) { openPanel(opener.dataset.open, {}); return; }
  const burger = event.target.closest?.('#burger');
  if (burger) { const open = document.getElementById('nav').classList.toggle('open'); burger.setAttribute('aria-expanded', open); return; }
  const chip = event.target.closest?.('a.rid[href^="/rules/"]');
  if (chip && document.body.dataset.rules !== 'page' && !event.ctrlKey && !event.metaKey) { event.preventDefault(); openPanel('help', { stay: true, id: chip.getAttribute('href').slice(7) }); }
});

// NiceGUI's own line to the server
function watchSocket() {
  const socket = window.socket;
  if (!socket) { setTimeout(watchSocket, 200); return; }
  socket.on('disconnect', () => meikyu.connection('page', false));
  socket.on('connect', () => meikyu.connection('page', true));
  if (window.did_handshake) meikyu.connection('page', socket.connected); // it may have come and gone before we listened
}

// the lesson goes on wherever the map is, once begun
if (location.pathname === '/keep') {
  const wanted = new URLSearchParams(location.search).has('lesson');
  if (wanted || sessionStorage.getItem('meikyu.lesson.on')) { sessionStorage.setItem('meikyu.lesson.on', '1'); import('./lesson.js').then(l => l.start(wanted)); }
}
// a link may name whom to show: /keep?goto=<actor>
if (location.pathname === '/keep' && new URLSearchParams(location.search).has('goto')) {
  const actor = +new URLSearchParams(location.search).get('goto');
  const wait = setInterval(() => { if (document.querySelector('#stage[data-ready]')) { clearInterval(wait); fire('meikyu:select', { actor }); fire('meikyu:goto', { actor }); } }, 100);
}
// a minion's whole card
addEventListener('meikyu:card', event => {
  if (!document.querySelector('link[href$="minion.css"]')) document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/static/minion.css' }));
  import('./minion.js').then(p => p.openCard(event.detail.actor));
});
// pinned cards
addEventListener('meikyu:pin', event => import('./pins.js').then(p => p.pin(event.detail.actor)));
if (location.pathname.startsWith('/keep')) import('./pins.js').then(p => p.restore());

// NiceGUI fills the page after load: dress what appears
new MutationObserver(() => dress(document)).observe(document.body, { childList: true, subtree: false });
const dressing = setInterval(() => { if (document.getElementById('langs')) { clearInterval(dressing); dress(document); showConnection(); } }, 30);
apply(); watchSocket();
fire('meikyu:ready', {});
