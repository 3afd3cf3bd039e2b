// Settings over any page: keys, motion, sound, text zoom, language.
import { el } from './dom.js';
import { ACTIONS } from './shell.js';

export function open(veil) {
  const m = window.meikyu, t = m.t;
  const check = (name, en, ja, on = m.settings[name], write = v => m.set(name, v)) => el('label', { class: 'line' },
    el('input', { type: 'checkbox', class: 'chk', checked: on || null, onchange: e => write(e.target.checked) }), t(en, ja));
  const keys = el('div', { class: 'keys' });
  const drawKeys = () => keys.replaceChildren(...Object.entries(ACTIONS).map(([name, [, en, ja]]) => {
    const button = el('button', { type: 'button', 'data-action': name, 'aria-label': `${t(en, ja)}: ${m.keyOf(name)}` }, m.keyOf(name));
    button.addEventListener('click', () => { button.classList.add('wait'); button.textContent = t('press', '押す'); });
    button.addEventListener('keydown', event => {
      if (!button.classList.contains('wait') || event.key === 'Tab') return;
      event.preventDefault(); event.stopPropagation();
      if (event.key !== 'Escape') {
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        const other = Object.keys(ACTIONS).find(a => a !== name && (m.settings.keys[a] || ACTIONS[a][0]) === key);
        if (other) { fault.textContent = t(`${m.keyOf(other)} already does "${ACTIONS[other][1]}"`, `${m.keyOf(other)} は「${ACTIONS[other][2]}」で使っています`); }
        else { fault.textContent = ''; m.set('keys', { ...m.settings.keys, [name]: key }); }
      }
      drawKeys(); keys.querySelector(`[data-action=${name}]`).focus();
    });
    button.addEventListener('blur', () => { if (button.classList.contains('wait')) drawKeys(); });
    return el('div', {}, el('span', {}, t(en, ja)), button);
  }));
  const fault = el('span', { class: 'fault', role: 'alert' });
  const draw = () => {
    drawKeys();
    veil.replaceChildren(el('section', { class: 'px float panel settings', role: 'dialog', 'aria-label': t('Settings', '設定') },
      el('div', { class: 'row between' }, el('h2', {}, t('Settings', '設定')), el('button', { type: 'button', class: 'btn sm ghost', 'data-first': '', onclick: m.close, 'aria-label': t('Close', '閉じる') }, '×', el('kbd', {}, 'Esc'))),
      el('div', { class: 'scroll' },
        el('fieldset', {}, el('legend', {}, t('Play', '遊び方')),
          check('sound', 'Sound', '音を出す')),
        el('fieldset', {}, el('legend', {}, t('Reading', '読みやすさ')),
          check('motion', 'Less motion: no flicker, no sliding', '動きを減らす（ちらつき・すべりなし）', m.settings.motion === 'reduce', v => m.set('motion', v ? 'reduce' : 'auto')),
          el('label', { class: 'line' }, t('Text size', '文字の大きさ'),
            el('select', { class: 'inp', style: 'width:110px', onchange: e => m.set('zoom', +e.target.value) }, [1, 1.25, 1.5, 2].map(z => el('option', { value: z, selected: m.settings.zoom === z || null }, `${z * 100} %`))))),
        el('fieldset', {}, el('legend', {}, t('Keys', 'キー')),
          check('keysOn', 'Single-letter keys work', '一文字のキーを使う'), fault, keys,
          el('div', { class: 'row', style: 'margin-top:10px' }, el('button', { type: 'button', class: 'btn sm', onclick: () => { m.set('keys', {}); drawKeys(); } }, t('Usual keys again', 'キーを元に戻す')))))));
  };
  draw();
  return { restage: draw };
}
