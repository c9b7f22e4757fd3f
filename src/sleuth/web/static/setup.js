// Set-up in under a minute: edition, players in seating order, who I am, my cards.

import { ask } from "./api.js";
import { fill, h, refill } from "./dom.js";
import { deck, short } from "./game.js";
import { glyph, icon } from "./glyphs.js";
import { open } from "./home.js";
import { keep, kept } from "./kept.js";
import { lang, t } from "./words.js";

/** @typedef {import("./types.js").EditionView} EditionView */

/**
 * @typedef {{edition: string, players: string[], me: number, hand: string[], table: string[],
 *   hands: number[] | null, leftover: string, title: string}} Draft
 */

/** @param {HTMLElement} place */
export async function setUp(place) {
  fill(place, h("main", { class: "page" }, h("p", { class: "hush" }, t("One moment …"))));
  const here = location.hash;
  const editions = await allEditions();
  if (location.hash !== here) return; // somebody was faster
  if (editions.length === 0) return fill(place, h("main", { class: "page" }, h("p", null, t("No connection just now. A new notebook needs the server.")), h("p", null, h("a", { href: "#/" }, t("All notebooks")))));
  const last = kept("setup", { edition: "classic", players: ["Anna", "Ben", "Cleo"], me: "Anna" });
  const named = typeof last.edition === "string" ? last.edition : "own:0";
  const edition = editions.find((one) => one.name === named) ?? editions.find((one) => one.name === "classic") ?? editions[0];
  /** @type {Draft} */
  const draft = { edition: edition.name, players: [...last.players], me: Math.max(0, last.players.indexOf(last.me ?? "")), hand: [], table: [], hands: null, leftover: "", title: "" };
  const redraw = () => {
    const at = window.scrollY;
    refill(place, form(draft, editions, redraw));
    window.scrollTo(0, at);
  };
  redraw();
}

/** Those in the box, and the user's own. @returns {Promise<(EditionView & {own?: object})[]>} */
async function allEditions() {
  /** @type {EditionView[]} */
  const boxes = await ask("editions").then((found) => (keep(`editions:${lang()}`, found), found)).catch(() => kept(`editions:${lang()}`, []));
  /** @type {any[]} */
  const own = kept("own-editions", []);
  return [...boxes, ...own.map((one, i) => ({ ...one.view, name: `own:${i}`, own: one.raw }))];
}

/** Hands, face-up and face-down cards for these players. @param {EditionView} edition @param {Draft} draft @returns {[number[], number, number]} */
function sizes(edition, draft) {
  const n = draft.players.length;
  const usual = edition.sizes[String(n)];
  if (!usual?.length) return [[], 0, 0];
  const [hands, table, hidden] = usual;
  if (!draft.leftover) return [draft.hands ?? hands, Math.max(table, draft.table.length), hidden];
  const dealt = hands.reduce((a, b) => a + b, 0) + table;
  const each = Math.floor(dealt / n);
  if (draft.leftover === "face_up") return [draft.hands ?? hands.map(() => each), dealt - each * n, hidden];
  return [draft.hands ?? hands.map((_, i) => each + (i < dealt % n ? 1 : 0)), 0, hidden];
}

/** @param {Draft} draft @param {(EditionView & {own?: object})[]} editions @param {() => void} redraw */
function form(draft, editions, redraw) {
  const edition = editions.find((one) => one.name === draft.edition) ?? editions[0];
  const [hands, table] = sizes(edition, draft);
  const mine = draft.me >= 0 ? hands[draft.me] ?? 0 : 0;
  const start = h("footer", { class: "start" });
  // While a name is typed only the footer is drawn anew, so that the keyboard stays where it is.
  const check = () => fill(start, startPart(draft, edition, whatIsMissing(edition, draft, mine, table)));
  check();
  return h("main", { class: "page setup" },
    h("header", { class: "row" }, h("a", { class: "quiet square", href: "#/", "aria-label": t("All notebooks") }, icon("close")), h("h1", null, t("New game"))),
    part(1, t("Edition"), editionPart(draft, editions, edition, redraw)),
    part(2, t("Players, in seating order"), playersPart(draft, edition, hands, redraw, check)),
    draft.me >= 0 ? part(3, t("Your cards"), h("span", { class: "count" }, `${draft.hand.length}/${mine}`), cardsPart(edition, "hand", draft.hand, draft.table, mine, redraw)) : null,
    table > 0 ? part(4, t("Cards lying face up"), h("span", { class: "count" }, `${draft.table.length}/${table}`), cardsPart(edition, "open", draft.table, draft.hand, table, redraw)) : null,
    finer(draft, edition, hands, redraw),
    start);
}

/** @param {Draft} draft @param {EditionView & {own?: object}} edition @param {string} problem */
function startPart(draft, edition, problem) {
  return [problem ? h("p", { class: "hush", role: "status" }, problem) : null,
    h("button", { type: "button", class: "primary big wide", disabled: Boolean(problem), "data-key": "start", onclick: () => begin(draft, edition) }, t("Start"))];
}

