// Taps wait here until the server has them: in order, each once, also across a closed page.

import { ask, Offline, Refused } from "./api.js";
import { newKey } from "./dom.js";
import { keep, kept } from "./kept.js";

/** @typedef {import("./types.js").Waiting} Waiting */
/** @typedef {import("./types.js").Change} Change */

/**
 * @typedef {object} Listener
 * @property {() => void} moved  something was added, sent or refused
 * @property {(version: number) => void} known  the server has reached this version
 * @property {(item: Waiting, error: Refused) => void} refused
 * @property {(item: Waiting, others: any[]) => Promise<boolean>} conflict  whether to keep mine as well
 */

export class Outbox {
  /** @param {string} token @param {Listener} listener */
  constructor(token, listener) {
    this.name = `outbox:${token}`;
    this.token = token;
    this.listener = listener;
    /** @type {Waiting[]} */
    this.items = kept(this.name, []);
    this.version = 0;
    this.offline = false;
    this.busy = false;
    this.pause = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** @param {Change} change */
  push(change) {
    const base = this.version + this.items.length;
    this.items.push({ key: newKey(), base, change, at: Date.now() });
    this.#store();
    return this.flush();
  }

  /** The server's newest version, as another device or an answer told it. @param {number} version */
  heard(version) {
    if (this.items.length === 0) this.version = Math.max(this.version, version);
  }

  /** Send what waits, oldest first; stops at the first that gets no answer. */
  async flush() {
    if (this.busy) return;
    this.busy = true;
    clearTimeout(this.timer);
    try {
      while (this.items.length > 0) await this.#send(this.items[0]);
      this.offline = false;
      this.pause = 0;
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      this.offline = true;
      this.pause = Math.min(15_000, Math.max(500, this.pause * 2));
      this.timer = window.setTimeout(() => this.flush(), this.pause);
    } finally {
      this.busy = false;
      this.listener.moved();
    }
  }

  /** @param {Waiting} item */
  async #send(item) {
    try {
      const { key, base, change } = item;
      const saved = await ask("notebook/changes", { token: this.token, body: { key, base, change } });
      this.version = Math.max(this.version, saved.version);
      this.#drop(item);
      this.listener.known(saved.version);
    } catch (error) {
      await this.#failed(item, error);
    }
  }

  /** @param {Waiting} item @param {unknown} error */
  async #failed(item, error) {
    if (!(error instanceof Refused) || error.status === 429 || error.status >= 500) {
      throw error instanceof Refused ? new Offline(error.message) : error;
    }
    if (error.failure.code === "web/stale") return this.#stale(item, error.failure);
    this.#drop(item);
    this.#rebase(this.version);
    this.listener.refused(item, error);
  }

  /** Somebody else wrote meanwhile: mine follows theirs, unless it looks like the same entry twice. */
  /** @param {Waiting} item @param {import("./types.js").Failure} failure */
  async #stale(item, failure) {
    const others = failure.changes ?? [];
    const same = others.some((other) => other.change.kind === "add" && alike(other.change, item.change));
    if (same && !(await this.listener.conflict(item, others))) this.#drop(item);
    this.version = failure.version ?? this.version;
    this.#rebase(this.version);
    this.listener.known(this.version);
  }

  /** @param {number} version */
  #rebase(version) {
    this.items.forEach((item, i) => (item.base = version + i));
    this.#store();
  }

  /** @param {Waiting} item */
  #drop(item) {
    this.items = this.items.filter((other) => other.key !== item.key);
    this.#store();
  }

  #store() {
    keep(this.name, this.items);
    this.listener.moved();
  }
}

/** Whether two entries could be the same event, logged twice. @param {Change} a @param {Change} b */
function alike(a, b) {
  const question = (/** @type {Change} */ c) => (c.line ?? "").split("|")[0].trim();
  return b.kind === "add" && question(a) === question(b);
}
