// The orders of a workplace: each recipe with its goods (have/need), its job, and how many are still to be made.

import { el } from '/static/dom.js';
import { say } from './words.js';

const MOST = 1000;

// `rows` as `bills.bills` tells them: {id, label, needs: [{label, count, have}], job, left, known}.
export function billsTab(app, id, rows) {
  const give = (recipe, count) => app.orders.give('bill', { structure: id, recipe, count });
  const typed = (recipe, input) => {
    const count = Number(input.value);
    const fits = input.value !== '' && Number.isInteger(count) && count >= 0 && count <= MOST;
    input.setAttribute('aria-invalid', String(!fits));
    if (!fits) {
      app.toast.note(say('bill_range', { n: MOST }));
      return;
    }
    input.blur();
    give(recipe, count);
  };
  return [
    el('p', { class: 'cap dim' }, say('bill_help')),
    el(
      'ul',
      { class: 'bills scroll', 'aria-label': say('bills') },
      rows.map((row) => {
        const always = row.left < 0;
        return el(
          'li',
          { class: row.left ? 'on' : '' },
          el(
            'div',
            { class: 'grow' },
            el('b', {}, row.label),
            el('div', { class: 'cap' }, row.needs.map((n) => el('span', { class: n.have < n.count ? 'warn' : 'dim' }, `${n.label} ${n.have}/${n.count} `)), el('span', { class: 'dim' }, `· ${row.job}`)),
          ),
          row.known
            ? el(
                'div',
                { class: 'row' },
                el('input', { class: 'inp num', type: 'number', min: 0, max: MOST, value: always ? '' : row.left, placeholder: always ? '∞' : '', 'data-key': `bill-${row.id}`, 'aria-label': `${say('bill_count')}: ${row.label}`, onchange: (e) => typed(row.id, e.target) }),
                el('button', { type: 'button', class: `btn sm ${always ? 'pri' : ''}`, 'data-key': `always-${row.id}`, 'aria-pressed': String(always), 'aria-label': `${say('bill_always')}: ${row.label}`, title: say('bill_always'), onclick: () => give(row.id, always ? 0 : -1) }, '∞'),
              )
            : el('span', { class: 'st off' }, say('bill_unknown')),
        );
      }),
    ),
  ];
}
