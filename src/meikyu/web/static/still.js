// The furnished keep behind the start page while no dungeon is open: a world like any other, set up here instead of
// coming over the line, and drawn by the map's own renderer.

import { ART } from '/map/tiles.js';
import { BURNING, MARKS, OPEN } from '/map/world.js';

// # rock, W wall, D + doors, \\ / open ones, : paved room, p palace, . dug floor, c cave, ~ water, m mud, l lava
const ROWS = [
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
const GROUND = { '#': 'rock', c: 'cave_floor', '~': 'water', m: 'mud', l: 'lava' };
const DOORS = 'D+';
const OPEN_DOORS = '\\/';

// kind, then the cells where one stands
const FURNITURE = `
throne 19,3; brazier 16,3 22,3 25,9 27,19; treasure_stand 16,5 22,5; treasure_chest 15,4 23,4; altar 21,7; cremation_altar 16,7
torch 15,2 23,2 2,7 12,9 20,9 12,17 15,12 23,18 18,21 8,21; ritual_circle 18,5; candle 10,11 10,14 28,13; lantern 33,13
table 4,4 7,4; chair 4,3 7,3 4,5 7,5 27,15; campfire 5,6; barrel 2,3 2,4 10,7 20,21 21,21 22,21; shelf 9,3 10,3 30,13 15,21 16,21
bed 2,11 4,11 6,11 8,11 2,13 4,13 6,13 8,13 2,21; pillar 17,13; bookshelf 25,13 26,13 27,13; writing_desk 26,15
bone_saw_table 31,14 31,16; weapon_rack 15,23; iron_bars 4,21 4,23; feeding_place 2,23 32,22; silk_hollow 28,20; watchpost 29,9
alarm_trap 34,9`;
const PLANNED = 'pillar 21,15';
const LYING = 'stone 17,23 20,23; wood 19,23; fungus 35,14 38,12 30,3';
const STAINS = 'filth 13,11 8,6 16,18; blood 25,10 26,12 32,15';
// tile, cell, tool or -, sign or -, w for looking west
const BEINGS = `
lord 19,4; goblin 16,16 pick; goblin 20,13 sack - w; orc 25,11 shield bleed; orc 26,9 shield; goblin 26,14 quill; gnoll 7,5; goblin 4,3
goblin 6,6 ladle - w; gnoll 31,15 - sleep; goblin 32,15 - - w; troll 18,22 sack; goblin 4,13 - sleep; cube 13,13; wraith 15,10
flame_spirit 31,20; flame_spirit 28,23 - - w; prisoner 3,22; orc 8,22 shield - w
adv_fighter 28,10 - enemy w; adv_cleric 31,9 - enemy; adv_mage 32,10 - enemy w; adv_rogue 30,9 - enemy`;

const entries = (text) => text.trim().split(/;|\n/).map((part) => part.trim().split(' '));
const cellOf = (text) => text.split(',').map(Number);

// Fills an empty world; returns the cell that stands in the middle of the picture.
export function furnish(world, tiles) {
  const { legend } = world;
  const place = (list, id) => list.findIndex((row) => row.id === id);
  const built = [];
  const put = (id, x, y, bits = BURNING) => {
    const kind = place(legend.structures, id);
    built.push([built.length, kind, x, y, legend.structures[kind].w, legend.structures[kind].h, bits]);
  };
  for (const [y, row] of ROWS.entries())
    for (const [x, sign] of [...row].entries()) {
      if (sign === 'W') put('wall', x, y);
      else if (DOORS.includes(sign)) put('door', x, y, 0);
      else if (OPEN_DOORS.includes(sign)) put('door', x, y, OPEN);
    }
  for (const [id, ...cells] of entries(FURNITURE)) for (const at of cells) put(id, ...cellOf(at));
  const sites = entries(PLANNED).map(([id, at], n) => [n, place(legend.structures, id), ...cellOf(at), 1, 1, 8, 0]);
  const head = { kind: 'whole', width: ROWS[0].length, height: ROWS.length, tick: 0, speed: 0, n: 1, structures: built, sites };
  world.fill(head, () => {
    const { ground, room, item, stain } = world.layers;
    for (const [y, row] of ROWS.entries())
      for (const [x, sign] of [...row].entries()) {
        const cell = world.cell(x, y);
        ground[cell] = place(legend.terrain, GROUND[sign] || 'dug_floor');
        room[cell] = sign === 'p' ? 2 : sign === ':' ? 1 : 0;
      }
    for (const [id, ...cells] of entries(LYING)) for (const at of cells) item[world.cell(...cellOf(at))] = place(legend.items, id) + 1;
    for (const [id, ...cells] of entries(STAINS)) for (const at of cells) stain[world.cell(...cellOf(at))] = place(legend.terrain, id) + 1;
    const rows = entries(BEINGS).map(([tile, at, tool = '-', sign = '-', west], id) => {
      const [x, y] = cellOf(at);
      return [id, x * ART, y * ART, tiles.at(tile), tool === '-' ? 65535 : tiles.at(`tool_${tool}`), sign === '-' ? 0 : 1 << MARKS.indexOf(sign), 255, west ? 2 : 0];
    });
    world.move([0, 1, 2, 3, 4, 5, 6, 7].map((n) => rows.map((row) => row[n])), performance.now());
  });
  return [19, 7];
}
