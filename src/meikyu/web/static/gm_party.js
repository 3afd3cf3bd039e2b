// The party that all desks share: in the address, else as it was last given in this browser, else the usual one.
// m=name~dex~con~wis~cha~hp~perception~investigation~arcana~score~survival~level, one for each character
import { t } from './dom.js';

const FIELDS = ['name', 'dex', 'con', 'wis', 'cha', 'hp', 'perception', 'investigation', 'arcana', 'score', 'survival', 'level'];
const LEFT_OUT = { hp: 10, score: 10, level: 3 };
const PARTY = 'meikyu.gm.party';
let usual = [];

export const whole = (text, other) => /^[-−]?\d{1,12}$/.test(text ?? '') ? Number(String(text).replace('−', '-')) : other;
const member = values => Object.fromEntries(FIELDS.map((f, i) => [f, i ? whole(String(values[i] ?? ''), LEFT_OUT[f] ?? 0) : String(values[0] ?? '').slice(0, 60)]));
const vector = m => FIELDS.map(f => f === 'name' ? m.name.replaceAll('~', ' ') : m[f]);

// the usual party, asked for once before a desk begins
export async function readUsual() { if (!usual.length) usual = await (await fetch(`/web/gm/party?lang=${window.meikyu.lang}`)).json(); }
// the party last given in this browser, or null
export function keptParty() {
  try { const kept = JSON.parse(localStorage.getItem(PARTY)); if (Array.isArray(kept)) return kept.slice(0, 30).map(member); } catch { /* none kept */ }
  return null;
}
export const sharedParty = () => keptParty() || usual.map(m => member(vector(m)));
export function readParty(q) {
  if (q.has('m')) return q.getAll('m').filter(Boolean).slice(0, 30).map(x => member(x.split('~')));
  return q.has('nobody') ? [] : sharedParty();
}
export function writeParty(party) {
  try { localStorage.setItem(PARTY, JSON.stringify(party.map(vector))); } catch { /* private mode */ }
  return party.length ? { m: party.map(m => vector(m).join('~')) } : { nobody: true };
}
export const fresh = place => member([t(`Hero ${place + 1}`, `英雄${place + 1}`), 0, 0, 0, 0, 20]);
// [count, level] for each level of the shared party
export function levelGroups() {
  const groups = new Map();
  for (const m of sharedParty()) groups.set(m.level, (groups.get(m.level) || 0) + 1);
  return groups.size ? [...groups].map(([level, count]) => [count, level]) : [[5, 3]];
}
// the same as travelers of a journey
export const travelers = () => sharedParty().slice(0, 12).map(m => ({ name: m.name || '?', level: m.level, con_save: m.con, survival: m.survival, hp: m.hp }));
