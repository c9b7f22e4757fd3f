// A cell's sheet: why it is certain, or how likely it is and what would settle it; and pencil marks.

import { fill, h } from "./dom.js";
import { placeName } from "./grid.js";
import { openHistory } from "./history.js";
import { sheet } from "./sheet.js";
import { percent, t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */
/** @typedef {import("./types.js").PlaceView} PlaceView */
/** @typedef {import("./types.js").WhyView} WhyView */

/** @param {Book} book @param {any} card @param {PlaceView} place */
export async function openCell(book, card, place) {
  const title = `${card.name} · ${placeName(place)}`;
  const { dialog } = sheet(title, (body) => fill(body, h("p", { class: "hush" }, t("Looking for the reason …"))));
  /** @type {WhyView | null} */
  const why = await book.ask("notebook/why", { query: { card: card.id, place: place.id, model: book.live.model, ...book.moment } });
  const body = /** @type {HTMLElement} */ (dialog.querySelector(".sheet-body"));
  if (!why) return dialog.close();
  const open = why.holds === null; // then the first sentence only repeats the number
  fill(body, answer(why), open ? bars(book, why) : null, why.sentences.slice(open ? 1 : 0).map(sentence), proof(book, why, () => dialog.close()),
    book.view?.mode === "write" ? h("button", { type: "button", onclick: () => (dialog.close(), openPencil(book, card, place)) }, t("Pencil mark …")) : null);
}

/** @param {WhyView} why */
function answer(why) {
  const text = why.holds === true ? t("Certain: yes") : why.holds === false ? t("Certain: no") : `${percent(why.p)} %`;
  return h("p", { class: `verdict ${why.holds === true ? "yes" : why.holds === false ? "no" : "maybe"}` }, text);
}

/** An entry that is quoted stands apart from what follows from it. @param {string} text */
const sentence = (text) => h("p", { class: /^#\d/.test(text) ? "quoted" : "" }, text);

/** How the card's chances are spread. @param {Book} book @param {WhyView} why */
function bars(book, why) {
  const places = book.view?.places ?? [];
  const rows = why.row.map((p, i) => ({ p, place: places[i] })).filter(({ p }) => p > 0).sort((a, b) => b.p - a.p);
  return h("ul", { class: "bars" }, rows.map(({ p, place }) =>
    h("li", { class: place.id === why.place ? "this" : "" }, h("span", null, placeName(place)), h("i", { "--p": p.toFixed(3) }), h("b", null, `${percent(p)} %`))));
}

/** The entries that prove it, each of which can be tapped. @param {Book} book @param {WhyView} why @param {() => void} close */
function proof(book, why, close) {
  if (why.entries.length === 0) return null;
  const show = () => {
    close();
    book.light(why.entries);
    if (window.innerWidth < 1100) openHistory(book);
  };
  return h("div", { class: "row wrap" }, h("span", { class: "hush" }, t("From")),
    why.entries.map((entry) => h("button", { type: "button", class: "chip", onclick: show }, `#${entry}`)));
}

const MARKS = ["?", "!", "✓", "×", "•"];

/** A private mark that never counts. @param {Book} book @param {any} card @param {PlaceView} place */
export function openPencil(book, card, place) {
  if (book.view?.mode !== "write") return;
  sheet(t("Pencil mark: {card}, {place}", { card: card.name, place: placeName(place) }), (body, close) => {
    const mark = (/** @type {string} */ text) => {
      book.change({ kind: "pencil", card: card.id, place: place.id, mark: text });
      close();
    };
    fill(body, h("p", { class: "hush" }, t("Only for your eyes: it changes nothing that is worked out.")),
      h("div", { class: "row wrap" },
        MARKS.map((text) => h("button", { type: "button", class: "square", onclick: () => mark(text) }, text)),
        h("button", { type: "button", onclick: () => mark("") }, t("Rub out"))));
  });
}
