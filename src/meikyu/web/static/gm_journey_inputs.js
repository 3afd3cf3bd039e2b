// The left side: the stages of the way, the party, what it carries.
import { chip, el } from './dom.js';
import { change, draw } from './gm_journey.js';
import { fault, stepper, t } from './gm.js';

let state = null;
const faults = field => fault(state.faults, field);
const under = field => state.faults.filter(f => f.field === field || f.field.startsWith(`${field}.`)).map(f => el('span', { class: 'fault', role: 'alert', 'data-field': f.field }, f.text));
const wrong = field => state.faults.some(f => f.field === field);

const pick = (id, label, value, options, set, more = {}) => el('select', { class: 'inp', id, 'aria-label': label, onchange: e => set(e.target.value), ...more }, options.map(o => el('option', { value: o.id, selected: o.id === value || null }, o.name)));
const check = (id, label, on, set, rule = '') => el('label', { class: 'row gmcheck' }, el('input', { type: 'checkbox', class: 'chk', id, checked: on || null, onchange: e => set(e.target.checked) }), el('span', {}, label), rule ? chip(rule) : null);
function text(id, label, value, set, more = {}) {
  return el('input', { class: 'inp', id, 'aria-label': label, value, autocomplete: 'off', onchange: e => set(e.target.value), ...more });
}
const line = (label, ...controls) => el('div', { class: 'row between gjline' }, el('span', {}, label), ...controls);

function fold(key, words) {
  const open = state.open.has(key);
  return el('button', { type: 'button', class: 'btn sm ghost gjmore', id: `gjmore-${key}`, 'aria-expanded': String(open), onclick: () => { if (open) state.open.delete(key); else state.open.add(key); draw(); } }, words, open ? ' ▴' : ' ▾');
}

function stageRow(stage, i, c, now) {
  const set = (name, value) => change(s => { const one = s.options.stages[i]; if (value === undefined) delete one[name]; else one[name] = value; });
  const here = `stages[${i}]`, key = `stage-${i}`, more = state.open.has(key);
  const land = c.terrains.find(x => x.id === stage.terrain), terrains = land ? c.terrains : [{ id: stage.terrain, name: stage.terrain }, ...c.terrains];
  const marks = [stage.sky && stage.sky !== 'clear' ? c.skies.find(x => x.id === stage.sky)?.name : '', stage.wind && stage.wind !== 'none' ? c.winds.find(x => x.id === stage.wind)?.name : '',
    stage.fahrenheit !== undefined ? `${stage.fahrenheit} °F` : '', stage.altitude_ft ? `${stage.altitude_ft.toLocaleString('en-US')} ft` : '', stage.water === false ? t('no water', '水なし') : '', stage.vehicle ? c.vehicles.find(x => x.id === stage.vehicle)?.name || stage.vehicle : '', stage.flying ? t('flying', '飛行') : ''].filter(Boolean);
  const length = stage.miles ? stepper(`gjmiles-${i}`, t('Miles', 'マイル'), stage.miles, v => set('miles', v), { low: 1, wrong: wrong(`${here}.miles`) }) : stepper(`gjdays-${i}`, t('Days', '日数'), stage.days ?? 1, v => set('days', v), { low: 1, wrong: wrong(`${here}.days`) });
  return el('li', { class: `gjstage${now ? ' now' : ''}`, 'data-stage': i },
    el('div', { class: 'row' }, el('b', { class: 'gjno' }, i + 1), pick(`gjterrain-${i}`, t('Terrain', '地形'), stage.terrain, terrains, v => change(s => { const one = s.options.stages[i]; one.terrain = v; const water = c.terrains.find(x => x.id === v)?.water; if (water && !one.vehicle) one.vehicle = 'sailing_ship'; }), { 'aria-invalid': wrong(`${here}.terrain`) ? 'true' : null }),
      length, el('span', { class: 'cap gjunit' }, stage.miles ? 'mi' : t('d', '日'))),
    el('div', { class: 'row gjsub' }, check(`gjroad-${i}`, t('Good road', '良い道路'), stage.good_road, v => set('good_road', v || undefined)), el('span', { class: 'grow' }), fold(key, t('More', '天候ほか'))),
    !more && marks.length ? el('div', { class: 'cap gjmarks' }, marks.join(' · ')) : null,
    more ? el('div', { class: 'gjdetails' },
      el('button', { type: 'button', class: 'btn sm ghost', id: `gjdrop-${i}`, disabled: state.in.options.stages.length < 2 || null, onclick: () => change(s => { s.options.stages.splice(i, 1); state.open.clear(); }) }, t(`Remove stage ${i + 1}`, `第${i + 1}区間を消す`)),
      line(t('Length by', '長さ'), el('span', { class: 'seg' }, [['days', t('days', '日数')], ['miles', t('miles', 'マイル')]].map(([id, word]) => el('button', { type: 'button', class: (id === 'miles') === !!stage.miles ? 'on' : '', 'aria-pressed': String((id === 'miles') === !!stage.miles), onclick: () => set('miles', id === 'miles' ? 24 * (stage.days ?? 1) : undefined) }, word)))),
      line(t('Sky', '空'), pick(`gjsky-${i}`, t('Sky', '空'), stage.sky ?? 'clear', c.skies, v => set('sky', v === 'clear' ? undefined : v))),
      line(t('Wind', '風'), pick(`gjwind-${i}`, t('Wind', '風'), stage.wind ?? 'none', c.winds, v => set('wind', v === 'none' ? undefined : v))),
      line(t('Temperature °F', '気温（華氏）'), stepper(`gjheat-${i}`, t('Temperature', '気温'), stage.fahrenheit ?? 60, v => set('fahrenheit', v), { wrong: wrong(`${here}.fahrenheit`) })),
      line(t('Altitude, ft', '標高（フィート）'), text(`gjalt-${i}`, t('Altitude', '標高'), stage.altitude_ft ?? 0, v => set('altitude_ft', Number(v.normalize('NFKC').replace(/[,\s]/g, '')) || undefined), { inputmode: 'numeric', class: 'inp gjnum' })),
      line(t('Vehicle', '乗り物'), pick(`gjvehicle-${i}`, t('Vehicle', '乗り物'), stage.vehicle ?? '', [{ id: '', name: t('on foot', 'なし') }, ...c.vehicles], v => set('vehicle', v || undefined), { 'aria-invalid': wrong(`${here}.vehicle`) ? 'true' : null })),
      check(`gjwater-${i}`, t('Drinkable water on the way', '飲める水がある'), stage.water !== false, v => set('water', v ? undefined : false)),
      check(`gjskis-${i}`, t('Skis or the like', 'スキーなどの装備'), stage.equipment, v => set('equipment', v || undefined), 'SRD-TER-16'),
      check(`gjfly-${i}`, t('Flies, or ignores Difficult Terrain', '飛行・困難な地形を無視'), stage.flying, v => set('flying', v || undefined), 'SRD-TRV-22'),
      line(t('Speed of special movement, ft', '特殊移動の速度（ft）'), text(`gjspeed-${i}`, t('Special Speed', '特殊移動の速度'), stage.speed ?? 0, v => set('speed', Number(v.normalize('NFKC')) || undefined), { inputmode: 'numeric', class: 'inp gjnum' }))) : null,
    under(here));
}

