// One notebook on the screen: it holds the newest view, draws it, and passes taps to the outbox.

import { ask, Offline, Refused } from "./api.js";
import { fill, h } from "./dom.js";
import { keep, kept } from "./kept.js";
import { Live } from "./live.js";
import { Outbox } from "./outbox.js";
import { decide, hush, toast } from "./sheet.js";
import { lang, t } from "./words.js";
import { Screen } from "./screen.js";
import { openLine } from "./logsheet.js";
import { remember } from "./home.js";
import { onPaper } from "./paper.js";
import { shortcuts } from "./keys.js";

/** @typedef {import("./types.js").NotebookView} NotebookView */
/** @typedef {import("./types.js").Change} Change */

/** Milliseconds that the live line is given before the page asks what it should have been told. */
const PATIENCE = 1500;

/** What every part of the screen works with. */
export class Book {
  /** @param {HTMLElement} place @param {string} token @param {() => void} restart */
  constructor(place, token, restart) {
    this.place = place;
    this.token = token;
    this.screen = new Screen(this);
    this.restart = restart;
    /** @type {NotebookView | null} */
    this.newest = kept(`view:${token}`, /** @type {NotebookView | null} */ (null));
    /** The view on the screen: the newest, a past one, or a trial. @type {NotebookView | null} */
    this.view = this.newest;
    /** @type {{kind: "now"} | {kind: "past", at: number} | {kind: "trial", line: string}} */
    this.looking = { kind: "now" };
    /** Entries that light up in the history. @type {number[]} */
    this.lit = [];
    this.online = false;
    this.closed = false;
    /** The newest version that the server is known to have. */
    this.reached = 0;
    /** Whether the screen said that it shows what the server has. */
    this.drawn = false;
    /** The version of my last entry, until its lesson is told. */
    this.expected = 0;
    this.outbox = new Outbox(token, {
      moved: () => this.draw(),
      saved: (item, version) => this.#saved(item, version),
      known: (version) => this.#known(version),
      refused: (item, error) => this.#refused(item, error),
      conflict: (item, others) => this.#conflict(item, others),
    });
    if (this.newest) this.outbox.heard(this.newest.version);
    this.live = new Live(token, {
      view: (view) => this.hear(view),
      version: (version) => this.#known(version),
      state: (open) => this.#state(open),
      refused: (failure) => this.#lost(failure),
    });
    this.live.model = kept("model", "deals");
    this.draw();
  }

  /** Whether the screen shows what the server has. */
  get current() {
    return this.live.told && (this.newest?.version ?? -1) >= this.reached;
  }

  /** Whether there is something to undo, what still waits included. */
  get undoable() {
    return Boolean(this.newest?.undo) || this.outbox.undoable;
  }

  /** The moment on the screen, as a question to the server names it. */
  get moment() {
    const { looking } = this;
    return looking.kind === "past" ? { at: looking.at } : looking.kind === "trial" ? { line: looking.line } : {};
  }

  /** @param {NotebookView} view */
  hear(view) {
    const before = this.newest;
    if ((before && view.version < before.version) || view.lang !== lang()) return; // out of date
    this.newest = view;
    keep(`view:${this.token}`, view);
    remember(this.token, view);
    this.outbox.heard(view.version);
    if (this.looking.kind === "now") this.view = view;
    this.draw();
    if (before && view.version > before.version && view.trouble) toast(t("That does not add up."), { bad: true });
    this.#lesson();
  }

