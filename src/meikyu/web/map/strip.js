// The running dungeon without panels, for other pages: `const end = await strip(canvas, { zoom, right })`.

import { Camera } from './camera.js';
import { Line } from './net.js';
import { Renderer } from './render.js';
import { Tiles } from './tiles.js';
import { World } from './world.js';

const DRAWN = 100; // milliseconds between pictures

// Draws the dungeon that is open, its throne in the middle of the part right of `right` (a share of the width).
export async function strip(canvas, { zoom = 2, right = 0 } = {}) {
  const tiles = await Tiles.load();
  const camera = new Camera();
  camera.zoom = zoom;
  let world = null;
  let renderer = null;
  let ended = false;
  let ready = () => {};
  const arrived = new Promise((done) => {
    ready = done;
  });
  const line = new Line({
    frame: (buffer) => {
      if (renderer) world.apply(buffer);
    },
    message: (message) => {
      if (message.t === 'hello' && !renderer) {
        world = new World(message.legend);
        renderer = new Renderer(world, tiles, camera);
        renderer.showFog = false;
      } else if (message.t === 'state' && message.home) {
        const shift = (camera.width * right) / 2 / zoom;
        camera.x = message.home[0] * 16 + 8 - shift;
        camera.y = message.home[1] * 16 + 8;
        ready();
      }
    },
    online: () => {},
    offline: () => {},
  });
  const draw = (last) => {
    if (ended || !canvas.isConnected) {
      line.close();
      return;
    }
    const now = performance.now();
    const box = canvas.parentElement.getBoundingClientRect();
    camera.fit(Math.round(box.width), Math.round(box.height));
    if (renderer) {
      renderer.draw(canvas, now, now - last);
      canvas.style.width = `${canvas.width * zoom}px`;
      canvas.style.height = `${canvas.height * zoom}px`;
    }
    setTimeout(() => draw(now), DRAWN);
  };
  await arrived;
  draw(performance.now());
  return () => {
    ended = true;
  };
}