function traveler(one, i, c) {
  const set = (name, value) => change(s => { const who = s.options.party[i]; if (value === undefined) delete who[name]; else who[name] = value; });
  const here = `party[${i}]`, key = `who-${i}`, more = state.open.has(key);
  const step = (name, label, other, low, high) => line(label, stepper(`gj${name}-${i}`, `${one.name} ${label}`, one[name] ?? other, v => set(name, v), { low, high, wrong: wrong(`${here}.${name}`) }));
  return el('li', { class: 'gjwho' },
    el('div', { class: 'row' }, text(`gjname-${i}`, t('Name', '名前'), one.name, v => set('name', v), { maxlength: 60, 'aria-invalid': wrong(`${here}.name`) ? 'true' : null }),
      stepper(`gjcon_save-${i}`, t(`${one.name}: Constitution save`, `${one.name}：耐久力セーヴ`), one.con_save ?? 0, v => set('con_save', v), { wrong: wrong(`${here}.con_save`) }),
      fold(key, '')),
    more ? el('div', { class: 'gjdetails' }, el('button', { type: 'button', class: 'btn sm ghost', id: `gjleave-${i}`, disabled: state.in.options.party.length < 2 || null, onclick: () => change(s => { s.options.party.splice(i, 1); s.moves = []; state.open.clear(); }) }, t(`${one.name} stays at home (begins anew)`, `${one.name}を外す（初めから）`)), step('survival', t('Survival', '〈生存〉'), 0), step('hp', 'HP', 10, 1), step('level', t('Level', 'レベル'), 1, 1, 20), step('speed', t('Speed, ft', '移動速度（ft）'), 30, 0), step('exhaustion', t('Exhaustion at the start', '初めの消耗'), 0, 0, 5),
      line(t('Armor', '鎧'), pick(`gjarmor-${i}`, t('Armor', '鎧'), one.armor ?? 'none', c.armors, v => set('armor', v === 'none' ? undefined : v))),
      line(t('Size', 'サイズ'), pick(`gjsize-${i}`, t('Size', 'サイズ'), one.size ?? 'medium', c.sizes, v => set('size', v === 'medium' ? undefined : v))),
      line(t('Kind', '種別'), pick(`gjkind-${i}`, t('Kind', '種別'), one.creature ?? 'humanoid', c.creatures, v => set('creature', v === 'humanoid' ? undefined : v))),
      check(`gjgnome-${i}`, t('Gnome', 'ノーム'), (one.species ?? '').toLowerCase() === 'gnome', v => set('species', v ? 'gnome' : undefined), 'SRD-CKF-01'),
      check(`gjherb-${i}`, t('Herbalism Kit', '薬草キット習熟'), one.herbalism, v => set('herbalism', v || undefined), 'SRD-SRT-03'),
      check(`gjcold-${i}`, t('Resists cold', '冷気に抵抗'), one.cold, v => set('cold', v || undefined), 'SRD-ENV-04'),
      check(`gjfire-${i}`, t('Resists fire', '火に抵抗'), one.fire, v => set('fire', v || undefined), 'SRD-ENV-08'),
      check(`gjnative-${i}`, t('At home in great heights', '高地の生まれ'), one.native, v => set('native', v || undefined), 'SRD-ENV-18')) : null,
    under(here));
}