/** @param {number} n @param {string} title @param {...import("./dom.js").Child} children */
const part = (n, title, ...children) => h("section", { class: "part" }, h("h2", null, h("span", { class: "step" }, String(n)), title), ...children);

/** @param {EditionView} edition @param {Draft} draft @param {number} mine @param {number} table */
function whatIsMissing(edition, draft, mine, table) {
  const n = draft.players.length;
  const names = draft.players.map((name) => name.trim().toLowerCase());
  if (!edition.players.includes(n)) return t("This edition is for {least} to {most} players.", { least: edition.players[0], most: edition.players.at(-1) ?? 0 });
  if (names.some((name) => !name)) return t("Every player needs a name.");
  if (new Set(names).size < n) return t("Every player needs a name of their own.");
  if (draft.me >= 0 && draft.hand.length !== mine) return t("Tap your {n} cards.", { n: mine });
  if (draft.table.length !== table) return t("Tap the {n} cards lying face up.", { n: table });
  return "";
}

/** @param {Draft} draft @param {EditionView[]} editions @param {EditionView} chosen @param {() => void} redraw */
function editionPart(draft, editions, chosen, redraw) {
  const choose = (/** @type {string} */ name) => () => {
    Object.assign(draft, { edition: name, hand: [], table: [], hands: null, leftover: "" });
    redraw();
  };
  return [
    h("div", { class: "row scroll", role: "group", "aria-label": t("Edition") }, editions.map((edition) =>
      h("button", { type: "button", class: "box", "aria-pressed": String(edition.name === chosen.name), "data-key": `edition-${edition.name}`, onclick: choose(edition.name) },
        h("span", { class: "fan" }, edition.categories.flatMap((category) => category.cards.slice(0, 2).map((card) => glyph(card.id, category.id)))),
        h("b", null, edition.title), h("small", null, t("{n} cards · {least}–{most} players", { n: deck(edition).length, least: edition.players[0], most: edition.players.at(-1) ?? 0 }))))),
    h("p", { class: "small" }, h("a", { href: "#/edition" }, t("Make your own edition …"))),
  ];
}

/** @param {Draft} draft @param {EditionView} edition @param {number[]} hands @param {() => void} redraw @param {() => void} check */
function playersPart(draft, edition, hands, redraw, check) {
  const most = edition.players.at(-1) ?? 6;
  const change = (/** @type {() => void} */ act) => () => {
    act();
    draft.hands = null;
    draft.hand = draft.hand.slice(0, 99);
    redraw();
  };
  const move = (/** @type {number} */ from, /** @type {number} */ to) => {
    const seats = draft.players.map((name, i) => ({ name, me: i === draft.me }));
    seats.splice(to, 0, ...seats.splice(from, 1));
    draft.players = seats.map((seat) => seat.name);
    draft.me = seats.findIndex((seat) => seat.me);
  };
  const remove = (/** @type {number} */ i) => {
    draft.players.splice(i, 1);
    draft.me = draft.me === i ? 0 : draft.me > i ? draft.me - 1 : draft.me;
  };
  return [
    h("ol", { class: "players" }, draft.players.map((name, i) => {
      const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", value: name, maxlength: 20, autocomplete: "off", "aria-label": t("Player {n}", { n: i + 1 }), "data-key": `name-${i}` }));
      input.addEventListener("input", () => ((draft.players[i] = input.value.replace(/\s+/g, "")), check()));
      return h("li", null,
        h("span", { class: "grip", title: t("Drag"), "aria-hidden": "true", "data-key": `grip-${i}`, onpointerdown: dragged(i, (to) => change(() => move(i, to))()) }, icon("grip")),
        input,
        h("label", { class: "me-pick" }, h("input", { type: "radio", name: "me", checked: draft.me === i, "data-key": `me-${i}`, onchange: change(() => ((draft.me = i), (draft.hand = []))) }), t("me")),
        h("span", { class: "hush size", title: t("cards in the hand") }, hands[i] ?? ""),
        h("button", { type: "button", class: "quiet square", disabled: i === 0, "aria-label": t("Move {name} up", { name }), onclick: change(() => move(i, i - 1)) }, icon("up")),
        h("button", { type: "button", class: "quiet square", disabled: i === draft.players.length - 1, "aria-label": t("Move {name} down", { name }), onclick: change(() => move(i, i + 1)) }, icon("down")),
        h("button", { type: "button", class: "quiet square", disabled: draft.players.length < 2, "aria-label": t("Remove {name}", { name }), onclick: change(() => remove(i)) }, icon("close")));
    })),
    h("div", { class: "row" },
      h("button", { type: "button", disabled: draft.players.length >= most, "data-key": "add-player", onclick: change(() => draft.players.push(fresh(draft.players))) }, icon("plus"), t("Player")),
      h("button", { type: "button", class: "link", onclick: change(() => ((draft.me = draft.me < 0 ? 0 : -1), (draft.hand = []))) }, draft.me < 0 ? t("I play too") : t("I only look on"))),
  ];
}

