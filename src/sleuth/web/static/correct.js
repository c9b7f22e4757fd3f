// The set-up corrected later: a name misheard, a card of mine mistaken. The entries stay.

import { fill, h } from "./dom.js";
import { myCards } from "./game.js";
import { cardsPart } from "./setup.js";
import { sheet } from "./sheet.js";
import { t } from "./words.js";

/** @param {import("./notebook.js").Book} book */
export function openCorrection(book) {
  const view = book.newest;
  if (!view) return;
  const seat = view.places.findIndex((place) => place.me);
  const players = [...view.setup.players];
  const hand = view.setup.hand ? [...view.setup.hand] : myCards(view);
  sheet(t("Correct the set-up"), (body, close) => {
    const save = () => {
      const me = seat < 0 ? null : players[seat];
      book.change({ kind: "setup", setup: { ...view.setup, players, me, hand: seat < 0 ? null : hand } });
      close();
    };
    const redraw = () => fill(body,
      h("ol", { class: "players" }, players.map((name, i) => h("li", null, nameField(players, name, i)))),
      seat < 0 ? null : [h("h3", null, `${t("Your cards")} ${hand.length}/${view.places[seat].size}`), cardsPart(view.edition, "mine", hand, view.setup.table, view.places[seat].size, redraw)],
      h("div", { class: "row end" }, h("button", { type: "button", class: "primary", "data-key": "save-setup", onclick: save }, t("Save"))));
    redraw();
  }, { wide: true });
}

/** @param {string[]} players @param {string} name @param {number} i */
function nameField(players, name, i) {
  const change = (/** @type {Event} */ event) => (players[i] = /** @type {HTMLInputElement} */ (event.target).value.replace(/\s+/g, ""));
  return h("input", { type: "text", value: name, maxlength: 20, "aria-label": t("Player {n}", { n: i + 1 }), "data-key": `correct-${i}`, oninput: change });
}
