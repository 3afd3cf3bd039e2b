// Dungeon jobs as a page of its own; "close" and "go to" lead to the map.
import { JobTable } from './jobs.js';

function begin() {
  const host = document.getElementById('jobs');
  if (!host || !window.meikyu?.t) { setTimeout(begin, 20); return; }
  let going = false;
  const table = new JobTable(host, { close: () => { if (!going) location.href = '/keep'; }, page: true });
  addEventListener('meikyu:lang', () => table.load(true));
  addEventListener('meikyu:goto', event => { going = true; location.href = `/keep?goto=${event.detail.actor}`; });
}
begin();
