// The grid: cards by players and envelope. A number is a percentage, solid is certain, colour repeats it.

import { h } from "./dom.js";
import { glyph, icon } from "./glyphs.js";
import { initials, short } from "./game.js";
import { openCell, openPencil } from "./cellsheet.js";
import { percent, t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */
/** @typedef {import("./types.js").PlaceView} PlaceView */

/** @param {Book} book */
export function grid(book) {
  const view = book.view;
  if (!view) return null;
  const heads = columnHeads(view.places);
  const changed = new Set(view.changed.map(([card, place]) => `${card}/${place}`));
  let row = 0;
  const bodies = view.edition.categories.map((category) =>
    h("tbody", null,
      h("tr", { class: "kind" }, h("th", { colspan: view.places.length + 1, scope: "rowgroup" }, category.name)),
      category.cards.map((card) => cardRow(book, { ...card, category: category.id }, row++, changed))));
  const many = view.places.length > 8;
  return h("div", { class: "grid-box" },
    h("table", { class: many ? "grid many" : "grid", "--columns": view.places.length, onkeydown: arrows },
      h("caption", { class: "away" }, t("Who has which card")),
      h("thead", null, h("tr", null, h("th", { scope: "col", class: "corner" }, h("span", { class: "away" }, t("Card"))), view.places.map((place, i) => columnHead(place, heads[i])))),
      bodies));
}

/** @param {PlaceView[]} places */
function columnHeads(places) {
  const names = initials(places.filter((place) => place.kind === "seat").map((place) => place.id));
  return places.map((place, i) => names[i] ?? "");
}

/** @param {PlaceView} place @param {string} text */
function columnHead(place, text) {
  const name = placeName(place);
  const known = t("{known} of {size} cards known", { known: place.known, size: place.size });
  return h("th", { scope: "col", class: [place.me ? "me" : "", place.out ? "out" : "", `of-${place.kind}`].join(" ").trim(), title: `${name}: ${known}` },
    place.kind === "envelope" ? icon("envelope") : h("span", { "aria-hidden": "true" }, place.kind === "seat" ? text : place.kind === "table" ? t("open") : t("face down").slice(0, 4)),
    h("span", { class: "away" }, `${name}, ${known}`),
    h("small", { "aria-hidden": "true", class: place.known === place.size ? "all" : "" }, `${place.known}/${place.size}`));
}

/** A place as people call it. @param {PlaceView} place */
export function placeName(place) {
  if (place.kind === "envelope") return t("Envelope");
  if (place.kind === "table") return t("Face up");
  if (place.kind === "hidden") return t("Face down");
  return place.me ? t("{name} (you)", { name: place.id }) : place.id;
}

/** @param {Book} book @param {any} card @param {number} row @param {Set<string>} changed */
function cardRow(book, card, row, changed) {
  const cells = book.view?.rows[row] ?? [];
  const settled = cells.includes(true);
  return h("tr", { class: settled ? "settled" : "" },
    h("th", { scope: "row" }, h("span", { class: "card-name" }, glyph(card.id, card.category), h("span", { class: "text" }, short(card)))),
    cells.map((cell, i) => cellOf(book, card, row, i, cell, changed.has(`${row}/${i}`))));
}

/** @param {Book} book @param {any} card @param {number} row @param {number} i @param {import("./types.js").Cell} cell @param {boolean} fresh */
function cellOf(book, card, row, i, cell, fresh) {
  const place = /** @type {PlaceView} */ (book.view?.places[i]);
  const mark = book.view?.pencil[`${card.id}/${place.id}`];
  const kind = cell === true ? "yes" : cell === false ? "no" : "maybe";
  const said = cell === true ? t("certain") : cell === false ? t("impossible") : `${percent(Number(cell))} %`;
  const names = ["cell", kind, place.me ? "me" : "", place.kind === "envelope" ? "env" : "", fresh ? "fresh" : ""];
  const press = longPress(() => openPencil(book, card, place), () => openCell(book, card, place));
  const label = `${card.name}, ${placeName(place)}: ${said}${mark ? `, ${t("pencil mark {mark}", { mark })}` : ""}`;
  const first = row === 0 && i === 0;
  return h("td", { class: names.join(" ").trim(), "--p": kind === "maybe" ? Number(cell).toFixed(3) : null },
    h("button", { type: "button", "aria-label": label, tabindex: first ? "0" : "-1", "data-key": `${card.id}/${place.id}`, "data-cell": `${row},${i}`, ...press },
      cell === true ? icon("yes") : cell === false ? icon("no") : h("span", null, percent(Number(cell))),
      mark ? h("span", { class: "mark", "aria-hidden": "true" }, mark.slice(0, 2)) : null));
}

/**
 * A long press, or “p” on a keyboard, does one thing; a tap the other.
 * @param {() => void} long @param {() => void} tap
 */
function longPress(long, tap) {
  /** @type {number | undefined} */
  let timer;
  let done = false;
  const stop = () => clearTimeout(timer);
  return {
    onpointerdown: () => {
      done = false;
      timer = window.setTimeout(() => ((done = true), long()), 550);
    },
    onpointerup: stop,
    onpointerleave: stop,
    onpointercancel: stop,
    oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
    onclick: () => (done ? (done = false) : tap()),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "p" && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        event.stopPropagation();
        long();
      }
    },
  };
}

/** Arrow keys walk through the grid, which is one stop for the tabulator. @param {KeyboardEvent} event */
function arrows(event) {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  const at = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined;
  if (!step || !at) return;
  const [row, column] = at.split(",").map(Number);
  const next = document.querySelector(`[data-cell="${row + step[0]},${column + step[1]}"]`);
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  event.target instanceof HTMLElement && event.target.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}