  /** What my entry taught, once both its number and the view that it led to are here. */
  #lesson() {
    const view = this.newest;
    if (!view || this.expected === 0 || view.version < this.expected) return;
    if (view.version === this.expected && view.lessons.length > 0 && !view.trouble) this.tell(view.lessons);
    this.expected = 0;
  }

  /** @param {string | string[]} text */
  tell(text) {
    toast(text, { action: t("Undo"), act: () => this.change({ kind: "undo" }) });
  }

  /** Write in the notebook. @param {Change} change */
  change(change) {
    hush();
    this.now();
    return this.outbox.push(change);
  }

  /** Look at the newest view again. */
  now() {
    this.looking = { kind: "now" };
    this.view = this.newest;
    this.draw();
  }

  /** Look at the notebook as it was after some entries. @param {number} at */
  async past(at) {
    if (!this.newest || at >= this.newest.log.length) return this.now();
    this.looking = { kind: "past", at };
    const view = await this.ask("notebook", { query: { at, model: this.live.model } });
    if (view && this.looking.kind === "past" && this.looking.at === at) {
      this.view = view;
      this.draw();
    }
  }

  /** Look at what an entry would change, without keeping it. @param {string} line */
  async trial(line) {
    const view = await this.ask("notebook/what-if", { body: { line }, query: { model: this.live.model } });
    if (!view) return;
    this.looking = { kind: "trial", line };
    this.view = view;
    this.draw();
  }

  /**
   * Ask the server something about this notebook; a failure is told, and the answer is then null.
   * @param {string} path @param {object} [options]
   * @returns {Promise<any>}
   */
  async ask(path, options = {}) {
    try {
      return await ask(path, { token: this.token, ...options });
    } catch (error) {
      if (error instanceof Refused) toast(error.message, { bad: true });
      else if (error instanceof Offline) toast(t("No connection just now. What you log is kept."));
      else throw error;
      return null;
    }
  }

  /** Light up entries in the history. @param {number[]} entries */
  light(entries) {
    this.lit = entries;
    this.draw();
  }

  /** @param {boolean} open */
  #state(open) {
    this.online = open;
    if (open) this.outbox.flush();
    this.draw();
  }

  /** @param {import("./types.js").Waiting} item @param {number} version */
  #saved(item, version) {
    if (["add", "edit"].includes(item.change.kind)) this.expected = version;
    this.#lesson();
    return this.#known(version);
  }

  /** The server has this version: the live line will tell, or else the page asks. @param {number} version */
  async #known(version) {
    const behind = () => !this.closed && (this.newest?.version ?? -1) < version;
    this.reached = Math.max(this.reached, version);
    if (this.current !== this.drawn) this.draw();
    if (this.live.open) await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    if (!behind()) return;
    const view = await ask("notebook", { token: this.token, query: { model: this.live.model } }).catch(() => null);
    if (view && behind()) this.hear(view);
  }

  /** What was refused can be mended, and need not be tapped or typed again. */
  /** @param {import("./types.js").Waiting} item @param {Refused} error */
  #refused({ change }, error) {
    if (!change.line) return toast(error.message, { bad: true });
    const mend = () => openLine(this, change);
    toast([error.message, t("Not entered: {line}", { line: change.line })], { bad: true, action: t("Correct it …"), act: mend });
  }

  /** @param {import("./types.js").Waiting} item @param {any[]} others */
  #conflict(item, others) {
    const theirs = others.map((other) => other.change.line).filter(Boolean);
    const lines = [t("Logged meanwhile on another device: {line}", { line: theirs.join("; ") }), t("Yours: {line}", { line: item.change.line ?? "" })];
    return decide(t("The same question twice?"), lines, t("Keep both"), t("Drop mine"));
  }

  /** @param {import("./types.js").Failure} failure */
  #lost(failure) {
    this.close();
    fill(this.place, h("main", { class: "page" }, h("h1", null, "sleuth"), h("p", null, failure.message),
      h("p", null, h("a", { href: "#/" }, t("All notebooks")))));
  }

  draw() {
    if (this.closed) return;
    this.drawn = this.current;
    if (this.view) this.screen.draw();
    else fill(this.place, h("main", { class: "page" }, h("p", { class: "hush" }, t("Opening the notebook …"))));
  }

  close() {
    this.closed = true;
    this.live.close();
    this.outbox.close();
  }
}

/** @param {HTMLElement} place @param {string} token @param {() => void} restart */
export function openNotebook(place, token, restart) {
  const book = new Book(place, token, restart);
  const stops = [shortcuts(book), onPaper(book), () => book.close()];
  return () => stops.forEach((stop) => stop());
}