/** A seat is dragged by its grip, with a mouse or a finger, and the others make room. @param {number} from @param {(to: number) => void} drop */
const dragged = (from, drop) => (/** @type {PointerEvent} */ start) => {
  const grip = /** @type {HTMLElement} */ (start.currentTarget);
  const row = /** @type {HTMLElement} */ (grip.closest("li"));
  const rows = /** @type {HTMLElement[]} */ ([...(row.parentElement?.children ?? [])]);
  const height = row.offsetHeight + parseFloat(getComputedStyle(row).marginBottom);
  let to = from;
  start.preventDefault();
  grip.setPointerCapture(start.pointerId);
  row.classList.add("dragged");
  grip.onpointermove = (event) => {
    const by = event.clientY - start.clientY;
    to = Math.max(0, Math.min(rows.length - 1, from + Math.round(by / height)));
    rows.forEach((other, i) => {
      const shift = i === from ? by : i > from && i <= to ? -height : i < from && i >= to ? height : 0;
      other.style.setProperty("--shift", `${shift}px`);
    });
  };
  grip.onpointerup = grip.onpointercancel = () => drop(to);
};

const NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fanny", "Gero", "Hanna", "Ivo", "Jana", "Karl", "Lea"];

/** A name that nobody has yet. @param {string[]} taken */
const fresh = (taken) => NAMES.find((name) => !taken.includes(name)) ?? `P${taken.length + 1}`;

/** Cards to tap, up to so many. @param {EditionView} edition @param {string} name @param {string[]} chosen @param {string[]} elsewhere @param {number} most @param {() => void} redraw */
export function cardsPart(edition, name, chosen, elsewhere, most, redraw) {
  const tap = (/** @type {string} */ id) => () => {
    const at = chosen.indexOf(id);
    if (at >= 0) chosen.splice(at, 1);
    else if (chosen.length < most) chosen.push(id);
    redraw();
  };
  return edition.categories.map((category) =>
    h("div", { class: "cards-of", role: "group", "aria-label": category.name }, category.cards.map((card) =>
      h("button", { type: "button", class: "card-chip", disabled: elsewhere.includes(card.id) || (chosen.length >= most && !chosen.includes(card.id)), "aria-pressed": String(chosen.includes(card.id)), "data-key": `${name}-${card.id}`, onclick: tap(card.id) },
        glyph(card.id, category.id), h("span", null, short({ ...card, category: category.id }))))));
}

/** Hand sizes and the leftover cards, for tables that deal otherwise. */
/** @param {Draft} draft @param {EditionView} edition @param {number[]} hands @param {() => void} redraw */
function finer(draft, edition, hands, redraw) {
  const total = hands.reduce((a, b) => a + b, 0);
  const adjust = (/** @type {number} */ seat, /** @type {number} */ by) => () => {
    draft.hands = hands.map((n, i) => Math.max(0, n + (i === seat ? by : 0)));
    draft.hand = draft.hand.slice(0, draft.hands[draft.me] ?? 0);
    redraw();
  };
  const leftover = (/** @type {Event} */ event) => {
    Object.assign(draft, { leftover: /** @type {HTMLSelectElement} */ (event.target).value, hands: null, table: [], hand: [] });
    redraw();
  };
  return h("details", { class: "part", open: draft.hands !== null || draft.leftover !== "" },
    h("summary", null, t("Dealt otherwise?")),
    h("label", { class: "pick" }, h("span", null, t("Cards left over")), h("select", { onchange: leftover, "data-key": "leftover" },
      [["", t("as the edition says")], ["uneven", t("some get one more")], ["face_up", t("lie face up")]].map(([value, text]) => h("option", { value, selected: draft.leftover === value }, text)))),
    h("ul", { class: "hand-sizes" }, draft.players.map((name, i) => h("li", null, h("span", null, name),
      h("button", { type: "button", class: "square", "aria-label": t("One card less for {name}", { name }), onclick: adjust(i, -1) }, icon("minus")),
      h("b", null, hands[i] ?? 0),
      h("button", { type: "button", class: "square", "aria-label": t("One card more for {name}", { name }), onclick: adjust(i, 1) }, icon("plus"))))),
    h("p", { class: "hush small" }, t("{n} cards in all hands together", { n: total })));
}

/** @param {Draft} draft @param {EditionView & {own?: object}} edition */
function begin(draft, edition) {
  const players = draft.players.map((name) => name.trim());
  const setup = {
    edition: edition.own ?? edition.name, players, me: draft.me >= 0 ? players[draft.me] : null, hand: draft.me >= 0 ? draft.hand : null,
    hands: draft.hands, table: draft.table, rules: draft.leftover ? { leftover: draft.leftover } : {},
  };
  keep("setup", { ...setup, edition: edition.name });
  const day = new Date().toLocaleDateString(lang(), { weekday: "long" });
  open({ setup, title: day });
}
