// The Dark Arts as a tab of bookshelves, desks and ritual circles: books, scholarship, every item and how it stands.

import { el } from '/static/dom.js';
import { say } from './words.js';

// `arts` as `inspect.arts` tells it: {books, scholarship, items: [{id, label, told, mark, text, why, learn}]}.
export function artsTab(app, arts) {
  return [
    el('p', { class: 'cap dim' }, say('arts_stock', { books: arts.books, n: arts.scholarship })),
    el(
      'ul',
      { class: 'bills scroll', 'aria-label': say('arts') },
      arts.items.map((item) =>
        el(
          'li',
          { class: item.mark === 'ok' ? 'on' : '' },
          el(
            'div',
            { class: 'grow' },
            el('b', {}, item.label),
            el('div', { class: 'cap dim' }, item.told),
            el('div', { class: 'cap' }, item.why),
          ),
          item.learn
            ? el('button', { type: 'button', class: 'btn sm pri', 'data-key': `learn-${item.id}`, 'aria-label': `${item.learn.label}: ${item.label}`, onclick: () => app.orders.give(item.learn.command.kind, item.learn.command.args) }, item.learn.label)
            : el('span', { class: `st ${item.mark}` }, item.text),
        ),
      ),
    ),
  ];
}
