// A quiet labyrinth behind the tool pages, made from a fixed seed: one wall a cell, right or down by a hash.
const CELL = 8, SCALE = 4;
const hash = (x, y) => { let h = (x * 374761393 + y * 668265263) | 0; h = (h ^ (h >>> 13)) * 1274126177; return (h ^ (h >>> 16)) >>> 0; };

function draw(canvas) {
  const wide = Math.ceil(innerWidth / (CELL * SCALE)), high = Math.ceil(innerHeight / (CELL * SCALE));
  canvas.width = wide * CELL; canvas.height = high * CELL;
  canvas.style.width = `${canvas.width * SCALE}px`; canvas.style.height = `${canvas.height * SCALE}px`;
  const g = canvas.getContext('2d'); g.fillStyle = '#171421';
  for (let y = 0; y < high; y++) for (let x = 0; x < wide; x++) {
    if (hash(x * 3 + 1, y * 7 + 2) % 2) g.fillRect(x * CELL, y * CELL, CELL, 1); else g.fillRect(x * CELL, y * CELL, 1, CELL);
    g.fillRect(x * CELL, y * CELL, 1, 1);
  }
}

function begin() {
  const main = document.querySelector('main.pagebody') || document.querySelector('main:has(#jobs,#manage)');
  if (!main) { if (!document.querySelector('main')) setTimeout(begin, 20); return; }
  const canvas = document.createElement('canvas'); canvas.className = 'maze pix'; canvas.setAttribute('aria-hidden', 'true');
  draw(canvas); main.prepend(canvas); addEventListener('resize', () => draw(canvas));
}
begin();
