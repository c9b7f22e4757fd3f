// Taps wait here until the server has them: in order, each once, also across a closed page.

import { ask, Offline, Refused } from "./api.js";
import { newKey } from "./dom.js";
import { keep, kept } from "./kept.js";

/** @typedef {import("./types.js").Waiting} Waiting */
/** @typedef {import("./types.js").Change} Change */

/**
 * @typedef {object} Listener
 * @property {() => void} moved  something was added, sent or refused
 * @property {(item: Waiting, version: number) => void} saved
 * @property {(version: number) => void} known  the server has reached this version
 * @property {(item: Waiting, error: Refused) => void} refused
 * @property {(item: Waiting, others: any[]) => Promise<boolean>} conflict  whether to keep mine as well
 */

/** What turns a page of the notebook, and can be undone. */
const TURNING = ["add", "edit", "strike", "restore", "move", "setup", "redo"];

export class Outbox {
  /** @param {string} token @param {Listener} listener */
  constructor(token, listener) {
    this.name = `outbox:${token}`;
    this.token = token;
    this.listener = listener;
    /** @type {Waiting[]} */
    this.items = kept(this.name, []);
    /** The version that the oldest item is made against, and the newest that was heard of. */
    this.version = this.items[0]?.base ?? 0;
    this.newest = 0;
    this.offline = false;
    this.busy = false;
    this.closed = false;
    this.pause = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** @param {Change} change */
  push(change) {
    const item = { key: newKey(), base: this.version + this.items.length, change, at: Date.now() };
    this.items = [...this.items, item];
    this.#keep((others) => [...others, item]);
    return this.flush();
  }

  /** The server's newest version, as another device or an answer told it. @param {number} version */
  heard(version) {
    this.newest = Math.max(this.newest, version);
    if (this.items.length === 0) this.version = this.newest;
  }

  /** Send what waits, oldest first; stops at the first that gets no answer. */
  async flush() {
    if (this.busy || this.closed) return;
    this.busy = true;
    clearTimeout(this.timer);
    try {
      while (this.items.length > 0 && !this.closed) await this.#send(this.items[0]);
      this.offline = false;
      this.pause = 0;
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      this.#waitForServer();
    } finally {
      this.busy = false;
      this.listener.moved();
    }
  }

  /** Whether something waits that can be undone. */
  get undoable() {
    return this.items.reduce((n, { change }) => Math.max(0, n + step(change)), 0) > 0;
  }

  /** What waits stays in the browser, for the next page that opens this notebook. */
  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }

  #waitForServer() {
    this.offline = true;
    this.pause = Math.min(15_000, Math.max(500, this.pause * 2));
    if (!this.closed) this.timer = window.setTimeout(() => this.flush(), this.pause);
  }

  /** @param {Waiting} item */
  async #send(item) {
    try {
      const { key, base, change } = item;
      const saved = await ask("notebook/changes", { token: this.token, body: { key, base, change } });
      this.version = Math.max(this.version, saved.version);
      this.#drop([item]);
      this.listener.saved(item, saved.version);
    } catch (error) {
      await this.#failed(item, error);
    }
  }

  /** @param {Waiting} item @param {unknown} error */
  async #failed(item, error) {
    if (!(error instanceof Refused)) throw error;
    const { status, failure } = error;
    // A link that is unknown here may be known again tomorrow, when the right server runs.
    if (status === 429 || status >= 500 || failure.code === "web/unknown-link") throw new Offline(error.message);
    if (failure.code === "web/stale") return this.#stale(item, error);
    this.#giveUp(item);
    this.listener.refused(item, error);
  }

  /** Somebody else wrote meanwhile: mine follows theirs, unless it would be the same entry twice or undo theirs. */
  /** @param {Waiting} item @param {Refused} error */
  async #stale(item, error) {
    const others = error.failure.changes ?? [];
    this.version = error.failure.version ?? this.version;
    if (["undo", "redo"].includes(item.change.kind) && others.some(({ change }) => step(change) !== 0)) {
      this.#giveUp(item);
      this.listener.refused(item, error);
    } else {
      const again = others.some(({ change }) => alike(change, item.change));
      const wanted = !again || (await this.listener.conflict(item, others));
      if (this.closed) return; // before it was decided: it will be asked again
      if (wanted) this.#rebase();
      else this.#giveUp(item);
    }
    this.listener.known(this.version);
  }

  /** Forget an item, and the undo that was meant for it: it would undo something else. @param {Waiting} item */
  #giveUp(item) {
    const later = this.items.slice(this.items.indexOf(item) + 1);
    let open = step(item.change);
    const undo = later.find(({ change }) => open > 0 && (open += step(change)) === 0);
    this.#drop(undo ? [item, undo] : [item]);
    this.#rebase();
  }

  #rebase() {
    this.items.forEach((item, i) => (item.base = this.version + i));
    this.#keep((all) => all.map((one) => this.items.find((item) => item.key === one.key) ?? one));
  }

  /** @param {Waiting[]} done */
  #drop(done) {
    const stays = (/** @type {Waiting} */ one) => done.every((item) => item.key !== one.key);
    this.items = this.items.filter(stays);
    if (this.items.length === 0) this.version = Math.max(this.version, this.newest);
    this.#keep((all) => all.filter(stays));
  }

  /** The list in the browser also holds what other tabs wait for, so it is changed and not replaced. */
  /** @param {(all: Waiting[]) => Waiting[]} change */
  #keep(change) {
    keep(this.name, change(kept(this.name, [])));
    this.listener.moved();
  }
}

/** How many more changes there are to undo after this one. @param {Change} change */
const step = ({ kind }) => (kind === "undo" ? -1 : TURNING.includes(kind) ? 1 : 0);

/** Whether two entries could be the same event, logged twice. @param {Change} a @param {Change} b */
function alike(a, b) {
  const question = (/** @type {Change} */ c) => (c.line ?? "").split("|")[0].trim();
  return a.kind === "add" && b.kind === "add" && question(a) === question(b);
}
