// The command line: a line of notation, completed word by word.

import { fill, h, newKey } from "./dom.js";
import { deck } from "./game.js";
import { t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */

/** @param {Book} book */
export function commandLine(book) {
  return h("div", { class: "command" }, commandInput(book, (line) => book.change({ kind: "add", line }), ""));
}

/** What was typed survives a new drawing of the screen. */
let typed = "";

/** @param {Book} book @param {(line: string) => void} enter @param {string} start */
export function commandInput(book, enter, start) {
  const id = newKey();
  const list = h("div", { class: "completions", id, role: "listbox", "aria-label": t("Completions") });
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", class: "line", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "data-key": start ? "line" : "command",
      "aria-label": t("A line of notation"), placeholder: "be ? gr ro st | an !", value: start || typed })
  );
  const remember = (/** @type {string} */ text) => (start ? null : (typed = text));
  const offer = () => fill(list, completions(book, input.value).slice(0, 8).map((word) =>
    h("button", { type: "button", class: "chip", role: "option", tabindex: "-1", onclick: () => take(word) }, word)));
  const take = (/** @type {string} */ word) => {
    input.value = input.value.replace(/\S*$/, `${word} `);
    remember(input.value);
    input.focus();
    offer();
  };
  const submit = () => {
    const line = input.value.trim();
    if (!line) return;
    input.value = "";
    remember("");
    enter(line);
  };
  input.addEventListener("input", () => (remember(input.value), offer()));
  input.addEventListener("keydown", (event) => {
    const [first] = completions(book, input.value);
    if (event.key === "Enter") {
      event.preventDefault(); // or what gets the focus when a sheet closes would be pressed, too
      submit();
    } else if (event.key === "Escape") input.blur();
    else if (event.key === "Tab" && first && /\S$/.test(input.value)) {
      event.preventDefault();
      take(first);
    }
  });
  return h("div", { class: "line-box" }, list, h("div", { class: "row" }, input, h("button", { type: "button", onclick: submit }, t("Enter"))));
}

/** The words that may stand here: players first, then signs, then cards. @param {Book} book @param {string} text */
export function completions(book, text) {
  const view = book.newest;
  const word = /\S*$/.exec(text)?.[0].toLowerCase() ?? "";
  if (!view || word === "") return [];
  const before = text.slice(0, text.length - word.length);
  const starts = /(^|\|)\s*$/.test(before);
  const cards = deck(view.edition).filter((card) => [card.id, ...card.also].some((name) => name.toLowerCase().startsWith(word))).map((card) => card.id);
  const players = view.setup.players.filter((name) => name.toLowerCase().startsWith(word));
  return starts ? players : [...cards, ...["lacks", "peeks", "has"].filter((verb) => verb.startsWith(word))];
}
