// The live line: the server tells this page of every change, and the page notices when it does not.

import { lang } from "./words.js";

/** Milliseconds between two heartbeats, and how long a line may be silent when it should speak. */
const BEAT = 15_000;
const SILENCE = 20_000;

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
    /** Whether this line has told which version there is, by a view or by a heartbeat. */
    this.told = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.beat = undefined;
    /** @type {number | undefined} */
    this.doubt = undefined;
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
    clearInterval(this.beat);
    this.#trust();
    if (this.closed) return;
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`;
    const socket = new WebSocket(address);
    this.socket = socket;
    this.told = false;
    this.#expectWord(socket);
    socket.onopen = () => {
      this.#trust();
      this.hello();
      this.check();
      this.beat = window.setInterval(() => this.check(), BEAT);
      this.listener.state(true);
    };
    socket.onmessage = (event) => this.#hear(socket, JSON.parse(event.data));
    socket.onclose = () => this.#lost(socket);
  }

  /** Say, or say again, how this page wants to be told. */
  hello() {
    if (this.open) this.socket?.send(JSON.stringify({ token: this.token, lang: lang(), model: this.model }));
  }

  /** A phone that slept may hold a dead line without knowing. */
  check() {
    if (this.socket && this.open) {
      this.socket.send('"ping"');
      this.#expectWord(this.socket);
    } else if (this.socket?.readyState !== WebSocket.CONNECTING) {
      this.connect();
    }
  }

  /** A line that says nothing for too long is given up; a dead one would not even notice that it is closed. @param {WebSocket} socket */
  #expectWord(socket) {
    this.doubt ??= window.setTimeout(() => {
      this.#lost(socket);
      socket.close();
    }, SILENCE);
  }

  /** @param {WebSocket} socket @param {any} said */
  #hear(socket, said) {
    if (socket !== this.socket) return;
    this.#trust();
    if (said.type === "error") {
      this.closed = said.error.code === "web/unknown-link"; // anything else may pass
      if (this.closed) this.listener.refused(said.error);
      return;
    }
    this.pause = 250;
    this.told = true;
    if (said.type === "view") this.listener.view(said.view);
    if (said.type === "pong") this.listener.version(said.version);
  }

  #trust() {
    clearTimeout(this.doubt);
    this.doubt = undefined;
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.socket) return;
    this.socket = null;
    this.told = false;
    this.#trust();
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
    clearTimeout(this.timer);
    this.#trust();
    this.socket?.close();
  }
}
