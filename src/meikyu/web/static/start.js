// The picture behind the start page: the open dungeon as it lives, or a still keep; and the step of the first start.

// drawn by the map's own renderer, the throne right of the words
async function picture(canvas, live) {
  const [{ Camera }, { Line }, { Renderer }, { Tiles }, { World }, { furnish }] = await Promise.all(
    ['/map/camera.js', '/map/net.js', '/map/render.js', '/map/tiles.js', '/map/world.js', './still.js'].map(path => import(path)));
  const tiles = await Tiles.load(), camera = new Camera();
  let world = null, renderer = null, throne = null, last = 0;
  const fit = () => { camera.zoom = innerWidth > 1500 ? 3 : 2; camera.fit(innerWidth, canvas.parentElement.clientHeight); look(); };
  const look = () => { if (throne) { camera.look(throne[0], throne[1], true); camera.pan(-0.16 * camera.wide, 0); } };
  const loop = now => {
    requestAnimationFrame(loop);
    if (!throne || now - last < 60) return;
    renderer.draw(canvas, now, Math.min(now - last, 200)); last = now;
    canvas.style.width = `${canvas.width * camera.zoom}px`; canvas.style.height = `${canvas.height * camera.zoom}px`;
  };
  const begin = legend => { world = new World(legend); renderer = new Renderer(world, tiles, camera); fit(); requestAnimationFrame(loop); };
  addEventListener('resize', fit);
  if (!live) { begin(await (await fetch('/map/legend.json')).json()); throne = furnish(world, tiles); look(); return; }
  new Line({
    online() {}, offline() {},
    message(told) {
      if (told.t === 'hello' && !renderer) begin(told.legend);
      if (told.t === 'state' && !throne) { throne = told.home || null; look(); }
    },
    frame(buffer) { if (renderer) world.apply(buffer); },
  });
}

// the step of the first start is named until it is done
async function ready() {
  const place = document.getElementById('ready');
  const { step } = await (await fetch(`/web/ready?lang=${document.documentElement.lang}`)).json();
  place.textContent = step ? `${step} …` : '';
  if (step) setTimeout(ready, 500);
}

function begin() {
  const canvas = document.getElementById('hero');
  if (!canvas || !window.meikyu?.t) { setTimeout(begin, 20); return; }
  ready();
  picture(canvas, Boolean(canvas.dataset.live));
}
begin();
