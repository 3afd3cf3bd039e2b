// Dungeon management as a page of its own; "close" and "go there" lead to the map.
import { Management } from './manage.js';

function begin() {
  const host = document.getElementById('manage');
  if (!host || !window.meikyu?.t) { setTimeout(begin, 20); return; }
  let going = false;
  const panel = new Management(host, { close: () => { if (!going) location.href = '/keep'; } });
  host.classList.add('page');
  addEventListener('meikyu:lang', () => panel.load(true));
  addEventListener('meikyu:goto', event => { const { actor, x, y } = event.detail; going = true; location.href = actor === undefined ? `/keep?at=${x},${y}` : `/keep?goto=${actor}`; });
}
begin();
