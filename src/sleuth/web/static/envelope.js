// The envelope: what we came for, always in sight.

import { h } from "./dom.js";
import { glyph, icon } from "./glyphs.js";
import { short } from "./game.js";
import { percent, t } from "./words.js";

/** @param {import("./notebook.js").Book} book */
export function envelope(book) {
  const view = book.view;
  if (!view) return null;
  const at = view.places.findIndex((place) => place.kind === "envelope");
  let row = 0;
  const kinds = view.edition.categories.map((category) => {
    const cards = category.cards.map((card) => ({ ...card, category: category.id, cell: view.rows[row++][at] }));
    return h("li", null, h("span", { class: "hush kind" }, category.name), candidates(cards));
  });
  const best = view.envelope[0];
  const sure = view.solved ? t("Solved") : best ? t("Best guess {p} %", { p: percent(best.p) }) : "";
  return h("section", { class: view.solved ? "envelope solved" : "envelope", "aria-label": t("Envelope") },
    h("h2", null, icon("envelope"), t("Envelope"), h("span", { class: "hush" }, sure)),
    h("ul", null, kinds));
}

/** The certain card, or the likeliest three. @param {any[]} cards */
function candidates(cards) {
  const sure = cards.find((card) => card.cell === true);
  if (sure) return h("span", { class: "found" }, glyph(sure.id, sure.category), short(sure), icon("yes"));
  const open = cards.filter((card) => card.cell !== false).sort((a, b) => Number(b.cell) - Number(a.cell));
  const rest = open.length - 3;
  return h("span", { class: "open" },
    open.slice(0, 3).map((card) => h("span", { class: "maybe" }, short(card), " ", h("b", null, percent(Number(card.cell)), " %"))),
    rest > 0 ? h("span", { class: "hush" }, `+${rest}`) : null);
}
