// The history: one line an entry in words, the slider through the evening, and how the uncertainty fell.

import { fill, h, refill, svg } from "./dom.js";
import { icon } from "./glyphs.js";
import { cardOf, mySeat, short } from "./game.js";
import { openEdit } from "./logsheet.js";
import { sheet } from "./sheet.js";
import { t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */
/** @typedef {import("./types.js").EntryView} EntryView */
/** @typedef {import("./types.js").NotebookView} NotebookView */
/** @typedef {import("./types.js").MomentView} MomentView */

/** @param {Book} book */
export function openHistory(book) {
  const { dialog } = sheet(t("History"), (body) => fill(body, historyPanel(book)), { wide: true, closed: () => book.lit.length && book.light([]) });
  const body = /** @type {HTMLElement} */ (dialog.querySelector(".sheet-body"));
  body.dataset.live = "history";
  body.addEventListener("redraw", () => refill(body, historyPanel(book)));
}

/** @param {Book} book */
export function historyPanel(book) {
  const view = book.newest;
  if (!view) return null;
  const write = view.mode === "write";
  const waiting = book.outbox.items.filter((item) => item.change.line);
  return h("div", { class: "history" },
    h("h2", { class: "panel-title" }, t("History")),
    slider(book),
    write ? h("div", { class: "row both" },
      h("button", { type: "button", disabled: !book.undoable, "data-key": "undo", onclick: () => book.change({ kind: "undo" }) }, icon("undo"), t("Undo")),
      h("button", { type: "button", disabled: !view.redo, "data-key": "redo", onclick: () => book.change({ kind: "redo" }) }, icon("redo"), t("Redo"))) : null,
    view.log.length + waiting.length === 0 ? h("p", { class: "hush" }, t("Nothing has happened yet.")) : null,
    h("ol", { class: "entries" },
      waiting.map((item) => h("li", { class: "entry waiting" }, h("span", { class: "number" }, "…"), h("span", { class: "words" }, item.change.line ?? ""))).reverse(),
      view.log.map((entry, i) => entryLine(book, entry, i, write)).reverse()));
}

/** @param {Book} book @param {EntryView} entry @param {number} position @param {boolean} write */
function entryLine(book, entry, position, write) {
  const names = ["entry", entry.struck ? "struck" : "", entry.guilty ? "guilty" : "", book.lit.includes(entry.number) ? "lit" : ""];
  const view = /** @type {NotebookView} */ (book.newest);
  return h("li", { class: names.filter(Boolean).join(" "), id: `entry-${entry.number}`, title: entry.text },
    h("span", { class: "number" }, `#${entry.number}`),
    h("span", { class: "words" }, entryWords(view, entry), entry.edited ? h("small", { class: "hush" }, t("corrected")) : null),
    write ? h("button", { type: "button", class: "quiet square", "aria-label": t("Correct entry {n}", { n: entry.number }), "data-key": `entry-${entry.id}`, onclick: () => openEntry(book, entry, position) }, icon("edit")) : null);
}

/** An entry at a glance: who, which cards, what came of it. @param {NotebookView} view @param {EntryView} entry */
export function entryWords(view, entry) {
  const tag = entry.struck ? "s" : "span";
  const excused = entry.line.includes(" /");
  if (!["suggested", "accused"].includes(entry.kind) || entry.seat === null || excused) return h(tag, null, entry.text);
  const name = view.setup.players[entry.seat];
  const mine = entry.seat === mySeat(view);
  const who = entry.kind === "accused" ? (mine ? t("You accused") : t("{name} accused", { name })) : mine ? t("You") : name;
  const cards = entry.cards.map((id) => cardOf(view.edition, id));
  return h(tag, { class: "glance" },
    h("b", null, who), " ", cards.map((card) => card && short(card)).join(", "),
    h("span", { class: "outcome" }, outcome(view, entry)));
}

/** @param {NotebookView} view @param {EntryView} entry */
function outcome(view, entry) {
  if (entry.kind === "accused") return entry.right ? t("That was right.") : t("That was wrong.");
  if (entry.shower === null) return entry.line.endsWith("| -") ? t("Nobody could show.") : "";
  const card = entry.card ? cardOf(view.edition, entry.card)?.said ?? "" : "";
  const name = view.setup.players[entry.shower];
  if (entry.shower === mySeat(view)) return card ? t("You showed {card}.", { card }) : t("You showed a card.");
  if (!card) return t("{name} showed a card.", { name });
  return entry.seat === mySeat(view) ? t("{name} showed you {card}.", { name, card }) : t("{name} showed {card}.", { name, card });
}

/** What can be done with an entry. @param {Book} book @param {EntryView} entry @param {number} position */
function openEntry(book, entry, position) {
  const last = (book.newest?.log.length ?? 1) - 1;
  sheet(t("Entry #{n}", { n: entry.number }), (body, close) => {
    const act = (/** @type {import("./types.js").Change} */ change) => () => (close(), book.change(change));
    fill(body, h("p", null, entry.text),
      h("div", { class: "stack" },
        h("button", { type: "button", class: "primary", onclick: () => (close(), openEdit(book, entry)) }, icon("edit"), t("Correct it …")),
        entry.struck
          ? h("button", { type: "button", onclick: act({ kind: "restore", entry: entry.id }) }, t("It counts after all"))
          : h("button", { type: "button", onclick: act({ kind: "strike", entry: entry.id }) }, icon("strike"), t("Strike it: it was a mistake")),
        h("div", { class: "row" },
          h("button", { type: "button", disabled: position === 0, onclick: act({ kind: "move", entry: entry.id, to: position - 1 }) }, icon("down"), t("Earlier")),
          h("button", { type: "button", disabled: position === last, onclick: act({ kind: "move", entry: entry.id, to: position + 1 }) }, icon("up"), t("Later"))),
        h("button", { type: "button", onclick: () => (close(), book.past(entry.number)) }, icon("history"), t("See the notebook as it was then"))));
  });
}

/** @type {{key: string, course: MomentView[]}} */
let known = { key: "", course: [] };

/** The slider, with the chart of the uncertainty behind it. @param {Book} book */
function slider(book) {
  const view = book.newest;
  if (!view || view.log.length === 0) return null;
  const n = view.log.length;
  const at = book.looking.kind === "past" ? book.looking.at : n;
  const chart = h("div", { class: "chart" });
  const input = h("input", { type: "range", min: 0, max: n, step: 1, value: at, "data-key": "slider", "aria-label": t("Walk through the evening") });
  input.setAttribute("value", String(at));
  input.addEventListener("change", () => book.past(Number(/** @type {HTMLInputElement} */ (input).value)));
  const draw = () => known.course.length > 1 && fill(chart, uncertainty(known.course));
  const key = `${book.token}/${view.version}`;
  draw();
  if (known.key !== key && book.online) {
    known.key = key;
    book.ask("notebook/course").then((course) => {
      if (!course) return void (known.key = "");
      known = { key, course };
      draw();
    });
  }
  return h("div", { class: "slider" }, chart, input,
    h("p", { class: "hush small" }, t("What is open about the envelope, from the start until now")));
}

/** How the uncertainty fell, as an area under steps. @param {MomentView[]} course */
function uncertainty(course) {
  const most = Math.max(...course.map((moment) => moment.bits ?? 0), 0.001);
  const x = (/** @type {number} */ i) => (100 * i) / (course.length - 1);
  let last = most; // where it did not add up, nothing was learnt
  const y = (/** @type {number | null} */ bits) => 34 - (32 * (last = bits ?? last)) / most;
  const points = course.map((moment, i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(2)} ${y(moment.bits).toFixed(2)}`).join("");
  return svg("svg", { viewBox: "0 0 100 36", preserveAspectRatio: "none", role: "img", "aria-label": t("How the uncertainty fell") },
    svg("path", { class: "area", d: `${points}L100 36L0 36Z` }), svg("path", { class: "line", d: points }));
}
