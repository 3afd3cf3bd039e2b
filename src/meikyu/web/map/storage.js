// The storage tab: a tri-state tree of what is accepted, quality, one item and a keep count for barrels, misfits.

import { el } from '/static/dom.js';
import { say } from './words.js';

let copied = null;
let wanted = null; // {id, accept}: what was ordered last for a storage, until its facts say the same

const same = (some, others) => some.length === others.length && some.every((i) => others.includes(i));

// `facts` as `menus.storage` tells them: {form, stacks, capacity, tree, accept, quality, qualities, item, keep, misfits}.
export function storageTab(app, id, facts, redraw) {
  const give = (kind, args) => app.orders.give(kind, { structure: id, ...args });
  if (wanted?.id === id && same(wanted.accept, facts.accept)) wanted = null;
  const latest = () => (wanted?.id === id ? wanted.accept : facts.accept);
  const accept = async (ids) => {
    const mine = (wanted = { id, accept: ids });
    const { ok } = await give('storage_filter', { accept: ids });
    if (!ok && wanted === mine) wanted = null;
  };
  const now = new Set(facts.accept);
  const rows = [];
  const line = (node, depth) => {
    const inside = node.ids.filter((i) => now.has(i)).length;
    const all = inside === node.ids.length;
    const box = el('input', {
      type: 'checkbox',
      class: 'chk',
      'data-key': `f${node.key}`,
      checked: all || null,
      onchange: (e) => accept(e.target.checked ? [...new Set([...latest(), ...node.ids])] : latest().filter((i) => !node.ids.includes(i))),
    });
    box.indeterminate = !all && inside > 0;
    rows.push(el('label', { class: 'line', style: `padding-left:${depth * 18}px` }, box, el('span', {}, node.label), el('span', { class: 'cap dim' }, all ? '' : `${inside}/${node.ids.length}`)));
    for (const child of node.children || []) line(child, depth + 1);
  };
  if (facts.form === 'chosen') {
    rows.push(
      el(
        'label',
        { class: 'line' },
        el('span', {}, say('one_item')),
        el(
          'select',
          { class: 'inp', 'data-key': 'item', onchange: (e) => e.target.value && give('barrel_item', { item: e.target.value }).then(redraw) },
          el('option', { value: '' }, say('choose')),
          facts.choices.map((c) => el('option', { value: c.id, selected: c.id === facts.item || null }, c.label)),
        ),
      ),
      el(
        'label',
        { class: 'line' },
        el('span', {}, say('keep')),
        el('input', { class: 'inp num', type: 'number', min: 0, max: 100, value: facts.keep, 'data-key': 'keep', onchange: (e) => give('barrel_keep', { count: Number(e.target.value) }) }),
        el('input', { type: 'range', min: 0, max: 100, value: facts.keep, 'aria-label': say('keep'), onchange: (e) => give('barrel_keep', { count: Number(e.target.value) }) }),
      ),
    );
  } else {
    rows.push(
      el(
        'div',
        { class: 'row acts' },
        el('button', { type: 'button', class: 'btn sm', 'data-key': 'all', onclick: () => accept(facts.tree.flatMap((n) => n.ids)) }, say('accept_all')),
        el('button', { type: 'button', class: 'btn sm', 'data-key': 'none', onclick: () => accept([]) }, say('accept_none')),
        el('button', { type: 'button', class: 'btn sm', 'data-key': 'copy', onclick: () => { copied = [...latest()]; redraw(); } }, say('copy')),
        el('button', { type: 'button', class: 'btn sm', 'data-key': 'paste', disabled: copied ? null : true, onclick: () => accept(copied.filter((i) => facts.tree.some((n) => n.ids.includes(i)))) }, say('paste')),
      ),
    );
    const tree = [];
    const before = rows.splice(0);
    for (const node of facts.tree) line(node, 0);
    tree.push(el('div', { class: 'tree scroll', role: 'group', 'aria-label': say('accepts') }, rows.splice(0)));
    rows.push(...before, ...tree);
  }
  if (facts.qualities)
    rows.push(
      el(
        'label',
        { class: 'line' },
        el('span', {}, say('quality')),
        el('select', { class: 'inp', 'data-key': 'quality', onchange: (e) => give('storage_minimum', { quality: e.target.value }) }, facts.qualities.map((q) => el('option', { value: q.id, selected: q.id === facts.quality || null }, q.label))),
      ),
    );
  return [
    el('div', { class: 'cap' }, say('stacks', { have: facts.stacks, cap: facts.capacity })),
    ...rows,
    facts.misfits.length ? el('div', { class: 'st warn' }, say('misfits', { what: facts.misfits.join(', ') })) : '',
  ];
}
