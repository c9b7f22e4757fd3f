// The notebook's screen: head, envelope, grid, and what is one thumb away; on a desk, everything at once.

import { fill, h } from "./dom.js";
import { icon } from "./glyphs.js";
import { Grid } from "./grid.js";
import { countTheRest, envelope } from "./envelope.js";
import { entryWords, historyPanel, openHistory } from "./history.js";
import { advicePanel, openAdvice } from "./advice.js";
import { commandLine } from "./command.js";
import { openLog } from "./logsheet.js";
import { openMenu } from "./menu.js";
import { mySeat } from "./game.js";
import { lang, t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */

const DESK = window.matchMedia("(min-width: 1100px)");

/** The parts of the screen stay where they are; each is filled anew when what it shows has changed. */
export class Screen {
  /** @param {Book} book */
  constructor(book) {
    this.book = book;
    this.grid = new Grid(book);
    this.desk = DESK.matches;
    this.parts = { head: h("header", { class: "head" }), history: h("aside", { class: "panel" }), banners: h("div", { class: "banners" }), envelope: h("div", null), advice: h("aside", { class: "panel" }), foot: h("footer", { class: "foot" }) };
    /** What each part shows. @type {Record<string, string>} */
    this.shown = {};
    new ResizeObserver(() => countTheRest(this.parts.envelope)).observe(this.parts.envelope); // a phone is turned
    DESK.onchange = () => {
      this.desk = DESK.matches;
      this.shown = {};
      book.draw();
    };
  }

  draw() {
    const { book, parts, desk } = this;
    const view = book.view;
    if (!view) return;
    if (!parts.head.isConnected || this.shown.layout !== String(desk)) this.#lay();
    const base = [lang(), view.version, book.looking, view.mode];
    this.#fill("head", [view.title, view.edition.title, view.setup.players.length, state(book), lang()], () => head(book));
    this.#fill("banners", [...base, view.trouble], () => [trouble(book), looking(book)]);
    if (this.#fill("envelope", [...base, view.rows], () => [envelope(book)])) countTheRest(parts.envelope);
    this.grid.draw();
    this.#fill("foot", [lang(), view.next, view.over, view.mode, view.setup.players], () => [desk && view.mode === "write" ? commandLine(book) : null, thumb(book, desk)]);
    if (desk) {
      this.#fill("history", [...base, view.title, book.newest?.version, book.lit, book.outbox.items], () => [historyPanel(book)]);
      this.#fill("advice", [lang(), book.newest?.version, book.online], () => [advicePanel(book)]);
    }
    document.querySelectorAll("[data-live]").forEach((part) => part.dispatchEvent(new Event("redraw")));
  }

  #lay() {
    const { parts, desk } = this;
    this.shown = { layout: String(desk) };
    parts.history.setAttribute("aria-label", t("History"));
    parts.advice.setAttribute("aria-label", t("Advice"));
    const middle = h("main", { class: "middle", id: "middle" }, parts.banners, parts.envelope, this.grid.element);
    fill(this.book.place, h("div", { class: desk ? "desk" : "hand" },
      parts.head, desk ? parts.history : null, middle, desk ? parts.advice : null, parts.foot));
  }

  /** Fill a part if what it shows has changed; what has the focus in it keeps it. */
  /** @param {keyof Screen["parts"]} name @param {any[]} shows @param {() => import("./dom.js").Child[]} draw */
  #fill(name, shows, draw) {
    const key = JSON.stringify(shows);
    if (this.shown[name] === key) return false;
    this.shown[name] = key;
    const part = this.parts[name];
    const active = document.activeElement;
    const focus = part.contains(active) ? active?.getAttribute("data-key") : null;
    const typed = active instanceof HTMLInputElement && active.type === "text" ? active.selectionStart : null;
    fill(part, ...draw());
    const again = focus ? part.querySelector(`[data-key="${CSS.escape(focus)}"]`) : null;
    if (again instanceof HTMLElement && !document.querySelector("dialog[open]")) again.focus({ preventScroll: true });
    if (again instanceof HTMLInputElement && typed !== null) again.setSelectionRange(typed, typed);
    return true;
  }
}

/** @param {Book} book */
function head(book) {
  const view = book.view;
  if (!view) return [];
  const [name, text] = state(book);
  return [
    h("a", { class: "quiet square home", href: "#/", "aria-label": t("All notebooks") }, icon("back")),
    h("h1", null, view.title || view.edition.title, h("span", { class: "hush" }, " · ", t("{n} players", { n: view.setup.players.length }))),
    h("span", { class: `state ${name}`, role: "status" }, text),
    h("button", { class: "quiet square", type: "button", "aria-label": t("Menu"), "data-key": "menu", onclick: () => openMenu(book) }, icon("menu")),
  ];
}

