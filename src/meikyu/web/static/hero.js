// The still picture behind the start page while no dungeon is open: a furnished keep drawn from the house's tiles.
// With a dungeon open the start page shows that one instead (start.js).

const TS = 16;
let TILES = {}, PALETTE = {};
const _cache = {};
function tileCanvas(name, recolour) {
  const key = name + (recolour ? JSON.stringify(recolour) : '');
  if (_cache[key]) return _cache[key];
  const s = TILES[name]; if (!s) throw new Error('no tile ' + name);
  const c = document.createElement('canvas'); c.width = c.height = TS;
  const g = c.getContext('2d');
  for (let i = 0; i < 256; i++) {
    const ch = s[i]; if (ch === '.') continue;
    const col = recolour ? recolour[ch] : PALETTE[ch]; if (!col) continue;
    g.fillStyle = col; g.fillRect(i % 16, i >> 4, 1, 1);
  }
  return _cache[key] = c;
}
const hash = (x, y) => { let h = (x * 374761393 + y * 668265263) | 0; h = (h ^ (h >>> 13)) * 1274126177; return ((h ^ (h >>> 16)) >>> 0); };

class DMap {
  constructor(rows) { this.rows = rows; this.h = rows.length; this.w = rows[0].length; rows.forEach((r, i) => { if (r.length !== this.w) throw new Error('row ' + i + ' has ' + r.length + ' not ' + this.w); }); }
  at(x, y) { return (x < 0 || y < 0 || x >= this.w || y >= this.h) ? '#' : this.rows[y][x]; }
  rock(x, y) { return this.at(x, y) === '#'; }
  wall(x, y) { return 'WD+\\/'.includes(this.at(x, y)); }
  opaque(x, y) { return '#WD+'.includes(this.at(x, y)); }
  // symmetric shadowcasting; round areas (dx*dx + dy*dy <= r*r)
  sight(ox, oy, r) {
    const out = new Set([ox + ',' + oy]);
    for (let q = 0; q < 4; q++) {
      const tr = (d, c) => q === 0 ? [ox + c, oy - d] : q === 1 ? [ox + d, oy + c] : q === 2 ? [ox + c, oy + d] : [ox - d, oy + c];
      const stack = [[1, -1, 1]];
      while (stack.length) {
        let [d, s, e] = stack.pop(); if (d > r) continue;
        let prev = null; const lo = Math.floor(d * s + .5), hi = Math.ceil(d * e - .5);
        for (let c = lo; c <= hi; c++) {
          const [x, y] = tr(d, c), b = this.opaque(x, y);
          if (b || (c >= d * s && c <= d * e)) { const dx = x - ox, dy = y - oy; if (dx * dx + dy * dy <= r * r) out.add(x + ',' + y); }
          if (prev === true && !b) s = (2 * c - 1) / (2 * d);
          if (prev === false && b) stack.push([d + 1, s, (2 * c - 1) / (2 * d)]);
          prev = b;
        }
        if (prev === false) stack.push([d + 1, s, e]);
      }
    }
    return out;
  }
}
function drawScene(cv, sc) {
  // sc: map, territory(x,y), objects [{t,x,y,dx,dy,ov}], actors, lights [{x,y,r,c}], viewers, fogOff, crack set ...
  const m = sc.map, W = m.w * TS, H = m.h * TS;
  const art = document.createElement('canvas'); art.width = W; art.height = H;
  const g = art.getContext('2d'); g.imageSmoothingEnabled = false;
  const put = (t, x, y, dx = 0, dy = 0, flip) => { if (flip) { g.save(); g.translate(x * TS + dx + TS, y * TS + dy); g.scale(-1, 1); g.drawImage(tileCanvas(t), 0, 0); g.restore(); } else g.drawImage(tileCanvas(t), x * TS + dx, y * TS + dy); };
  const frame = sc.frame || 0;
  // ground
  for (let y = 0; y < m.h; y++) for (let x = 0; x < m.w; x++) {
    const c = m.at(x, y), h = hash(x, y);
    const near = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]].map(([a, b]) => m.at(x + a, y + b));
    let base = c;
    if ('#WD+\\/'.includes(c)) base = near.includes(':') ? ':' : near.includes('p') ? ':' : near.includes('.') ? '.' : near.find(n => 'c~ml'.includes(n)) ? 'c' : '.';
    if (base === '.') put('floor_' + (h % 4), x, y);
    else if (base === ':') put('paved_' + (h % 3), x, y);
    else if (base === 'p') put('carpet', x, y);
    else if (base === 'c') put('cave_' + (h % 4), x, y);
    else if ('~ml'.includes(base)) {
      put(base === '~' ? 'water_' + ((x + y + frame) % 2) : base === 'l' ? 'lava_' + ((x + y + frame) % 2) : 'mud_' + (h % 2), x, y);
      let mask = 0; [[0, -1, 1], [1, 0, 2], [0, 1, 4], [-1, 0, 8]].forEach(([a, b, v]) => { if (m.at(x + a, y + b) === base) mask += v; });
      if (mask < 15) put('shore_' + String(mask).padStart(2, '0'), x, y);
    }
  }
  // things on the ground
  (sc.decals || []).forEach(o => put(o.t, o.x, o.y, o.dx || 0, o.dy || 0));
  // rock and walls
  for (let y = 0; y < m.h; y++) for (let x = 0; x < m.w; x++) {
    const c = m.at(x, y);
    if (c === '#') {
      let mask = 0; [[0, -1, 1], [1, 0, 2], [0, 1, 4], [-1, 0, 8]].forEach(([a, b, v]) => { const n = m.at(x + a, y + b); if (n === '#' || 'W'.includes(n)) mask += v; });
      if (mask === 15) put('rock_fill_' + (hash(x, y) % 4), x, y); else put('rock_' + String(mask).padStart(2, '0'), x, y);
    } else if (c === 'W') {
      let mask = 0; [[0, -1, 1], [1, 0, 2], [0, 1, 4], [-1, 0, 8]].forEach(([a, b, v]) => { const n = m.at(x + a, y + b); if (m.wall(x + a, y + b) || (n === '#')) mask += v; });
      put('wall_' + String(mask).padStart(2, '0'), x, y);
    } else if (c === '+') put('door_closed', x, y); else if (c === '/') put('door_open', x, y);
    else if (c === 'D') put('door_closed_v', x, y); else if (c === '\\') put('door_open_v', x, y);
  }
  // shadow under walls and rock faces
  for (let y = 1; y < m.h; y++) for (let x = 0; x < m.w; x++) if (!m.rock(x, y) && !m.wall(x, y) && (m.rock(x, y - 1) || m.at(x, y - 1) === 'W' || m.at(x, y - 1) === '+')) {
    g.fillStyle = 'rgba(8,6,14,.5)'; g.fillRect(x * TS, y * TS, TS, 2); g.fillStyle = 'rgba(8,6,14,.28)'; g.fillRect(x * TS, y * TS + 2, TS, 2);
  }
  const sprites = [...(sc.objects || []).map(o => ({ ...o, z: o.y * 10 })), ...(sc.actors || []).map(a => ({ ...a, z: a.y * 10 + 5, actor: 1 }))].sort((a, b) => a.z - b.z);
  // light: cells
  const amb = sc.ambient || [104, 100, 158];
  const L = []; for (let y = 0; y < m.h; y++) { L.push([]); for (let x = 0; x < m.w; x++) L[y].push([amb[0], amb[1], amb[2]]); }
  (sc.lights || []).forEach(l => {
    const seen = m.sight(l.x, l.y, l.r + 1);
    seen.forEach(k => { const [x, y] = k.split(',').map(Number); if (x < 0 || y < 0 || x >= m.w || y >= m.h) return; const d = Math.hypot(x - l.x, y - l.y), f = Math.max(0, 1 - d / (l.r + 1)); const c = l.c || [255, 196, 120]; const k2 = Math.pow(f, .75) * (l.k || 1); for (let i = 0; i < 3; i++) L[y][x][i] = Math.min(255, L[y][x][i] + c[i] * k2 * .95); });
  });
  // draw objects and actors
  const visible = sc.visible || (() => true);
  sprites.forEach(o => {
    if (o.hidden) return;
    if (o.actor) { g.fillStyle = 'rgba(6,5,10,.45)'; g.fillRect(o.x * TS + 3 + (o.dx || 0), o.y * TS + 14 + (o.dy || 0), 10, 2); }
    else if (!o.flat) { g.fillStyle = 'rgba(6,5,10,.35)'; g.fillRect(o.x * TS + 1 + (o.dx || 0), o.y * TS + 15 + (o.dy || 0), 14, 1); }
    if (o.alpha) g.globalAlpha = o.alpha;
    const lift = o.actor ? -3 : (o.lift || 0);
    if (o.rot) { g.save(); g.translate(o.x * TS + 8 + (o.dx || 0), o.y * TS + 8); g.rotate(Math.PI / 2); g.drawImage(tileCanvas(o.t), -8, -8); g.restore(); }
    else put(o.t, o.x, o.y, o.dx || 0, (o.dy || 0) + lift, o.flip);
    if (o.tool) put('tool_' + o.tool, o.x, o.y, o.dx || 0, (o.dy || 0) + lift);
    g.globalAlpha = 1;
  });
  // multiply the light map, 4 samples a cell, quantised so that it stays pixel art
  const S = 8, lw = m.w * S, lh = m.h * S, lc = document.createElement('canvas'); lc.width = lw; lc.height = lh;
  const lg = lc.getContext('2d'), img = lg.createImageData(lw, lh);
  const get = (x, y) => L[Math.max(0, Math.min(m.h - 1, y))][Math.max(0, Math.min(m.w - 1, x))];
  for (let py = 0; py < lh; py++) for (let px = 0; px < lw; px++) {
    const fx = (px + .5) / S - .5, fy = (py + .5) / S - .5, x0 = Math.floor(fx), y0 = Math.floor(fy), ax = fx - x0, ay = fy - y0;
    const o = (py * lw + px) * 4;
    for (let i = 0; i < 3; i++) {
      let v = get(x0, y0)[i] * (1 - ax) * (1 - ay) + get(x0 + 1, y0)[i] * ax * (1 - ay) + get(x0, y0 + 1)[i] * (1 - ax) * ay + get(x0 + 1, y0 + 1)[i] * ax * ay;
      img.data[o + i] = Math.min(255, Math.round(v / 12) * 12);
    }
    img.data[o + 3] = 255;
  }
  lg.putImageData(img, 0, 0);
  g.globalCompositeOperation = 'multiply'; g.drawImage(lc, 0, 0, W, H);
  // beings keep a part of their own colour in the dark, so that they stay readable
  g.globalCompositeOperation = 'source-over';
  sprites.forEach(o => { if (!o.actor || o.hidden) return; g.globalAlpha = .5; put(o.t, o.x, o.y, o.dx || 0, (o.dy || 0) - 3, o.flip); if (o.tool) put('tool_' + o.tool, o.x, o.y, o.dx || 0, (o.dy || 0) - 3); g.globalAlpha = 1; });
  // glow
  g.globalCompositeOperation = 'lighter';
  (sc.lights || []).forEach(l => { const R = (l.g || 1.6) * TS, cx = l.x * TS + 8, cy = l.y * TS + 6; const gr = g.createRadialGradient(cx, cy, 1, cx, cy, R); const c = l.c || [255, 170, 80]; gr.addColorStop(0, `rgba(${c[0]},${c[1] * .8 | 0},${c[2] * .6 | 0},.34)`); gr.addColorStop(1, 'rgba(0,0,0,0)'); g.fillStyle = gr; g.fillRect(cx - R, cy - R, 2 * R, 2 * R); });
  g.globalCompositeOperation = 'source-over';
  // flames above the fog veil stay crisp; always-visible beings under fog
  (sc.over || []).forEach(o => put(o.t, o.x, o.y, o.dx || 0, o.dy || 0, o.flip));
  (sc.actors || []).forEach(a => (a.marks || []).forEach((mk, i) => put('mark_' + mk, a.x, a.y, a.dx || 0, (a.dy || 0) - 9)));
  // to screen
  const k = sc.scale || 2; cv.width = sc.vw || W * k; cv.height = sc.vh || H * k;
  const cg = cv.getContext('2d'); cg.imageSmoothingEnabled = false;
  cg.fillStyle = '#0a0810'; cg.fillRect(0, 0, cv.width, cv.height);
  cg.drawImage(art, -(sc.ox || 0), -(sc.oy || 0), W * k, H * k);
  return { art, g: cg, k, cell: (x, y) => [x * TS * k - (sc.ox || 0), y * TS * k - (sc.oy || 0)] };
}
// The dungeon in the picture.
const KEEP_ROWS = [
'############################################',
'##############WWWWWWWWWWW#####cccc##########',
'#WWWWWWWWWWW##WpppppppppW###ccccccccc#######',
'#W:::::::::W##WpppppppppW##cccc~~~ccccc#####',
'#W:::::::::W##WpppppppppW##ccc~~~~~ccccc####',
'#W:::::::::W##WpppppppppW##ccc~~~~ccccccc###',
'#W:::::::::D..WpppppppppW###ccc~~cccccccc###',
'#W:::::::::W..WpppppppppW###cccccccccmmcc###',
'#WWWWWWWWWWW..WWWWW+WWWWW####ccccccmmmmcc###',
'############...............W....cccccmmcc###',
'#WWWWWWWWWWW...............D....cccccccc####',
'#W:::::::::W..####..#####..W###ccccccccc####',
'#W:::::::::W..#.........WW.WWWWWWWWcccccc###',
'#W:::::::::D..#.........W::::W::::W#ccccc###',
'#W:::::::::W..#.........D::::D::::W##cccc###',
'#WWWWWWWWWWW............W::::W::::W#ccccc###',
'############..#.........W::::W::::W#cccccc##',
'############..#.........WWWWWWWWWWW#ccccccc#',
'############..#.........####........ccclllc#',
'############..####..####............cllllcc#',
'#WWWWWWWWW##..WWWW++WWWW###.........clllllc#',
'#W:::::::W##..W::::::::W###.......##cclllcc#',
'#W:::::::D....D::::::::W###.......###cccccc#',
'#W:::::::W##..W::::::::W###.......####cccc##',
'#WWWWWWWWW##..WWWWWWWWWW####################',
'############################################',
];
function keepScene(opt = {}) {
  const map = new DMap(KEEP_ROWS);
  const O = [];
  const o = (t, x, y, e = {}) => O.push({ t, x, y, ...e });
  // palace
  o('throne', 19, 3); o('brazier_0', 16, 3); o('brazier_1', 22, 3); o('treasure_pile', 16, 5); o('treasure_pile', 22, 5, { }); o('chest', 15, 4); o('chest', 23, 4); o('altar', 22, 7); o('pyre', 16, 7); o('torch_0', 15, 2, { lift: 0 }); o('torch_1', 23, 2);
  // mess hall
  o('table', 4, 4); o('table', 7, 4); o('chair', 4, 3); o('chair', 7, 3); o('chair', 4, 5, { lift: -2 }); o('chair', 7, 5, { lift: -2 }); o('campfire_0', 5, 6); o('barrel', 2, 3); o('barrel', 2, 4); o('shelf', 9, 3); o('shelf', 10, 3); o('torch_1', 2, 7); o('barrel', 10, 7);
  // dormitory
  ['3', '5', '7', '9'].forEach((x, i) => { o('bed', +x - 1, 11); o('bed', +x - 1, 13); }); o('candle', 10, 11); o('candle', 10, 14); 
  // corridor lights
  o('torch_0', 12, 9); o('torch_0', 20, 9); o('brazier_0', 25, 9); o('torch_1', 12, 17); 
  // hall
  o('pillar', 17, 13); o('torch_1', 15, 12); o('torch_0', 23, 18);
  // library and infirmary
  o('bookshelf', 25, 13); o('bookshelf', 26, 13); o('bookshelf', 27, 13); o('desk', 26, 15); o('chair', 27, 15); o('candle', 28, 13); o('bonesaw_table', 31, 14); o('bonesaw_table', 31, 16); o('lantern', 33, 13); o('shelf', 30, 13);
  // store
  o('shelf', 15, 21); o('shelf', 16, 21); o('barrel', 20, 21); o('barrel', 21, 21); o('barrel', 22, 21); o('weapon_rack', 15, 23); o('scrap_heap', 22, 23); o('torch_0', 18, 21);
  o('item_stone', 17, 23, { flat: 1 }); o('item_wood', 19, 23, { flat: 1 }); o('item_stone', 20, 23, { flat: 1 });
  // cells
  o('bars', 4, 21); o('bars', 4, 23); o('bed', 2, 21); o('feeding_place', 2, 23); o('torch_0', 8, 21);
  // den
  ['nw', 'ne', 'sw', 'se'].forEach((q, i) => o('lair_nest_' + q, 28 + i % 2, 20 + (i >> 1), { flat: 1 })); o('feeding_place', 32, 22); o('brazier_1', 27, 19);
  // cave
  o('watchpost', 29, 9); o('item_raw_plant', 35, 14, { flat: 1 }); o('item_raw_plant', 38, 12, { flat: 1 }); o('item_raw_plant', 30, 3, { flat: 1 }); o('alarm_trap', 34, 9, { flat: 1 });
  // blueprint for a pillar (stalled)
  o('pillar', 21, 15, { alpha: .38 }); 
  const D = [
    { t: 'ritual_circle', x: 19, y: 6 }, { t: 'filth_0', x: 13, y: 11 }, { t: 'filth_1', x: 8, y: 6 }, { t: 'blood_0', x: 27, y: 10, dx: -14 }, { t: 'blood_1', x: 25, y: 10 }, { t: 'blood_1', x: 26, y: 12 }, { t: 'blood_0', x: 32, y: 15 }, { t: 'filth_0', x: 16, y: 18 },
  ];
  const A = [
    { t: 'lord', x: 19, y: 4, n: 'lord', hunt: 3 },
    { t: 'goblin', x: 16, y: 16, tool: 'pick', n: 'a', hunt: 2 },
    { t: 'goblin', x: 20, y: 13, n: 'b', tool: 'sack', flip: 1, hunt: 1 },
    { t: 'orc', x: 25, y: 11, tool: 'shield', n: 'c', hunt: 1, guard: 1, marks: ['bleed'] },
    { t: 'orc', x: 26, y: 9, tool: 'shield', hunt: 1, guard: 1 },
    { t: 'goblin', x: 26, y: 14, tool: 'quill', hunt: 0 },
    { t: 'gnoll', x: 7, y: 5, n: 'd', hunt: 4 , marks: [] },
    { t: 'goblin', x: 4, y: 3, hunt: 1, dy: 2 },
    { t: 'goblin', x: 6, y: 6, tool: 'ladle', hunt: 1, flip: 1 },
    { t: 'gnoll', x: 31, y: 15, n: 'e', hunt: 0, dy: -3, dx: 1, marks: ['sleep'] },
    { t: 'goblin', x: 32, y: 15, hunt: 1, flip: 1, dx: 2 },
    { t: 'troll', x: 18, y: 22, tool: 'sack', hunt: 1 },
    { t: 'goblin', x: 4, y: 13, hunt: 1, dy: 0, dx: -16 , marks: ['sleep'] },
    { t: 'cube', x: 13, y: 13, hunt: 1 },
    { t: 'wraith', x: 15, y: 10, hunt: 3 },
    { t: 'flame_spirit', x: 31, y: 20, hunt: 1 }, { t: 'flame_spirit', x: 28, y: 23, hunt: 1, flip: 1 },
    { t: 'prisoner', x: 3, y: 22, hunt: -9 },
    { t: 'orc', x: 8, y: 22, tool: 'shield', hunt: 0, flip: 1 },
  ];
  const enemies = [
    { t: 'adv_fighter', x: 28, y: 10, marks: ['enemy'], flip: 1 }, { t: 'adv_cleric', x: 31, y: 9, marks: ['enemy'] }, { t: 'adv_mage', x: 32, y: 10, marks: ['enemy'], flip: 1 }, { t: 'adv_rogue', x: 30, y: 9, dx: 6, marks: ['enemy'] },
  ];
  const lights = [];
  O.forEach(b => { const f = (r, c, k, gl) => lights.push({ x: b.x, y: b.y, r, c, k, g: gl }); if (b.t.startsWith('brazier_') && !b.t.endsWith('out')) f(6, [255, 176, 92], 1, 2.6); else if (b.t.startsWith('torch_') && !b.t.endsWith('out')) f(4, [255, 186, 104], .95, 1.6); else if (b.t === 'candle') f(2, [255, 206, 130], .8, 1); else if (b.t === 'lantern') f(5, [255, 214, 150], .85, 1.3); else if (b.t.startsWith('campfire_0')) f(4, [255, 160, 80], 1, 2.2); else if (b.t === 'watchpost') f(8, [255, 190, 110], .75, 1.4); else if (b.t === 'pyre') f(3, [255, 150, 70], .7, 1.4); });
  map.rows.forEach((r, y) => [...r].forEach((c, x) => { if (c === 'l' && (x + y) % 2) lights.push({ x, y, r: 3, c: [255, 110, 50], k: .42, g: 1.5 }); }));
  A.filter(a => a.t === 'flame_spirit').forEach(a => lights.push({ x: a.x, y: a.y, r: 3, c: [255, 150, 60], k: .8, g: 1.8 }));
  lights.push({ x: 19, y: 6, r: 1, c: [190, 110, 220], k: .5, g: 1.4 });
  return { map, decals: D, objects: O, actors: [...A, ...enemies], lights };
}

// draws the picture onto a canvas as wide as the window; the throne stands right of the words
export async function drawStill(canvas) {
  ({ tiles: TILES, palette: PALETTE } = await (await fetch('/web/tiles.json')).json());
  const scene = keepScene();
  const draw = () => {
    scene.scale = innerWidth > 1500 ? 3 : 2; scene.vw = innerWidth; scene.vh = canvas.parentElement.clientHeight;
    scene.ox = -100 * scene.scale - (innerWidth > 1500 ? 40 : 0); scene.oy = 20 * scene.scale;
    drawScene(canvas, scene);
  };
  draw();
  let wait; const again = () => { clearTimeout(wait); wait = setTimeout(draw, 150); };
  addEventListener('resize', again);
  return () => removeEventListener('resize', again);
}
