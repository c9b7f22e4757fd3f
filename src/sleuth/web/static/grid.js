// The grid: cards by players and envelope. A number is a percentage, solid is certain, colour repeats it.

import { fill, h } from "./dom.js";
import { glyph, icon } from "./glyphs.js";
import { deck, initials, short } from "./game.js";
import { openCell, openPencil } from "./cellsheet.js";
import { lang, percent, t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */
/** @typedef {import("./types.js").NotebookView} NotebookView */
/** @typedef {import("./types.js").PlaceView} PlaceView */
/** @typedef {{box: HTMLElement, button: HTMLElement, drawn: string}} Drawn */

/** How long a finger rests before it means a pencil mark, and how far it may slip meanwhile. */
const LONG = 550;
const SLIP = 10;

/** The grid of a notebook: built once, and after each entry only what has changed is drawn. */
export class Grid {
  /** @param {Book} book */
  constructor(book) {
    this.book = book;
    this.element = h("div", { class: "grid-box" });
    this.shape = "";
    /** @type {Drawn[][]} */
    this.cells = [];
    /** @type {HTMLElement[]} */
    this.rows = [];
    /** @type {HTMLElement[]} */
    this.heads = [];
  }

  draw() {
    const view = this.book.view;
    if (!view) return;
    const shape = JSON.stringify([lang(), view.edition, view.places.map((place) => [place.id, place.kind, place.me])]);
    if (shape !== this.shape) this.#build(view);
    this.shape = shape;
    const names = columnHeads(view.places);
    view.places.forEach((place, i) => drawHead(this.heads[i], place, names[i]));
    const changed = new Set(view.changed.map(([card, place]) => `${card}/${place}`));
    const cards = deck(view.edition);
    view.rows.forEach((cells, row) => {
      this.rows[row].className = cells.includes(true) ? "settled" : "";
      cells.forEach((_, i) => drawCell(this.cells[row][i], view, cards[row], row, i, changed.has(`${row}/${i}`)));
    });
  }

  /** @param {NotebookView} view */
  #build(view) {
    this.cells = [];
    this.rows = [];
    this.heads = view.places.map((place) => h("th", { scope: "col", class: `of-${place.kind}` }));
    const bodies = view.edition.categories.map((category) =>
      h("tbody", null,
        h("tr", { class: "kind" }, h("th", { colspan: view.places.length + 1, scope: "rowgroup" }, category.name)),
        category.cards.map((card) => this.#row(view, { ...card, category: category.id }))));
    const lines = view.rows.length + view.edition.categories.length;
    fill(this.element,
      h("table", { class: view.places.length > 8 ? "grid many" : "grid", "--lines": lines, ...this.#hands() },
        h("caption", { class: "away" }, t("Who has which card")),
        h("thead", null, h("tr", null, h("th", { scope: "col", class: "corner" }, h("span", { class: "away" }, t("Card"))), this.heads)),
        bodies));
  }

  /** @param {NotebookView} view @param {import("./types.js").CardView & {category: string}} card */
  #row(view, card) {
    const row = this.rows.length;
    const cells = view.places.map((place, i) => {
      const button = h("button", { type: "button", tabindex: row + i === 0 ? "0" : "-1", "data-key": `${card.id}/${place.id}`, "data-cell": `${row},${i}` });
      return { box: h("td", null, button), button, drawn: "" };
    });
    this.cells.push(cells);
    const name = h("span", { class: "card-name" }, glyph(card.id, card.category), h("span", { class: "text" }, short(card)));
    const line = h("tr", null, h("th", { scope: "row", title: card.name }, name), cells.map((cell) => cell.box));
    this.rows.push(line);
    return line;
  }

  /** A tap asks why; a long press, or “p” on a keyboard, leaves a pencil mark; the arrows walk. */
  #hands() {
    /** @type {number | undefined} */
    let timer;
    let long = false;
    let at = [0, 0];
    const stop = () => clearTimeout(timer);
    const on = (/** @type {(book: Book, card: any, place: PlaceView) => void} */ act, /** @type {EventTarget | null} */ target) => {
      const [row, i] = cellAt(target) ?? [];
      const view = this.book.view;
      if (view && row !== undefined && i !== undefined) act(this.book, deck(view.edition)[row], view.places[i]);
    };
    return {
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        long = false;
        at = [event.clientX, event.clientY];
        stop();
        timer = window.setTimeout(() => ((long = true), on(openPencil, event.target)), LONG);
      },
      onpointermove: (/** @type {PointerEvent} */ event) => Math.hypot(event.clientX - at[0], event.clientY - at[1]) > SLIP && stop(),
      onpointerup: stop,
      onpointerleave: stop,
      onpointercancel: stop,
      oncontextmenu: (/** @type {Event} */ event) => cellAt(event.target) && event.preventDefault(),
      onclick: (/** @type {Event} */ event) => (long ? (long = false) : on(openCell, event.target)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "p" || event.ctrlKey || event.metaKey) return walk(event);
        event.preventDefault();
        event.stopPropagation();
        on(openPencil, event.target);
      },
    };
  }
}