/** Saved, waiting or offline: always in sight, never an alarm. @param {Book} book @returns {[string, string]} */
function state(book) {
  const n = book.outbox.items.length;
  if (!book.online && n === 0) return ["offline", t("offline")];
  if (n > 0 && (!book.online || book.outbox.offline)) return ["offline", t("offline · {n} waiting", { n })];
  if (n > 0) return ["waiting", t("saving …")];
  if (!book.current) return ["waiting", t("working it out …")];
  return ["saved", book.view?.mode === "read" ? t("looking on") : t("saved")];
}

/** @param {Book} book */
function looking(book) {
  if (book.looking.kind === "now") return null;
  const past = book.looking.kind === "past";
  const text = book.looking.kind === "past"
    ? (book.looking.at === 0 ? t("As it was at the start") : t("As it was after entry {n}", { n: book.looking.at }))
    : t("What if: {line}", { line: book.looking.line });
  const keepIt = () => book.looking.kind === "trial" && book.change({ kind: "add", line: book.looking.line });
  return h("div", { class: "banner" }, h("p", null, h("strong", null, text), book.view?.lessons.length && !past ? h("span", { class: "hush" }, ` ${book.view.lessons.join(" ")}`) : null),
    h("div", { class: "row" },
      past ? null : h("button", { type: "button", onclick: keepIt }, t("Keep it")),
      h("button", { type: "button", class: "primary", onclick: () => book.now() }, t("Back to now"))));
}

/** A contradiction: which entries, and what would mend it with one tap. @param {Book} book */
function trouble(book) {
  const view = book.view;
  const found = view?.trouble;
  if (!view || !found) return null;
  const write = view.mode === "write" && book.looking.kind === "now";
  const mend = (/** @type {import("./types.js").RepairView} */ repair) => {
    book.change(repair.change);
    book.tell(t("Mended."));
  };
  const guilty = view.log.filter((entry) => found.entries.includes(entry.number));
  return h("section", { class: "banner bad", role: "alert", "aria-label": t("That does not add up.") },
    h("p", null, h("strong", null, t("Since entry #{n} it does not add up.", { n: found.at })), " ", found.message),
    h("ul", { class: "guilty-ones" }, guilty.slice(0, 4).map((entry) => h("li", null, h("span", { class: "number" }, `#${entry.number}`), entryWords(view, entry)))),
    write ? repairs(found.repairs.slice(0, 1), t("Most likely"), mend) : null,
    write && found.repairs.length > 1 ? h("details", null, h("summary", null, t("Other ways to mend it")), repairs(found.repairs.slice(1), t("Or"), mend)) : null,
    write ? h("div", { class: "row" },
      h("button", { type: "button", onclick: () => book.change({ kind: "undo" }) }, icon("undo"), t("Undo the last entry")),
      h("button", { type: "button", onclick: () => openHistory(book) }, icon("history"), t("History"))) : null);
}

/** @param {import("./types.js").RepairView[]} some @param {string} label @param {(repair: import("./types.js").RepairView) => void} mend */
function repairs(some, label, mend) {
  return h("ul", { class: "repairs" }, some.map((repair) =>
    h("li", null, h("button", { type: "button", class: "repair", onclick: () => mend(repair) }, h("span", { class: "hush" }, label), ` ${repair.text}`))));
}

/** What will happen next, one thumb away. @param {Book} book @param {boolean} desk */
function thumb(book, desk) {
  const view = book.view;
  if (!view) return null;
  const mine = view.next === mySeat(view);
  const name = view.setup.players[view.next];
  const label = view.over ? t("The game is over") : mine ? t("You ask …") : t("{name} asks …", { name });
  const write = view.mode === "write";
  return h("nav", { class: "thumb", "aria-label": t("What comes next") },
    write ? h("button", { type: "button", class: "primary grow", "data-key": "ask", onclick: () => openLog(book) }, icon("plus"), h("span", { class: "text" }, label)) : null,
    desk || mySeat(view) < 0 ? null : h("button", { type: "button", class: mine ? "tab brass" : "tab", "data-key": "advice", onclick: () => openAdvice(book) }, icon("advice"), h("span", null, t("Advice"))),
    desk ? null : h("button", { type: "button", class: write ? "tab" : "tab grow", "data-key": "history", onclick: () => openHistory(book) }, icon("history"), h("span", null, t("History"))));
}
