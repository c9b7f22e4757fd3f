// The envelope: what we came for, always in sight.

import { fill, h } from "./dom.js";
import { glyph, icon } from "./glyphs.js";
import { cardOf, short } from "./game.js";
import { sheet } from "./sheet.js";
import { percent, t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */
/** @typedef {import("./types.js").CardView & {category: string, p: number | boolean}} Candidate */

/** @param {Book} book */
export function envelope(book) {
  const view = book.view;
  if (!view) return null;
  const at = view.places.findIndex((place) => place.kind === "envelope");
  let row = 0;
  const kinds = view.edition.categories.map((category) => {
    const cards = category.cards.map((card) => ({ ...card, category: category.id, p: view.rows[row++][at] }));
    return h("li", null, h("span", { class: "hush kind" }, category.name), candidates(cards));
  });
  const best = view.envelope[0];
  return h("section", { class: view.solved ? "envelope solved" : "envelope", "aria-label": t("Envelope") },
    h("div", { class: "title" }, icon("envelope"), h("h2", null, t("Envelope")),
      best ? h("button", { type: "button", class: "quiet best", "data-key": "solutions", onclick: () => openSolutions(book) },
        view.solved ? t("Solved") : t("Best guess {p} %", { p: percent(best.p) }), icon("forth")) : null),
    h("ul", null, kinds));
}

/** The certain card, or the likeliest as far as there is room. @param {Candidate[]} cards */
function candidates(cards) {
  const sure = cards.find((card) => card.p === true);
  if (sure) return h("span", { class: "found" }, glyph(sure.id, sure.category), short(sure), icon("yes"));
  const open = cards.filter((card) => card.p !== false).sort((a, b) => Number(b.p) - Number(a.p));
  return h("span", { class: "open" }, h("span", { class: "some" }, open.map((card) => h("span", { class: "maybe" }, short(card), " ", h("b", null, percent(Number(card.p)))))),
    h("span", { class: "hush rest" }));
}

/** Say how many candidates found no room. @param {Element} place */
export function countTheRest(place) {
  for (const line of place.querySelectorAll(".open")) {
    const [some, rest] = line.children;
    const bottom = some.getBoundingClientRect().bottom - 2;
    const hidden = [...some.children].filter((one) => one.getBoundingClientRect().top >= bottom).length;
    rest.textContent = hidden ? `+${hidden}` : "";
  }
}

/** The likeliest contents, all cards taken together. @param {Book} book */
function openSolutions(book) {
  const view = book.view;
  if (!view) return;
  const line = (/** @type {import("./types.js").SolutionView} */ found) => {
    const cards = found.cards.map((id) => cardOf(view.edition, id));
    return h("li", null, h("span", { class: "with-glyphs" }, cards.map((card) => card && h("span", { class: "with-glyph" }, glyph(card.id, card.category), short(card)))),
      h("i", { "--p": found.p.toFixed(3) }), h("b", null, `${percent(found.p)} %`));
  };
  sheet(t("In the envelope"), (body) => fill(body,
    h("p", { class: "hush" }, view.solved ? t("Nothing else is possible.") : t("The likeliest, all cards taken together:")),
    h("ol", { class: "bars solutions" }, view.envelope.map(line))));
}
