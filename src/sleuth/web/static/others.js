// What happens beside questions: cards shown otherwise, face-down ones looked at, bonus cards, dice, moves.

import { h, refill } from "./dom.js";
import { mySeat, short } from "./game.js";
import { glyph } from "./glyphs.js";
import { commandInput } from "./command.js";
import { t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */
/** @typedef {import("./types.js").NotebookView} NotebookView */
/** @typedef {"shows" | "to" | "lacks" | "hand" | "peeks" | "draws" | "plays" | "rolls" | "moves"} Kind */
/** @typedef {{kind: Kind, seat: number, to: number, cards: string[], slot: number, dice: number[], word: string}} Draft */

/** @param {Book} book @param {(line: string) => void} finish */
export function otherEvents(book, finish) {
  const view = book.newest;
  const box = h("div", { class: "stack" });
  if (!view) return box;
  const hidden = slots(view) > 0;
  const next = (Math.max(0, mySeat(view)) + 1) % view.setup.players.length;
  /** @type {Draft} */
  const draft = { kind: hidden ? "peeks" : "shows", seat: hidden ? view.next : next, to: Math.max(0, mySeat(view)), cards: [], slot: 1, dice: [], word: "" };
  const redraw = () => {
    refill(box, form(book, view, draft, redraw, finish));
  };
  redraw();
  return box;
}

/** How many cards lie face down. @param {NotebookView} view */
const slots = (view) => view.places.find((place) => place.kind === "hidden")?.size ?? 0;

/** What can happen with this edition. @param {NotebookView} view @returns {[Kind, string][]} */
function kinds(view) {
  /** @type {[Kind, string, boolean][]} */
  const all = [
    ["shows", t("shows everyone a card"), true],
    ["to", t("shows somebody a card"), true],
    ["lacks", t("does not have a card"), true],
    ["hand", t("lays the whole hand open"), true],
    ["peeks", t("looks at a face-down card"), slots(view) > 0],
    ["draws", t("draws a bonus card"), view.edition.bonus.length > 0],
    ["plays", t("plays a bonus card"), view.edition.bonus.length > 0],
    ["rolls", t("rolls the dice"), view.edition.rooms.length > 0],
    ["moves", t("goes to a room"), view.edition.rooms.length > 0],
  ];
  return all.filter(([, , here]) => here).map(([kind, text]) => [kind, text]);
}

/** @param {Book} book @param {NotebookView} view @param {Draft} draft @param {() => void} redraw @param {(line: string) => void} finish */
function form(book, view, draft, redraw, finish) {
  const set = (/** @type {Partial<Draft>} */ values) => (Object.assign(draft, values), redraw());
  const line = lineOf(view, draft);
  return [
    choice("who", t("Who"), view.setup.players.map((player, seat) => [String(seat), player]), String(draft.seat), (seat) => set({ seat: Number(seat) })),
    choice("what", t("What happened"), kinds(view), draft.kind, (kind) => set({ kind: /** @type {Kind} */ (kind), cards: [], word: "", dice: [] })),
    details(view, draft, set),
    h("button", { type: "button", class: "primary big", disabled: line === null, "data-key": "enter-other", onclick: () => line && finish(line) }, t("Enter it")),
    h("details", null, h("summary", null, t("Or type a line")), commandInput(book, finish, "")),
  ];
}

/** The rest of the story. @param {NotebookView} view @param {Draft} draft @param {(values: Partial<Draft>) => void} set */
function details(view, draft, set) {
  const { players } = view.setup;
  const names = (/** @type {{id: string, name: string}[]} */ some) => some.map(({ id, name }) => [id, name]);
  switch (draft.kind) {
    case "to":
      return [choice("to", t("To whom"), players.map((name, seat) => [String(seat), name]).filter(([seat]) => Number(seat) !== draft.seat), String(draft.to), (to) => set({ to: Number(to) })),
        sees(view, draft) ? cards(view, draft, 1, set) : null];
    case "peeks":
      return [choice("slot", t("Which slot"), Array.from({ length: slots(view) }, (_, i) => [String(i + 1), String(i + 1)]), String(draft.slot), (slot) => set({ slot: Number(slot) })),
        sees(view, draft) ? cards(view, draft, 1, set) : null];
    case "draws":
    case "plays":
      return choice("bonus", t("Which bonus card"), names(view.edition.bonus), draft.word, (word) => set({ word }));
    case "moves":
      return choice("room", t("Which room"), names(view.edition.rooms), draft.word, (word) => set({ word }));
    case "rolls":
      return dice(draft, set);
    case "hand":
      return cards(view, draft, view.places[draft.seat].size, set);
    default:
      return cards(view, draft, draft.kind === "lacks" ? 99 : 1, set);
  }
}

/** Whether I see the card. @param {NotebookView} view @param {Draft} draft */
function sees(view, draft) {
  const me = mySeat(view);
  return draft.seat === me || (draft.kind === "to" && draft.to === me);
}

/** The line of notation, or null while something is missing. @param {NotebookView} view @param {Draft} draft */
function lineOf(view, draft) {
  const name = view.setup.players[draft.seat];
  const said = draft.cards.join(" ");
  switch (draft.kind) {
    case "to":
      if (draft.to === draft.seat || (sees(view, draft) && !said)) return null;
      return `${name} ! ${said ? `${said} ` : ""}> ${view.setup.players[draft.to]}`;
    case "peeks":
      return sees(view, draft) && !said ? null : `${name} peeks ${draft.slot}${said ? ` ${said}` : ""}`;
    case "draws":
    case "plays":
      return draft.word ? `${name} ${draft.kind} ${draft.word}` : null;
    case "moves":
      return draft.word ? `${name} @ ${draft.word}` : null;
    case "rolls":
      return draft.dice.length ? `${name} rolls ${draft.dice.join(" ")}` : null;
    case "hand":
      return draft.cards.length === view.places[draft.seat].size ? `${name} has ${said}` : null;
    case "lacks":
      return said ? `${name} lacks ${said}` : null;
    default:
      return said ? `${name} ! ${said}` : null;
  }
}

/** @param {string} key @param {string} label @param {string[][]} choices @param {string} chosen @param {(value: string) => void} choose */
function choice(key, label, choices, chosen, choose) {
  return h("div", { class: "row wrap tight", role: "group", "aria-label": label }, choices.map(([value, text]) =>
    h("button", { type: "button", class: "chip", "aria-pressed": String(value === chosen), "data-key": `${key}-${value}`, onclick: () => choose(value) }, text)));
}

/** One die after the other; tapped again, the last one is taken back. @param {Draft} draft @param {(values: Partial<Draft>) => void} set */
function dice(draft, set) {
  return h("div", { class: "row wrap tight", role: "group", "aria-label": t("Dice") },
    [1, 2, 3, 4, 5, 6].map((n) => h("button", { type: "button", class: "square", disabled: draft.dice.length >= 2, "data-key": `die-${n}`, onclick: () => set({ dice: [...draft.dice, n] }) }, String(n))),
    h("output", { class: "dice" }, draft.dice.join(" + ")),
    draft.dice.length ? h("button", { type: "button", class: "link", onclick: () => set({ dice: draft.dice.slice(0, -1) }) }, t("Take back")) : null);
}

/** @param {NotebookView} view @param {Draft} draft @param {number} most @param {(values: Partial<Draft>) => void} set */
function cards(view, draft, most, set) {
  const tap = (/** @type {string} */ id) => () => {
    const chosen = draft.cards.includes(id);
    const others = draft.cards.filter((card) => card !== id);
    set({ cards: chosen ? others : most === 1 ? [id] : [...others, id] });
  };
  const full = most > 1 && draft.cards.length >= most;
  return view.edition.categories.map((category) =>
    h("div", { class: "cards-of", role: "group", "aria-label": category.name }, category.cards.map((card) =>
      h("button", { type: "button", class: "card-chip", disabled: full && !draft.cards.includes(card.id), "aria-pressed": String(draft.cards.includes(card.id)), "data-key": `other-${card.id}`, onclick: tap(card.id) },
        glyph(card.id, category.id), h("span", null, short({ ...card, category: category.id }))))));
}
