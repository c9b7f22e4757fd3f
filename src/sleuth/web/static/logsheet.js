// Logging: three cards, who showed, and the card if I saw it. Six taps at most, and the sheet closes itself.

import { fill, h, refill } from "./dom.js";
import { cardOf, leftOf, myCards, mySeat, questionLine, short } from "./game.js";
import { glyph, icon } from "./glyphs.js";
import { sheet } from "./sheet.js";
import { commandInput } from "./command.js";
import { otherEvents } from "./others.js";
import { t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */
/** @typedef {import("./types.js").EntryView} EntryView */

/**
 * What has been tapped so far. `shower` is undefined while unknown, null for nobody.
 * @typedef {{kind: "ask" | "accuse" | "other", asker: number, cards: (string | null)[],
 *   shower: number | null | undefined, excused: number[], excusing: boolean, spied: boolean, entry: EntryView | null, trial: boolean}} Draft
 */

/** @param {Pick<Draft, "kind" | "asker" | "cards" | "entry">} known @returns {Draft} */
const begun = (known) => ({ shower: undefined, excused: [], excusing: false, spied: false, trial: false, ...known });

/** @param {Book} book @param {{kind?: "ask" | "accuse", cards?: string[], asker?: number}} [given] */
export function openLog(book, given = {}) {
  const view = book.newest;
  if (!view) return;
  const cards = view.edition.categories.map((_, i) => given.cards?.[i] ?? null);
  open(book, begun({ kind: given.kind ?? "ask", asker: given.asker ?? view.next, cards, entry: null }));
}

/** Correct an entry: a question by tapping, anything else as a line. @param {Book} book @param {EntryView} entry */
export function openEdit(book, entry) {
  if (entry.kind === "suggested" && entry.seat !== null) {
    open(book, begun({ kind: "ask", asker: entry.seat, cards: [...entry.cards], entry }));
  } else if (entry.kind === "accused" && entry.seat !== null) {
    open(book, begun({ kind: "accuse", asker: entry.seat, cards: [...entry.cards], entry }));
  } else {
    openLine(book, { kind: "edit", entry: entry.id, line: entry.line }, entry.text);
  }
}

/** Correct a line that was, or was to be, entered. @param {Book} book @param {import("./types.js").Change} change @param {string} [text] */
export function openLine(book, change, text = "") {
  sheet(t("Correct it …"), (body, close) => {
    const save = (/** @type {string} */ line) => (close(), book.change({ ...change, line }));
    fill(body, text ? h("p", null, text) : null, commandInput(book, save, change.line ?? ""));
  });
}

/** @param {Book} book @param {Draft} draft */
function open(book, draft) {
  const { dialog, close, retitle } = sheet("", () => {}, { wide: true });
  dialog.classList.add("log");
  const body = /** @type {HTMLElement} */ (dialog.querySelector(".sheet-body"));
  const redraw = () => {
    retitle(titleOf(book, draft));
    refill(body, parts(book, draft, redraw, finish));
    body.querySelector('.scroll [aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "center" });
    if (draft.shower !== undefined) body.querySelector(".shown")?.scrollIntoView({ block: "end" });
    else if (draft.cards.every(Boolean)) body.querySelector(".answers")?.scrollIntoView({ block: "nearest" });
  };
  const finish = (/** @type {string} */ line) => {
    close();
    if (draft.trial) book.trial(line);
    else book.change(draft.entry ? { kind: "edit", entry: draft.entry.id, line } : { kind: "add", line });
  };
  redraw();
}

/** @param {Book} book @param {Draft} draft */
function titleOf(book, draft) {
  const name = book.newest?.setup.players[draft.asker] ?? "";
  const mine = book.newest && draft.asker === mySeat(book.newest);
  if (draft.kind === "other") return t("Something else");
  if (draft.kind === "accuse") return mine ? t("You accuse") : t("{name} accuses", { name });
  return mine ? t("You ask") : t("{name} asks", { name });
}

/** @param {Book} book @param {Draft} draft @param {() => void} redraw @param {(line: string) => void} finish */
function parts(book, draft, redraw, finish) {
  const kinds = draft.entry ? null : kindRow(draft, redraw);
  if (draft.kind === "other") return [kinds, otherEvents(book, finish)];
  const complete = draft.cards.every(Boolean);
  return [
    kinds,
    askerRow(book, draft, redraw),
    cardRows(book, draft, redraw),
    draft.kind === "accuse" ? verdictRow(book, draft, complete, finish) : answerRow(book, draft, complete, redraw, finish),
    h("label", { class: "check hush" }, h("input", { type: "checkbox", checked: draft.trial, onchange: (/** @type {Event} */ e) => { draft.trial = /** @type {HTMLInputElement} */ (e.target).checked; } }), t("Only try it: what if?")),
  ];
}

/** @param {Draft} draft @param {() => void} redraw */
function kindRow(draft, redraw) {
  const choices = /** @type {const} */ ([["ask", t("Question")], ["accuse", t("Accusation")], ["other", t("Other")]]);
  return h("div", { class: "segments", role: "group", "aria-label": t("What happened") }, choices.map(([kind, text]) =>
    h("button", { type: "button", "aria-pressed": String(draft.kind === kind), "data-key": `kind-${kind}`, onclick: () => ((draft.kind = kind), redraw()) }, text)));
}

/** @param {Book} book @param {Draft} draft @param {() => void} redraw */
function askerRow(book, draft, redraw) {
  const players = book.newest?.setup.players ?? [];
  const out = (/** @type {number} */ seat) => Boolean(book.newest?.places[seat].out);
  return h("div", { class: "row scroll", role: "group", "aria-label": t("Who asks") }, players.map((name, seat) =>
    h("button", { type: "button", class: "chip", disabled: out(seat), "aria-pressed": String(draft.asker === seat), "data-key": `asker-${seat}`,
      onclick: () => ((draft.asker = seat), (draft.shower = undefined), redraw()) }, name)));
}

/** @param {Book} book @param {Draft} draft @param {() => void} redraw */
function cardRows(book, draft, redraw) {
  const view = book.newest;
  if (!view) return null;
  let row = 0;
  return view.edition.categories.map((category, i) =>
    h("div", { class: "cards-of", role: "group", "aria-label": category.name },
      category.cards.map((card) => {
        const settled = view.rows[row++].includes(true);
        const chosen = draft.cards[i] === card.id;
        return h("button", { type: "button", class: settled ? "card-chip settled" : "card-chip", "aria-pressed": String(chosen), "data-key": `card-${card.id}`,
          onclick: () => ((draft.cards[i] = card.id), (draft.shower = undefined), redraw()) },
          glyph(card.id, category.id), h("span", null, short({ ...card, category: category.id })));
      })));
}

/** Who showed: those before turn into passes by themselves. */
/** @param {Book} book @param {Draft} draft @param {boolean} complete @param {() => void} redraw @param {(line: string) => void} finish */
function answerRow(book, draft, complete, redraw, finish) {
  const view = book.newest;
  if (!view) return null;
  const players = view.setup.players;
  const order = leftOf(players.length, draft.asker);
  const me = mySeat(view);
  const cards = /** @type {string[]} */ (draft.cards);
  const done = (/** @type {number | null} */ seat, /** @type {string | null} */ card) => finish(questionLine(players, draft.asker, cards, seat, card, draft.excused));
  const tap = (/** @type {number} */ seat) => () => {
    if (draft.excusing) return excuse(draft, seat), redraw();
    draft.shower = seat;
    const seen = draft.asker === me || seat === me || draft.spied;
    const choices = choicesOf(book, draft, seat);
    if (!seen) done(seat, null);
    else if (seat === me && choices.length === 1) done(seat, choices[0]);
    else redraw();
  };
  const shower = draft.shower;
  const at = typeof shower === "number" ? order.indexOf(shower) : -1;
  const asked = draft.excusing ? t("Who did not have to answer?") : t("Who showed a card?");
  const chip = (/** @type {number} */ seat, /** @type {number} */ i) => {
    const excused = draft.excused.includes(seat);
    const passed = !excused && at >= 0 && i < at;
    return h("button", { type: "button", class: passed || excused ? "chip passed" : "chip", disabled: !complete || (excused && !draft.excusing), "aria-pressed": String(seat === shower || (excused && draft.excusing)), "data-key": `shower-${seat}`, onclick: tap(seat) },
      h("span", null, seat === me ? t("{name} (you)", { name: players[seat] }) : players[seat]), passed || excused ? h("small", null, passed ? t("passed") : t("excused")) : null);
  };
  return h("div", { class: complete ? "answers" : "answers not-yet" },
    h("p", { class: "hush" }, complete ? asked : t("Choose one card of each kind.")),
    h("div", { class: "row wrap", role: "group", "aria-label": asked }, order.map(chip),
      draft.excusing ? h("button", { type: "button", class: "chip brass", "data-key": "excused-done", onclick: () => ((draft.excusing = false), redraw()) }, icon("yes"), t("Done"))
        : h("button", { type: "button", class: "chip", disabled: !complete, "data-key": "shower-nobody", onclick: () => done(null, null) }, t("Nobody"))),
    complete && view.edition.bonus.length > 0 && !draft.excusing ? bonusRow(draft, draft.asker !== me, redraw) : null,
    typeof shower === "number" ? shownRow(book, draft, shower, done) : null);
}

/** What bonus cards do to an answer. @param {Draft} draft @param {boolean} foreign @param {() => void} redraw */
function bonusRow(draft, foreign, redraw) {
  const excusing = () => ((draft.excusing = true), (draft.shower = undefined), redraw());
  return h("div", { class: "row wrap tight" },
    h("button", { type: "button", class: "chip", "data-key": "excuse", onclick: excusing }, t("Somebody did not have to answer …")),
    foreign ? h("button", { type: "button", class: "chip", "aria-pressed": String(draft.spied), "data-key": "spied", onclick: () => ((draft.spied = !draft.spied), redraw()) }, t("I got to see the card")) : null);
}

/** A bonus card spares somebody the answer, or after all not. @param {Draft} draft @param {number} seat */
function excuse(draft, seat) {
  draft.excused = draft.excused.includes(seat) ? draft.excused.filter((other) => other !== seat) : [...draft.excused, seat];
}

/** The cards that a seat may have shown; mine are known. @param {Book} book @param {Draft} draft @param {number} seat */
function choicesOf(book, draft, seat) {
  const cards = /** @type {string[]} */ (draft.cards);
  const view = book.newest;
  if (!view || seat !== mySeat(view)) return cards;
  const mine = myCards(view);
  const both = cards.filter((card) => mine.includes(card));
  return both.length > 0 ? both : cards;
}

/** @param {Book} book @param {Draft} draft @param {number} shower @param {(seat: number, card: string | null) => void} done */
function shownRow(book, draft, shower, done) {
  const view = book.newest;
  if (!view) return null;
  const mine = shower === mySeat(view);
  const advice = h("p", { class: "hush" });
  if (mine) adviseShowing(book, draft, advice);
  return h("div", { class: "shown" },
    h("p", { class: "hush" }, mine ? t("Which card did you show?") : t("Which card did you see?")),
    h("div", { class: "row wrap", role: "group", "aria-label": t("The card") }, choicesOf(book, draft, shower).map((id) => {
      const card = cardOf(view.edition, id);
      return card && h("button", { type: "button", class: "card-chip", "data-key": `shown-${id}`, onclick: () => done(shower, id) }, glyph(id, card.category), h("span", null, short(card)));
    })),
    advice);
}

/** Which card gives away least, when I have a choice. @param {Book} book @param {Draft} draft @param {HTMLElement} place */
async function adviseShowing(book, draft, place) {
  const asker = book.newest?.setup.players[draft.asker];
  const found = await book.ask("notebook/show", { query: { asker, card: draft.cards } });
  if (found?.length) fill(place, found[0].why);
}

/** @param {Book} book @param {Draft} draft @param {boolean} complete @param {(line: string) => void} finish */
function verdictRow(book, draft, complete, finish) {
  const players = book.newest?.setup.players ?? [];
  const say = (/** @type {string} */ verdict) => () => finish(`${players[draft.asker]} = ${draft.cards.join(" ")} ${verdict}`);
  return h("div", { class: complete ? "answers" : "answers not-yet" },
    h("p", { class: "hush" }, complete ? t("Was it right?") : t("Choose one card of each kind.")),
    h("div", { class: "row" },
      h("button", { type: "button", class: "chip", disabled: !complete, "data-key": "wrong", onclick: say("x") }, t("Wrong")),
      h("button", { type: "button", class: "chip", disabled: !complete, "data-key": "right", onclick: say("ok") }, t("Right"))));
}
