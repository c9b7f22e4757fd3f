// The live line: the server tells this page of every change, and the page notices when it does not.

import { lang } from "./words.js";

export class Live {
  /**
   * @param {string} token
   * @param {{view: (view: any) => void, version: (version: number) => void, state: (open: boolean) => void, refused: (failure: any) => void}} listener
   */
  constructor(token, listener) {
    this.token = token;
    this.listener = listener;
    this.model = "deals";
    this.pause = 250;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.beat = undefined;
    this.heard = 0;
    this.wake = () => document.visibilityState === "visible" && this.check();
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
    this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.timer);
    if (this.closed) return;
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = 250;
      this.hello();
      this.listener.state(true);
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => this.#lost(socket);
  }

  /** Say, or say again, how this page wants to be told. */
  hello() {
    if (this.open) this.socket?.send(JSON.stringify({ token: this.token, lang: lang(), model: this.model }));
    clearInterval(this.beat);
    this.heard = Date.now();
    this.beat = window.setInterval(() => this.check(), 15_000);
  }

  /** A phone that slept may hold a dead line without knowing. */
  check() {
    if (!this.open) {
      if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
    } else if (Date.now() - this.heard > 40_000) {
      this.socket?.close();
    } else {
      this.socket?.send('"ping"');
    }
  }

  /** @param {any} said */
  #hear(said) {
    this.heard = Date.now();
    if (said.type === "view") this.listener.view(said.view);
    if (said.type === "pong") this.listener.version(said.version);
    if (said.type === "error") {
      this.closed = true;
      this.listener.refused(said.error);
    }
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.socket) return;
    clearInterval(this.beat);
    this.listener.state(false);
    if (this.closed) return;
    this.timer = window.setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(10_000, this.pause * 2);
  }

  close() {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
    clearInterval(this.beat);
    this.socket?.close();
  }
}
