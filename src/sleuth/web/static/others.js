// What happens beside questions: a card shown by a bonus card, a look at a face-down one, a hand known otherwise.

import { fill, h } from "./dom.js";
import { mySeat, short } from "./game.js";
import { glyph } from "./glyphs.js";
import { commandInput } from "./command.js";
import { t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */

/** @param {Book} book @param {(line: string) => void} finish */
export function otherEvents(book, finish) {
  const view = book.newest;
  const box = h("div", { class: "stack" });
  if (!view) return box;
  const hidden = view.places.find((place) => place.kind === "hidden");
  /** @type {{kind: string, seat: number, card: string | null, slot: number}} */
  const draft = { kind: hidden ? "peeks" : "shows", seat: hidden ? view.next : (mySeat(view) + 1) % view.setup.players.length, card: null, slot: 1 };
  const redraw = () => fill(box, form(book, draft, hidden?.size ?? 0, redraw, finish));
  redraw();
  return box;
}

/** @param {Book} book @param {any} draft @param {number} slots @param {() => void} redraw @param {(line: string) => void} finish */
function form(book, draft, slots, redraw, finish) {
  const view = book.newest;
  if (!view) return [];
  const name = view.setup.players[draft.seat];
  const mine = draft.seat === mySeat(view);
  const blind = draft.kind === "peeks" && !mine;
  const lines = /** @type {Record<string, string>} */ ({
    shows: `${name} ! ${draft.card}`,
    lacks: `${name} lacks ${draft.card}`,
    peeks: `${name} peeks ${draft.slot}${blind || !draft.card ? "" : ` ${draft.card}`}`,
  });
  const ready = blind || draft.card !== null;
  return [
    choice(t("What happened"), [["shows", t("shows everyone a card")], ["lacks", t("does not have a card")], ...(slots ? [["peeks", t("looks at a face-down card")]] : [])], draft.kind, (kind) => ((draft.kind = kind), redraw())),
    choice(t("Who"), view.setup.players.map((player, seat) => [String(seat), player]), String(draft.seat), (seat) => ((draft.seat = Number(seat)), redraw())),
    draft.kind === "peeks" ? choice(t("Which slot"), Array.from({ length: slots }, (_, i) => [String(i + 1), String(i + 1)]), String(draft.slot), (slot) => ((draft.slot = Number(slot)), redraw())) : null,
    blind ? null : cards(book, draft, redraw),
    h("button", { type: "button", class: "primary", disabled: !ready, "data-key": "enter-other", onclick: () => finish(lines[draft.kind]) }, t("Enter it")),
    h("details", null, h("summary", null, t("Or type a line")), commandInput(book, finish, "")),
  ];
}

/** @param {string} label @param {string[][]} choices @param {string} chosen @param {(value: string) => void} choose */
function choice(label, choices, chosen, choose) {
  return h("div", { class: "row wrap", role: "group", "aria-label": label }, choices.map(([value, text]) =>
    h("button", { type: "button", class: "chip", "aria-pressed": String(value === chosen), "data-key": `${label}-${value}`, onclick: () => choose(value) }, text)));
}

/** @param {Book} book @param {any} draft @param {() => void} redraw */
function cards(book, draft, redraw) {
  return book.newest?.edition.categories.map((category) =>
    h("div", { class: "cards-of", role: "group", "aria-label": category.name }, category.cards.map((card) =>
      h("button", { type: "button", class: "card-chip", "aria-pressed": String(draft.card === card.id), "data-key": `other-${card.id}`, onclick: () => ((draft.card = card.id), redraw()) },
        glyph(card.id, category.id), h("span", null, short({ ...card, category: category.id }))))));
}