/** The row and the column of a cell. @param {EventTarget | null} target */
function cellAt(target) {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null;
  return cell instanceof HTMLElement ? cell.dataset.cell?.split(",").map(Number) : undefined;
}

/** Arrow keys walk through the grid, which is one stop for the tabulator. @param {KeyboardEvent} event */
function walk(event) {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  const at = cellAt(event.target);
  if (!step || !at || !(event.target instanceof HTMLElement)) return;
  const next = document.querySelector(`[data-cell="${at[0] + step[0]},${at[1] + step[1]}"]`);
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  event.target.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}

/** @param {PlaceView[]} places */
function columnHeads(places) {
  const names = initials(places.filter((place) => place.kind === "seat").map((place) => place.id));
  return places.map((place, i) => (place.kind === "table" ? t("open") : place.kind === "hidden" ? t("face down").slice(0, 4) : names[i] ?? ""));
}

/** @param {HTMLElement} head @param {PlaceView} place @param {string} text */
function drawHead(head, place, text) {
  const name = placeName(place);
  const known = t("{known} of {size} cards known", { known: place.known, size: place.size });
  const said = `${name}: ${known}`;
  head.className = [place.me ? "me" : "", place.out ? "out" : "", `of-${place.kind}`].join(" ").trim();
  if (head.title === said) return;
  head.title = said;
  fill(head, place.kind === "envelope" ? icon("envelope") : h("span", { "aria-hidden": "true" }, text),
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

/** @param {Drawn} cell @param {NotebookView} view @param {any} card @param {number} row @param {number} i @param {boolean} fresh */
function drawCell(cell, view, card, row, i, fresh) {
  const place = view.places[i];
  const value = view.rows[row][i];
  const mark = view.pencil[`${card.id}/${place.id}`] ?? "";
  const kind = value === true ? "yes" : value === false ? "no" : "maybe";
  // Two names for one motion, so that it is seen again when the next entry changes the same cell.
  const moved = fresh ? (view.version % 2 ? "fresh odd" : "fresh") : "";
  const drawn = [kind, kind === "maybe" ? value : "", mark, moved, place.me].join("|");
  if (cell.drawn === drawn) return;
  cell.drawn = drawn;
  cell.box.className = ["cell", kind, place.me ? "me" : "", place.kind === "envelope" ? "env" : "", moved].filter(Boolean).join(" ");
  if (kind === "maybe") cell.box.style.setProperty("--p", Number(value).toFixed(3));
  const said = value === true ? t("certain") : value === false ? t("impossible") : `${percent(Number(value))} %`;
  cell.button.setAttribute("aria-label", `${card.name}, ${placeName(place)}: ${said}${mark ? `, ${t("pencil mark {mark}", { mark })}` : ""}`);
  fill(cell.button, kind === "maybe" ? h("span", null, percent(Number(value))) : icon(kind),
    mark ? h("span", { class: "mark", "aria-hidden": "true" }, mark.slice(0, 2)) : null);
}
