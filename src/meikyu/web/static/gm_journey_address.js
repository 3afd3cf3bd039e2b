// A journey as an address: s a stage, c a traveler, m the moves with repeats, the rest by name.
//   s=forest.2.road.sky-heavy_rain.alt10500   c=Aldis~c4~s2~h28~herb   m=mn8*3.rf.x-expose-0-sewer_plague-filth

const STAGE = { good_road: 'road', equipment: 'gear', flying: 'fly' };
const WORDS = { sky: 'sky-', wind: 'wind-', vehicle: 'v-' };
const NUMBERS = { miles: 'm', speed: 'sp', fahrenheit: 'f', altitude_ft: 'alt' };
const BONUSES = { con_save: 'c', survival: 's', hp: 'h', level: 'l', speed: 'v', exhaustion: 'x' };
const FLAGS = { cold: 'cold', fire: 'fire', native: 'native', herbalism: 'herb' };
const KINDS = { armor: 'ar-', size: 'z-', creature: 'k-', species: 'sp-' };
const PACES = { s: 'slow', n: 'normal', f: 'fast', v: 'none' };

function stageText(stage) {
  const parts = [stage.terrain, stage.days ?? 1];
  for (const [name, word] of Object.entries(STAGE)) if (stage[name]) parts.push(word);
  if (stage.water === false) parts.push('dry');
  for (const [name, head] of Object.entries(WORDS)) if (stage[name]) parts.push(head + stage[name]);
  for (const [name, head] of Object.entries(NUMBERS)) if (stage[name] !== undefined && stage[name] !== null) parts.push(head + stage[name]);
  return parts.join('.');
}
function readStage(text) {
  const [terrain, days, ...parts] = text.split('.'), stage = { terrain, days: /^-?\d{1,9}$/.test(days ?? '') ? Number(days) : 1 };
  for (const part of parts) {
    const flag = Object.entries(STAGE).find(([, word]) => word === part), word = Object.entries(WORDS).find(([, head]) => part.startsWith(head));
    const number = part.match(/^(m|sp|f|alt)(-?\d{1,9})$/);
    if (flag) stage[flag[0]] = true;
    else if (part === 'dry') stage.water = false;
    else if (word) stage[word[0]] = part.slice(word[1].length);
    else if (number) stage[Object.entries(NUMBERS).find(([, head]) => head === number[1])[0]] = Number(number[2]);
  }
  return stage;
}
function travelerText(one) {
  const parts = [one.name.replaceAll('~', ' ')];
  for (const [name, head] of Object.entries(BONUSES)) if (one[name] !== undefined) parts.push(head + one[name]);
  for (const [name, word] of Object.entries(FLAGS)) if (one[name]) parts.push(word);
  for (const [name, head] of Object.entries(KINDS)) if (one[name]) parts.push(head + one[name]);
  return parts.join('~');
}
function readTraveler(text) {
  const [name, ...parts] = text.split('~'), one = { name: name.slice(0, 60) };
  for (const part of parts) {
    const flag = Object.entries(FLAGS).find(([, word]) => word === part), kind = Object.entries(KINDS).find(([, head]) => part.startsWith(head));
    const number = part.match(/^([cshlvx])(-?\d{1,9})$/);
    if (flag) one[flag[0]] = true;
    else if (kind) one[kind[0]] = part.slice(kind[1].length);
    else if (number) one[Object.entries(BONUSES).find(([, head]) => head === number[1])[0]] = Number(number[2]);
  }
  return one;
}

function moveText([kind, ...parts]) {
  if (kind === 'march') return `m${Object.entries(PACES).find(([, pace]) => pace === parts[0])?.[0] ?? 'n'}${parts[1]}${parts[2] ? 'f' : ''}`;
  if (kind === 'rest') return parts[0] ? 'rf' : 'r';
  return ['x', kind, ...parts].join('-');
}
function readMove(text) {
  const march = text.match(/^m([snfv])(\d{1,2})(f?)$/);
  if (march) return ['march', PACES[march[1]], Number(march[2]), march[3] === 'f'];
  if (text === 'r' || text === 'rf') return ['rest', text === 'rf'];
  const cells = text.match(/^x-(sky|wind|air)-(\w+)$/);
  if (cells) return [cells[1], cells[2]];
  const who = text.match(/^x-(\w+)-(\d+)(?:-(.+))?$/);
  if (who) return [who[1], Number(who[2]), ...(who[1] === 'level' ? [Number(who[3])] : who[3] ? who[3].split('-') : [])];
  const plain = text.match(/^x-(\w+)$/);
  return plain ? [plain[1]] : null;
}
export function movesText(moves) {
  const found = [];
  for (const text of moves.map(moveText)) { const last = found.at(-1); if (last && last[0] === text) last[1] += 1; else found.push([text, 1]); }
  return found.map(([text, times]) => times > 1 ? `${text}*${times}` : text).join('.');
}
function readMoves(text) {
  const moves = [];
  for (const part of (text || '').split('.').filter(Boolean)) {
    const [word, times] = part.split('*'), made = readMove(word);
    for (let i = 0; made && i < Math.min(Number(times) || 1, 5000) && moves.length < 5000; i++) moves.push(made);
  }
  return moves;
}

const whole = (text, other) => /^\d{1,15}$/.test(text ?? '') ? Number(text) : other;

export function writeAddress(s) {
  const o = s.options;
  return { s: o.stages.map(stageText), c: o.party.map(travelerText), food: o.food_lb ?? '', water: o.water_gal ?? '', balm: o.ointment || '', camp: o.gear && o.gear !== 'bedroll' ? o.gear : '', map: o.map || '', ride: o.mounted || '', strays: o.strays || '', pace: s.pace === 'normal' ? '' : s.pace, h: s.hours === 8 ? '' : s.hours, seed: s.seed, m: movesText(s.moves) };
}
// null where the address holds no journey
export function readAddress(search) {
  const q = new URLSearchParams(search);
  if (!q.has('s') || !q.has('c')) return null;
  const options = { stages: q.getAll('s').slice(0, 60).map(readStage), party: q.getAll('c').slice(0, 12).map(readTraveler) };
  if (q.has('food')) options.food_lb = whole(q.get('food'), 0);
  if (q.has('water')) options.water_gal = whole(q.get('water'), 0);
  if (q.has('balm')) options.ointment = whole(q.get('balm'), 0);
  if (q.has('camp')) options.gear = q.get('camp');
  for (const [name, key] of [['map', 'map'], ['mounted', 'ride'], ['strays', 'strays']]) if (q.has(key)) options[name] = true;
  const pace = ['slow', 'normal', 'fast'].includes(q.get('pace')) ? q.get('pace') : 'normal';
  return { options, moves: readMoves(q.get('m')), seed: whole(q.get('seed'), 7), pace, hours: Math.min(Math.max(whole(q.get('h'), 8), 1), 24) };
}
