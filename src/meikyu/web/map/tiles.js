// The atlas: every tile by name or number, drawn in whole pixels.

export const ART = 16;

export const hash = (x, y) => {
  let h = (x * 374761393 + y * 668265263) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return (h ^ (h >>> 16)) >>> 0;
};

export class Tiles {
  constructor(info, picture) {
    this.names = info.names;
    this.columns = info.columns;
    this.picture = picture;
    this.place = new Map(info.names.map((name, n) => [name, n]));
    this.counts = new Map();
  }

  static async load() {
    const info = await (await fetch('/map/atlas.json')).json();
    const picture = new Image();
    picture.src = `/map/atlas.png?v=${info.key}`;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext('2d').drawImage(picture, 0, 0);
    return new Tiles(info, canvas);
  }

  at(name) {
    const n = this.place.get(name);
    return n === undefined ? this.place.get('ui_d20') : n;
  }

  has(name) {
    return this.place.has(name);
  }

  // How many variants stem_0, stem_1, ... there are; 0 where the stem is a tile itself.
  variants(stem) {
    let n = this.counts.get(stem);
    if (n === undefined) {
      n = 0;
      while (this.place.has(`${stem}_${n}`)) n++;
      this.counts.set(stem, n);
    }
    return n;
  }

  variant(stem, number) {
    const n = this.variants(stem);
    return this.at(n ? `${stem}_${number % n}` : stem);
  }

  draw(g, tile, x, y, flip = false) {
    const n = typeof tile === 'number' ? tile : this.at(tile);
    const sx = (n % this.columns) * ART;
    const sy = Math.floor(n / this.columns) * ART;
    if (flip) {
      g.save();
      g.translate(x + ART, y);
      g.scale(-1, 1);
      g.drawImage(this.picture, sx, sy, ART, ART, 0, 0, ART, ART);
      g.restore();
    } else g.drawImage(this.picture, sx, sy, ART, ART, x, y, ART, ART);
  }

  // A tile as an element, scaled to `px` screen pixels (a whole multiple of 16).
  icon(name, px = 32, label = '') {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = ART;
    this.draw(canvas.getContext('2d'), name, 0, 0);
    canvas.className = 'pix';
    canvas.style.width = canvas.style.height = `${px}px`;
    if (label) {
      canvas.setAttribute('role', 'img');
      canvas.setAttribute('aria-label', label);
    } else canvas.setAttribute('aria-hidden', 'true');
    return canvas;
  }
}
