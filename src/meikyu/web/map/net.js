// The line to the server: frames and JSON down, orders and questions up; opens again by itself.

export class Line {
  constructor(handlers) {
    this.handlers = handlers;
    this.waiting = new Map();
    this.unsent = [];
    this.number = 0;
    this.tries = 0;
    this.open = false;
    this.connect();
    addEventListener('meikyu:lang', (event) => this.send({ t: 'lang', v: event.detail.lang }));
  }

  connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const { lang } = window.meikyu;
    const socket = new WebSocket(`${scheme}://${location.host}/map/ws?lang=${lang}`);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.open = true;
      this.tries = 0;
      if (window.meikyu.lang !== lang) this.send({ t: 'lang', v: window.meikyu.lang }); // chosen while it opened
      this.handlers.online();
      for (const text of this.unsent.splice(0)) socket.send(text);
    };
    socket.onmessage = (event) => {
      if (typeof event.data !== 'string') this.handlers.frame(event.data);
      else this.take(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.open) this.handlers.offline();
      this.open = false;
      this.tries += 1;
      setTimeout(() => this.connect(), Math.min(250 * this.tries, 3000));
    };
    this.socket = socket;
  }

  take(message) {
    if (message.t === 'ack' || message.t === 'answer') {
      const waiting = this.waiting.get(message.n);
      this.waiting.delete(message.n);
      if (waiting) waiting.done(message.t === 'ack' ? message : message.facts);
      return;
    }
    this.handlers.message(message);
  }

  send(message) {
    const text = JSON.stringify(message);
    if (this.open) this.socket.send(text);
    else if (message.t === 'cmd' || message.t === 'speed') this.unsent.push(text);
  }

  // Sends and waits for the answer under the same number. Orders are kept while the line is down.
  request(message) {
    const n = ++this.number;
    return new Promise((done) => {
      this.waiting.set(n, { done, message });
      this.send({ ...message, n });
    });
  }

  ask(what, more = {}) {
    return this.request({ t: 'ask', what, ...more });
  }

  order(kind, args) {
    return this.request({ t: 'cmd', kind, args });
  }
}
