// The menu: undo, sharing, files, looks; and the researcher's corner.

import { ask } from "./api.js";
import { fill, h } from "./dom.js";
import { icon } from "./glyphs.js";
import { keep, kept } from "./kept.js";
import { openCorrection } from "./correct.js";
import { sheet, toast } from "./sheet.js";
import { choose, decimal, grouped, lang, t } from "./words.js";

/** @typedef {import("./notebook.js").Book} Book */

/** @param {Book} book */
export function openMenu(book) {
  sheet(t("Menu"), (body, close) => fill(body, content(book, close)));
}

/** @param {Book} book @param {() => void} close */
function content(book, close) {
  const view = book.newest;
  if (!view) return [];
  const write = view.mode === "write";
  return [
    write ? h("div", { class: "row" },
      h("button", { type: "button", disabled: !book.undoable, onclick: () => (close(), book.change({ kind: "undo" })) }, icon("undo"), t("Undo")),
      h("button", { type: "button", disabled: !view.redo, onclick: () => (close(), book.change({ kind: "redo" })) }, icon("redo"), t("Redo"))) : null,
    write ? titled(book, view.title) : null,
    write ? h("button", { type: "button", "data-key": "correct-setup", onclick: () => (close(), openCorrection(book)) }, icon("edit"), t("Correct the set-up")) : null,
    section(t("Share"),
      write ? h("button", { type: "button", onclick: () => openLink(book, "write") }, icon("share"), t("My other device …")) : null,
      h("button", { type: "button", onclick: () => openLink(book, "read") }, icon("share"), t("Someone looking on …"))),
    section(t("Files"),
      ["case", "json", "csv"].map((kind) => h("button", { type: "button", onclick: () => save(book, kind) }, `.${kind}`)),
      h("button", { type: "button", onclick: () => (close(), window.print()) }, t("Print"))),
    looks(book),
    corner(book),
    h("p", null, h("a", { href: "#/" }, t("All notebooks")), write ? [" · ", h("a", { href: "#/new", onclick: () => keep("setup", view.setup) }, t("New game, same players"))] : null),
    h("p", { class: "hush small keys" }, t("Keys: n new entry, h history, a advice, u undo, r redo, g grid, p pencil mark, / command line")),
  ];
}

/** @param {string} title @param {...import("./dom.js").Child} children */
export function section(title, ...children) {
  return h("section", { class: "menu-part" }, h("h3", null, title), h("div", { class: "row wrap" }, ...children));
}

/** @param {Book} book @param {string} title */
function titled(book, title) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: 60, value: title, "aria-label": t("Title") }));
  input.addEventListener("change", () => book.change({ kind: "title", title: input.value }));
  return section(t("Title"), input);
}

/** A link, to copy or to photograph. @param {Book} book @param {"read" | "write"} mode */
async function openLink(book, mode) {
  const token = mode === "read" ? book.newest?.read : book.token;
  const link = `${location.origin}/#/n/${token}`;
  const text = mode === "read"
    ? t("Whoever has this link sees this notebook, your cards too, and cannot write in it.")
    : t("Whoever has this link can write in this notebook. Keep it to yourself.");
  const { dialog } = sheet(t("Share"), (body) => {
    const picture = h("div", { class: "qr" });
    const field = /** @type {HTMLInputElement} */ (h("input", { type: "text", readonly: true, value: link, "aria-label": t("Link"), class: "grow", "data-key": "link" }));
    fill(body, h("p", null, text), picture,
      h("div", { class: "row" }, field, h("button", { type: "button", class: "primary", "data-key": "copy", onclick: () => copy(field) }, t("Copy"))));
  });
  const drawn = await ask("notebook/code", { token: book.token, query: { mode }, text: true }).catch(() => null);
  const place = dialog.querySelector(".qr");
  if (drawn && place) fill(place, h("img", { src: `data:image/svg+xml,${encodeURIComponent(drawn)}`, alt: t("The link as a picture for a camera"), width: 200, height: 200 }));
}

/** Copy what a field says; over plain HTTP in the local network there is only the old way. @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  const copied = navigator.clipboard ? await navigator.clipboard.writeText(field.value).then(() => true, () => false) : document.execCommand("copy");
  if (copied) toast(t("Copied."));
}

/** @param {Book} book @param {string} kind */
async function save(book, kind) {
  const text = await book.ask("notebook/export", { query: { kind }, text: true });
  if (text !== null) download(`${book.newest?.title || "sleuth"}.${kind}`, text);
}

/** @param {string} name @param {string} text */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Language, light and size; the same on every page. @param {Book | null} book */
export function looks(book) {
  const redress = (/** @type {string} */ name) => (/** @type {string} */ value) => {
    keep(name, value);
    document.documentElement.dataset[name] = value;
  };
  const speak = async (/** @type {string} */ value) => {
    await choose(value);
    book?.live.hello();
    document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    if (book) book.draw();
    else window.dispatchEvent(new HashChangeEvent("hashchange"));
  };
  return section(t("Looks"),
    pick(t("Language"), [["en", "English"], ["de", "Deutsch"]], lang(), speak),
    pick(t("Light"), [["auto", t("as the system")], ["light", t("light")], ["dark", t("dark")]], kept("theme", "auto"), redress("theme")),
    pick(t("Type"), [["normal", t("normal")], ["large", t("large")]], kept("type", "normal"), redress("type")));
}

/** @param {string} label @param {string[][]} choices @param {string} chosen @param {(value: string) => void} choose */
function pick(label, choices, chosen, choose) {
  const select = h("select", { "aria-label": label, onchange: (/** @type {Event} */ e) => choose(/** @type {HTMLSelectElement} */ (e.target).value) },
    choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  return h("label", { class: "pick" }, h("span", null, label), select);
}

/** Everything in numbers, for those who want it. @param {Book} book */
function corner(book) {
  const view = book.newest;
  if (!view) return null;
  const model = (/** @type {string} */ value) => {
    keep("model", value);
    book.live.model = value;
    book.live.hello();
  };
  return h("details", { class: "menu-part" }, h("summary", null, t("In numbers")),
    h("dl", { class: "figures" },
      h("div", null, h("dt", null, t("Deals still possible")), h("dd", null, grouped(view.deals))),
      h("div", null, h("dt", null, t("Open about the envelope")), h("dd", null, t("{n} bits", { n: decimal(view.bits, 3) })))),
    h("ol", { class: "solutions" }, view.envelope.map((found) => h("li", null, found.cards.join(" "), " ", h("b", null, decimal(found.p, 4))))),
    pick(t("Chances count"), [["deals", t("every possible deal once")], ["shown", t("what would have been shown, too")]], book.live.model, model));
}
