// The encyclopaedia as a page of its own: inputs live in the address, so back is undo and a link is a share.
import { Encyclopaedia } from './rules.js';

function begin() {
  const host = document.getElementById('rules');
  if (!host || !window.meikyu?.t) { setTimeout(begin, 20); return; }
  document.body.dataset.rules = 'page';
  const read = () => {
    const url = new URL(location.href), p = url.searchParams;
    const id = url.pathname.startsWith('/rules/') ? decodeURIComponent(url.pathname.slice(7)) : '';
    return { id, q: p.get('q') || '', book: p.get('book') || '', topic: p.get('topic') || '', status: p.get('status') || '', both: p.get('both') === '1' };
  };
  const write = (s, push) => {
    const url = new URL(location.href);
    url.pathname = s.id ? `/rules/${s.id}` : '/rules';
    for (const [k, v] of Object.entries({ q: s.q, book: s.book === 'keep' ? '' : s.book, topic: s.topic, status: s.status, both: s.both ? '1' : '' })) v ? url.searchParams.set(k, v) : url.searchParams.delete(k);
    if (push && url.href !== location.href) { url.searchParams.delete('for'); document.querySelector('.instead')?.remove(); }
    if (url.href !== location.href) history[push ? 'pushState' : 'replaceState']({}, '', url);
  };
  const book = new Encyclopaedia(host, { ...read(), onstate: write });
  addEventListener('popstate', () => book.go(read(), true));
  addEventListener('meikyu:lang', () => book.load());
  addEventListener('meikyu:search', event => { event.preventDefault(); book.focusSearch(); });
  document.addEventListener('click', event => {
    const chip = event.target.closest?.('a.rid[href^="/rules/"]');
    if (chip && !event.ctrlKey && !event.metaKey) { event.preventDefault(); book.go({ id: chip.getAttribute('href').slice(7) }); }
  });
}
begin();
