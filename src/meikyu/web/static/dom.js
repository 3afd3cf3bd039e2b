// Small help for pages: texts and events, elements, remembered settings, tiles, menus.

// what the shell gives every page: `m().t` says a text in the reader's language; `fire` tells the whole page something
export const m = () => window.meikyu;
export const t = (en, ja) => m().t(en, ja);
export const fire = (name, detail) => window.dispatchEvent(new CustomEvent(name, { detail }));

// el('div', {class: 'row', onclick: f}, child, 'text', [more]) -> element
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
  return made;
}

export const tile = (name, px, alt = '') => el('img', { class: 'pix', src: `/icon/${name}.png`, width: px, height: px, alt });

// {value, set(name, v)}: an object kept in localStorage over its defaults
export function remember(key, defaults) {
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem(key) || '{}'); } catch { kept = {}; }
  const value = { ...structuredClone(defaults), ...kept };
  return { value, set(name, v) { value[name] = v; try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* private mode: the choice lasts for this page */ } } };
}

// a rule id that opens the rule
export const chip = id => id ? el('a', { class: 'rid', href: `/rules/${id}` }, id) : '';

// whether a hand is on the box, as a function: a panel that redraws itself waits until it is let go, since a click needs
// the same button at its beginning and its end, be it by pointer or by Space; a list that was opened stays until something
// is chosen or the mouse moves again. `after` runs when the click has been dealt with
export function holding(box, after = () => {}) {
  const POINTER = ['pointerup', 'pointercancel', 'pointermove', 'change'], KEY = ['keyup', 'blur'];
  let on = null, ends = [];
  const end = event => {
    if (event.type === 'pointermove' ? event.buttons : event.type === 'change' ? event.target !== on : event.type === 'blur' && event.target !== window) return;
    on = null;
    for (const name of ends) removeEventListener(name, end, true);
    setTimeout(after);
  };
  const begin = (event, names) => { if (on) return; on = event.target; ends = names; for (const name of ends) addEventListener(name, end, true); };
  box.addEventListener('pointerdown', event => begin(event, POINTER));
  box.addEventListener('keydown', event => { if (event.key === ' ') begin(event, KEY); });
  return () => on !== null;
}

// a menu at (x, y); entries [{label, run, why}]; an entry with `why` is greyed and tells why
let shut = () => {};
export function menu(x, y, entries, label) {
  shut();
  const back = document.activeElement;
  const close = shut = () => { box.remove(); shut = () => {}; removeEventListener('mousedown', outside, true); if (back && back.isConnected) back.focus(); };
  const outside = event => { if (!box.contains(event.target)) close(); };
  const box = el('div', { class: 'menu', role: 'menu', 'aria-label': label }, entries.map(e =>
    el('button', { type: 'button', role: 'menuitem', tabindex: '-1', 'aria-disabled': e.why ? 'true' : null, title: e.why || null, onclick: () => { if (!e.why) { close(); e.run(); } } }, e.label, e.why ? el('small', {}, e.why) : '')));
  box.addEventListener('keydown', event => {
    const items = [...box.children], at = items.indexOf(document.activeElement);
    if (event.key === 'ArrowDown') items[(at + 1) % items.length].focus();
    else if (event.key === 'ArrowUp') items[(at + items.length - 1) % items.length].focus();
    else if (event.key === 'Home') items[0].focus();
    else if (event.key === 'End') items.at(-1).focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault(); event.stopPropagation();
  });
  document.body.append(box);
  const { width, height } = box.getBoundingClientRect();
  box.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
  box.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
  addEventListener('mousedown', outside, true);
  box.firstChild?.focus();
  return box;
}
