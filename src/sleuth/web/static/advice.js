// Advice: three questions with one number each, and the reason in a sentence; more on demand.

import { fill, h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { cardOf, mySeat, short } from "./game.js";
import { openLog } from "./logsheet.js";
import { sheet } from "./sheet.js";
import { decimal, percent, t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */
/** @typedef {import("./types.js").AdviceView} AdviceView */

/** @param {Book} book */
export function openAdvice(book) {
  const draw = (/** @type {HTMLElement} */ body) => {
    wanted = `${book.token}/${book.newest?.version}`;
    fill(body, advicePanel(book));
  };
  const { dialog } = sheet(t("What to ask"), draw, { wide: true });
  const body = /** @type {HTMLElement} */ (dialog.querySelector(".sheet-body"));
  body.dataset.live = "advice";
  body.addEventListener("redraw", () => draw(body));
}

/** @type {{key: string, found: AdviceView[] | null, better: boolean, accuse: any}} */
let known = { key: "", found: null, better: false, accuse: null };
/** The rooms within reach, if the player says so. @type {string[]} */
let rooms = [];
let more = false;
/** What has been unfolded stays so when better numbers come. @type {Set<string>} */
const unfolded = new Set();
/** The version for which advice was asked for although it is not my turn. */
let wanted = "";
/** Below this chance nobody thinks of accusing. */
const WORTH_A_THOUGHT = 0.2;

/** @param {Book} book */
export function advicePanel(book) {
  const view = book.newest;
  if (!view) return null;
  const box = h("div", { class: "advice" });
  if (mySeat(view) < 0) fill(box, h("p", { class: "hush" }, t("Advice is for a player: say in the set-up who you are.")));
  else {
    draw(book, box);
    fetchAdvice(book, box);
  }
  return box;
}

/** Numbers at once, then better ones. @param {Book} book @param {HTMLElement} box */
async function fetchAdvice(book, box) {
  const key = `${book.token}/${book.newest?.version}/${rooms.join()}`;
  if (known.key === key || !due(book) || book.newest?.trouble || !book.online) return;
  known = { key, found: null, better: false, accuse: null };
  draw(book, box);
  for (const thorough of [false, true]) {
    const [found, accuse] = await Promise.all([
      book.ask("notebook/advice", { query: { room: rooms, thorough } }),
      thorough && worthAccusing(book) ? book.ask("notebook/accuse") : null,
    ]);
    if (known.key !== key) return;
    if (!found) return void (known.key = "");
    known = { key, found, better: thorough, accuse: accuse ?? known.accuse };
    document.querySelectorAll(".advice").forEach((place) => draw(book, /** @type {HTMLElement} */ (place)));
  }
}

/** @param {Book} book */
function worthAccusing({ newest }) {
  return newest?.accuses && (newest.envelope[0]?.p ?? 0) >= WORTH_A_THOUGHT;
}

/** Whether advice is wanted now: it is my turn, or it was asked for. @param {Book} book */
function due(book) {
  const view = book.newest;
  if (!view) return false;
  return view.next === mySeat(view) || wanted === `${book.token}/${view.version}`;
}

/** @param {Book} book @param {HTMLElement} box */
function draw(book, box) {
  if (!due(book)) {
    const want = () => {
      wanted = `${book.token}/${book.newest?.version}`;
      draw(book, box);
      fetchAdvice(book, box);
    };
    return fill(box, h("h2", { class: "panel-title" }, t("What to ask")), h("p", { class: "hush" }, t("It is not your turn.")),
      h("button", { type: "button", "data-key": "advise-anyway", onclick: want }, t("Advise me all the same")));
  }
  const found = known.found;
  const shown = found?.slice(0, more ? 12 : 3) ?? [];
  fill(box, h("h2", { class: "panel-title" }, t("What to ask")),
    book.newest?.trouble ? h("p", null, t("First mend what does not add up.")) : null,
    accusation(book),
    reach(book),
    !found && !book.newest?.trouble ? h("p", { class: "hush busy" }, t("Thinking …")) : null,
    h("ol", { class: "questions" }, shown.map((advice) => question(book, advice))),
    found && found.length > 3 ? h("button", { type: "button", class: "link", onclick: () => ((more = !more), draw(book, box)) }, more ? t("Fewer") : t("More questions")) : null,
    found && !known.better ? h("p", { class: "hush busy" }, t("These numbers are getting better …")) : null);
}

/** @param {Book} book */
function accusation(book) {
  const accuse = known.accuse;
  const view = book.newest;
  if (!accuse || !view) return null;
  const names = accuse.cards.map((/** @type {string} */ id) => cardOf(view.edition, id)?.name ?? id).join(", ");
  const log = () => openLog(book, { kind: "accuse", cards: accuse.cards, asker: mySeat(view) });
  const yes = accuse.now || accuse.verdict === "first";
  return h("div", { class: yes ? "verdict-line yes" : "verdict-line" }, h("b", null, names), h("p", null, accuse.text), h("p", { class: "hush small" }, accuse.figures),
    accuse.now && view.mode === "write" ? h("button", { type: "button", class: "brass", "data-key": "accuse", onclick: log }, t("Log this accusation")) : null);
}

/** @param {Book} book @param {AdviceView} advice */
function question(book, advice) {
  const view = book.newest;
  if (!view) return null;
  const rivals = advice.leaks.filter((_, seat) => seat !== mySeat(view));
  const leak = rivals.reduce((sum, bits) => sum + bits, 0) / Math.max(1, rivals.length);
  const cards = advice.cards.map((id) => cardOf(view.edition, id));
  return h("li", { class: "question" },
    h("button", { type: "button", class: "cards", title: t("Log this question"), onclick: () => openLog(book, { cards: advice.cards, asker: mySeat(view) }) },
      h("span", { class: "with-glyphs" }, cards.map((card) => card && h("span", { class: "with-glyph" }, glyph(card.id, card.category), short(card)))),
      h("span", { class: "gain" }, h("b", null, `${percent(1 - 2 ** -advice.bits)} %`), h("small", null, t("ruled out")))),
    h("p", null, advice.why),
    h("details", fold(advice.cards.join()), h("summary", null, t("In numbers")),
      h("dl", { class: "figures" },
        figure(t("You learn"), t("{n} bits", { n: decimal(advice.bits, 2) })),
        figure(t("Solves it"), `${percent(advice.solves)} %`),
        figure(t("Others learn"), t("{n} bits", { n: decimal(leak, 2) })),
        figure(t("Worth"), t("{n} bits", { n: `${decimal(advice.value, 2)} ± ${decimal(advice.error, 2)}` }))),
      h("ul", { class: "small" }, advice.answers.slice(0, 6).map((answer) => h("li", null, likely(view, answer))))));
}

/** @param {string} name */
const fold = (name) => ({
  open: unfolded.has(name),
  ontoggle: (/** @type {Event} */ event) => (/** @type {HTMLDetailsElement} */ (event.target).open ? unfolded.add(name) : unfolded.delete(name)),
});

/** One way it may be answered. @param {import("./types.js").NotebookView} view @param {AdviceView["answers"][number]} answer */
function likely(view, answer) {
  const card = answer.card ? cardOf(view.edition, answer.card)?.name ?? "" : "";
  const p = percent(answer.p);
  if (answer.seat === null) return t("{p} %: nobody shows a card", { p });
  return t("{p} %: {name} shows {card}", { p, name: view.setup.players[answer.seat], card });
}

/** @param {string} name @param {string} value */
const figure = (name, value) => h("div", null, h("dt", null, name), h("dd", null, value));

/** Only the rooms within reach, if I say so. @param {Book} book */
function reach(book) {
  const places = book.newest?.edition.categories.at(-1);
  if (!places) return null;
  const toggle = (/** @type {string} */ id) => () => {
    rooms = rooms.includes(id) ? rooms.filter((room) => room !== id) : [...rooms, id];
    document.querySelectorAll(".advice").forEach((box) => (draw(book, /** @type {HTMLElement} */ (box)), fetchAdvice(book, /** @type {HTMLElement} */ (box))));
  };
  return h("details", { class: "reach", ...fold("reach") },
    h("summary", null, rooms.length ? t("Only rooms within reach: {n}", { n: rooms.length }) : t("Only rooms within reach …")),
    h("div", { class: "row wrap" }, places.cards.map((card) =>
      h("button", { type: "button", class: "chip", "aria-pressed": String(rooms.includes(card.id)), onclick: toggle(card.id) }, card.name))));
}