function stores(o, c) {
  const set = (name, value) => change(s => { if (value === undefined || value === false) delete s.options[name]; else s.options[name] = value; });
  const stock = (name, label, usual, rule) => { const on = o[name] !== undefined && o[name] !== null; return el('div', { class: 'row between gjline' }, check(`gj${name}-on`, label, on, v => set(name, v ? usual : undefined), rule), on ? stepper(`gj${name}`, label, o[name], v => set(name, v), { low: 0, wrong: wrong(name) }) : el('span', { class: 'dim cap' }, t('not counted', '数えない'))); };
  return [stock('food_lb', t('Food, lb', '食料（ポンド）'), 4 * o.party.length), faults('food_lb'), stock('water_gal', t('Water, gal', '水（ガロン）'), 2 * o.party.length), faults('water_gal'),
    line(t('Ointment, doses', '軟膏（回分）'), stepper('gjointment', t('Ointment', '軟膏'), o.ointment ?? 0, v => set('ointment', v || undefined), { low: 0, wrong: wrong('ointment') })), faults('ointment'),
    line(t('Sleeps in', '夜具'), pick('gjgear', t('Sleeps in', '夜具'), o.gear ?? 'bedroll', c.gears, v => set('gear', v === 'bedroll' ? undefined : v))),
    check('gjmap', t('An accurate map', '正確な地図'), o.map, v => set('map', v), 'SRD-TER-04'), check('gjride', t('All ride: an hour’s gallop a day', '全員騎乗：1日1時間駆ける'), o.mounted, v => set('mounted', v), 'SRD-TRV-16'),
    check('gjstrays', t('A lost way brings nobody nearer', '道に迷った日は進まない'), o.strays, v => set('strays', v), 'SRD-TER-02')];
}

export function drawInputs(page) {
  state = page;
  const o = page.in.options, c = page.choices, now = page.view && !page.view.over ? page.view.today.stage : -1;
  return el('section', { class: 'px pad scroll gjinputs', 'data-scroll': 'inputs', 'aria-label': t('Route and party', '道のりと一行') },
    el('div', { class: 'row between' }, el('h3', {}, t('Stages', '区間')), chip('SRD-TRV-07')), el('ol', { class: 'gjstages' }, o.stages.map((one, i) => stageRow(one, i, c, i === now))), faults('stages'),
    el('button', { type: 'button', class: 'btn sm ghost dashed', id: 'gjaddstage', onclick: () => change(s => { s.options.stages.push({ terrain: 'hill', days: 1 }); }) }, t('+ Stage', '+ 区間')),
    el('div', { class: 'rule' }), el('div', { class: 'row between' }, el('h3', {}, t('Party', '一行')), el('span', { class: 'cap gjcon' }, t('Con save', '耐久セーヴ'))), el('ul', { class: 'gjparty' }, o.party.map((one, i) => traveler(one, i, c))), faults('party'),
    el('button', { type: 'button', class: 'btn sm ghost dashed', id: 'gjaddwho', onclick: () => change(s => { s.options.party.push({ name: t(`Traveler ${s.options.party.length + 1}`, `旅人${s.options.party.length + 1}`), con_save: 0 }); }) }, t('+ Traveler', '+ 旅人')),
    el('div', { class: 'rule' }), el('h3', {}, t('Stores', '持ち物')), stores(o, c),
    el('div', { class: 'rule' }), line(t('Seed of the dice', 'ダイスの種'), stepper('gjseed', t('Seed', '種'), page.in.seed, v => change(s => { s.seed = Math.max(0, v); }), { low: 0 })),
    el('p', { class: 'cap' }, t('Same seed, same moves: the same dice.', '同じ種と同じ手なら、同じ出目になります。'), ' ', chip('SRD-COR-13')));
}
