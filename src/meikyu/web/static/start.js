// The picture behind the start page.
import { drawStill } from './hero.js';

// the step of the first start is named until it is done
async function ready() {
  const place = document.getElementById('ready');
  const { step } = await (await fetch(`/web/ready?lang=${document.documentElement.lang}`)).json();
  place.textContent = step ? `${step} …` : '';
  if (step) setTimeout(ready, 500);
}

function begin() {
  const canvas = document.getElementById('hero');
  if (!canvas) { setTimeout(begin, 20); return; }
  drawStill(canvas);
  ready();
}
begin();
