// What the page needs to know about a game beyond what it is told: names for narrow columns, and lines.

/** @typedef {import("./types.js").NotebookView} NotebookView */
/** @typedef {import("./types.js").EditionView} EditionView */
/** @typedef {import("./types.js").CardView} CardView */

/** @param {EditionView} edition @returns {(CardView & {category: string})[]} */
export function deck(edition) {
  return edition.categories.flatMap((category) => category.cards.map((card) => ({ ...card, category: category.id })));
}

/** @param {EditionView} edition @param {string} id */
export function cardOf(edition, id) {
  return deck(edition).find((card) => card.id === id);
}

/** A card's name where there is little room: people go by their last name. @param {CardView & {category: string}} card */
export function short(card) {
  const name = card.name;
  if (card.category !== "suspect") return soft(name.replace(/ (Room|House)$/, ""));
  return name.split(" ").at(-1) ?? name;
}

/** A long compound with a place where it may be parted; browsers without a dictionary would part it anywhere. @param {string} name */
function soft(name) {
  return name.replace(/(?<=\p{L}{3})(zimmer|garten|rohr|zange|flasche|palast|theater|school|stick|tory|wagen|abteil)$/iu, "\u00ad$1");
}

/** @param {EditionView} edition @param {string} id */
export function shortName(edition, id) {
  const card = cardOf(edition, id);
  return card ? short(card) : id;
}

/**
 * The shortest beginnings that tell the players apart, at least two letters.
 * @param {string[]} names
 * @returns {string[]}
 */
export function initials(names) {
  return names.map((name) => {
    for (let n = 2; n < name.length; n++) {
      const start = name.slice(0, n).toLowerCase();
      if (names.every((other) => other === name || !other.toLowerCase().startsWith(start))) return name.slice(0, n);
    }
    return name.slice(0, 4);
  });
}

/** The other seats in the order in which they answer. @param {number} n @param {number} seat */
export function leftOf(n, seat) {
  return Array.from({ length: n - 1 }, (_, i) => (seat + 1 + i) % n);
}

/**
 * A question as a line of notation.
 * @param {string[]} players @param {number} asker @param {string[]} cards
 * @param {number | null} shower  null if nobody could show
 * @param {string | null} card
 * @param {number[]} excused  those who did not have to answer
 */
export function questionLine(players, asker, cards, shower, card, excused = []) {
  const order = leftOf(players.length, asker);
  const before = shower === null ? order : order.slice(0, order.indexOf(shower));
  const silent = before.filter((seat) => excused.includes(seat)).map((seat) => `${players[seat]} /`);
  const last = shower === null ? "-" : `${players[shower]} !${card ? ` ${card}` : ""}`;
  return [`${players[asker]} ? ${cards.join(" ")}`, ...silent, last].join(" | ");
}

/** The notebook's own cards. @param {NotebookView} view @returns {string[]} */
export function myCards(view) {
  const me = view.places.findIndex((place) => place.me);
  return me < 0 ? [] : deck(view.edition).filter((_, i) => view.rows[i][me] === true).map((card) => card.id);
}

/** How many seats there are. @param {NotebookView} view */
export const seats = (view) => view.setup.players.length;

/** The seat of the notebook's owner, or -1. @param {NotebookView} view */
export const mySeat = (view) => view.places.findIndex((place) => place.me);
