// The notebook's screen: head, envelope, grid, and what is one thumb away; on a desk, everything at once.

import { fill, h } from "./dom.js";
import { icon } from "./glyphs.js";
import { grid } from "./grid.js";
import { envelope } from "./envelope.js";
import { historyPanel, openHistory } from "./history.js";
import { advicePanel, openAdvice } from "./advice.js";
import { commandLine } from "./command.js";
import { openLog } from "./logsheet.js";
import { openMenu } from "./menu.js";
import { mySeat } from "./game.js";
import { t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */

const DESK = window.matchMedia("(min-width: 1100px)");

/** @param {Book} book */
export function drawNotebook(book) {
  const view = book.view;
  if (!view) return;
  const desk = DESK.matches;
  DESK.onchange = () => book.draw();
  const memory = focusAndScroll(book.place);
  const middle = h("main", { class: "middle", id: "middle" }, h("div", { class: "banners" }, trouble(book), looking(book)), envelope(book), grid(book));
  fill(
    book.place,
    h("div", { class: desk ? "desk" : "hand" },
      head(book),
      desk ? h("aside", { class: "panel", "aria-label": t("History") }, historyPanel(book)) : null,
      middle,
      desk ? h("aside", { class: "panel", "aria-label": t("Advice") }, advicePanel(book)) : null,
      h("footer", { class: "foot" }, desk && view.mode === "write" ? commandLine(book) : null, thumb(book, desk))),
  );
  document.querySelectorAll("[data-live]").forEach((part) => part.dispatchEvent(new Event("redraw")));
  memory();
}

/** What has the focus, and how far each part is scrolled, survives a new drawing. @param {HTMLElement} place */
function focusAndScroll(place) {
  const key = document.activeElement?.getAttribute("data-key");
  const typed = document.activeElement instanceof HTMLInputElement ? document.activeElement.selectionStart : null;
  const parts = [".banners", ".grid-box", ".panel:first-of-type", ".panel:last-of-type"];
  const scrolls = parts.map((part) => {
    const element = place.querySelector(part);
    return [element?.scrollTop ?? 0, element?.scrollLeft ?? 0];
  });
  const page = window.scrollY;
  return () => {
    parts.forEach((part, i) => place.querySelector(part)?.scrollTo(scrolls[i][1], scrolls[i][0]));
    window.scrollTo(0, page);
    const again = key ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    if (again instanceof HTMLElement && !document.querySelector("dialog")) again.focus({ preventScroll: true });
    if (again instanceof HTMLInputElement && typed !== null) again.setSelectionRange(typed, typed);
  };
}

/** @param {Book} book */
function head(book) {
  const view = book.view;
  if (!view) return null;
  const title = view.title || view.edition.title;
  return h("header", { class: "head" },
    h("a", { class: "quiet square home", href: "#/", "aria-label": t("All notebooks") }, icon("back")),
    h("h1", null, title, h("span", { class: "hush" }, " · ", t("{n} players", { n: view.setup.players.length }))),
    state(book),
    h("button", { class: "quiet square", type: "button", "aria-label": t("Menu"), "data-key": "menu", onclick: () => openMenu(book) }, icon("menu")));
}

/** Saved, waiting or offline: always in sight, never an alarm. @param {Book} book */
function state(book) {
  const n = book.outbox.items.length;
  const [name, text] = !book.online && n === 0 ? ["offline", t("offline")]
    : n > 0 && (!book.online || book.outbox.offline) ? ["offline", t("offline · {n} waiting", { n })]
    : n > 0 ? ["waiting", t("saving …")]
    : book.view?.mode === "read" ? ["saved", t("looking on")] : ["saved", t("saved")];
  return h("span", { class: `state ${name}`, role: "status" }, text);
}

/** @param {Book} book */
function looking(book) {
  if (book.looking.kind === "now") return null;
  const past = book.looking.kind === "past";
  const text = book.looking.kind === "past"
    ? (book.looking.at === 0 ? t("As it was at the start") : t("As it was after entry {n}", { n: book.looking.at }))
    : t("What if: {line}", { line: book.looking.line });
  const keepIt = () => book.looking.kind === "trial" && book.change({ kind: "add", line: book.looking.line });
  return h("div", { class: "banner" }, h("p", null, text, book.view?.lessons.length && !past ? h("span", { class: "hush" }, ` ${book.view.lessons.join(" ")}`) : null),
    h("div", { class: "row" },
      past ? null : h("button", { type: "button", onclick: keepIt }, t("Keep it")),
      h("button", { type: "button", class: "primary", onclick: () => book.now() }, t("Back to now"))));
}

/** A contradiction: which entries, and what would mend it with one tap. @param {Book} book */
function trouble(book) {
  const found = book.view?.trouble;
  if (!found) return null;
  const write = book.view?.mode === "write" && book.looking.kind === "now";
  const mend = (/** @type {import("./types.js").RepairView} */ repair) => {
    book.change(repair.change);
    book.tell(t("Mended."));
  };
  return h("section", { class: "banner bad", role: "alert", "aria-label": t("That does not add up.") },
    h("p", null, h("strong", null, t("Since entry #{n} it does not add up.", { n: found.at })), " ", found.message),
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
    desk || mySeat(view) < 0 ? null : h("button", { type: "button", class: mine ? "brass" : "", "data-key": "advice", onclick: () => openAdvice(book) }, icon("advice"), t("Advice")),
    desk ? null : h("button", { type: "button", class: write ? "" : "grow", "data-key": "history", onclick: () => openHistory(book) }, icon("history"), t("History")));
}
