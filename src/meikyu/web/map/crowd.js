// Several selected beings: who they are and what they do, and the priority of each job for all of them at once.

import { el } from '/static/dom.js';
import { say } from './words.js';

export const LEVELS = [
  ['ー', '-'],
  ['低', 'L'],
  ['通', 'N'],
  ['高', 'H'],
];

// `facts` as `beings.crowd` tells them: {members: [{id, name, title, doing}], minions, jobs: [{id, label, levels}]}.
export function crowdPanel(app, facts) {
  const give = (job, level) => facts.minions.forEach((actor) => app.orders.give('set_level', { actor, job, level }));
  const step = (job, by) => {
    const one = job.levels.every((level) => level === job.levels[0]);
    if (one) facts.minions.forEach((actor) => app.orders.give('press_cell', { actor, job: job.id, button: by > 0 ? 'left' : 'right' }));
    else give(job.id, by > 0 ? Math.max(...job.levels) : Math.min(...job.levels));
  };
  const level = (job) => {
    const one = job.levels.every((n) => n === job.levels[0]);
    const sign = one ? window.meikyu.t(LEVELS[job.levels[0]][1], LEVELS[job.levels[0]][0]) : '≠';
    return el(
      'button',
      {
        type: 'button',
        class: `lv ${one ? `l${job.levels[0]}` : 'mixed'}`,
        'data-key': `all-${job.id}`,
        title: say('for_all'),
        onclick: (e) => (e.ctrlKey ? give(job.id, 0) : step(job, 1)),
        oncontextmenu: (e) => {
          e.preventDefault();
          step(job, -1);
        },
      },
      el('span', {}, job.label),
      el('b', {}, sign),
    );
  };
  return [
    el('h3', {}, say('several', { n: facts.members.length })),
    el(
      'ul',
      { class: 'crowd scroll', 'aria-label': say('selection') },
      facts.members.map((a) =>
        el('li', {}, el('button', { type: 'button', 'data-key': `one-${a.id}`, onclick: (e) => (e.ctrlKey ? app.selection.toggle(a.id) : app.selection.pick('actor', a.id)) }, el('b', {}, a.name), ' ', el('span', { class: 'cap dim' }, a.title), el('span', { class: 'cap doing' }, a.doing))),
      ),
    ),
    facts.jobs.length ? el('p', { class: 'cap dim' }, say('for_all_help')) : '',
    el('div', { class: 'levels' }, facts.jobs.map(level)),
  ];
}
