// The user's own edition: kinds, cards, how many play. Checked by the server, kept in this browser, exported.

import { ask, Refused } from "./api.js";
import { fill, h } from "./dom.js";
import { icon } from "./glyphs.js";
import { keep, kept } from "./kept.js";
import { download } from "./menu.js";
import { hush, toast } from "./sheet.js";
import { lang, t } from "./words.js";

/** @typedef {{name: string, cards: string}} Kind */
/** @typedef {{title: string, least: number, most: number, kinds: Kind[], index: number}} Draft */

/** @param {HTMLElement} place */
export function ownEdition(place) {
  /** @type {any[]} */
  const own = kept("own-editions", []);
  /** @type {Draft} */
  const draft = own[0]?.draft ?? {
    title: t("Our own case"), least: 3, most: 6, index: 0,
    kinds: [
      { name: t("Suspect"), cards: "" },
      { name: t("Weapon"), cards: "" },
      { name: t("Room"), cards: "" },
    ],
  };
  const redraw = () => fill(place, form(draft, own, redraw, place));
  redraw();
}

/** @param {Draft} draft @param {any[]} own @param {() => void} redraw @param {HTMLElement} place */
function form(draft, own, redraw, place) {
  return h("main", { class: "page" },
    h("header", { class: "row" }, h("a", { class: "quiet square", href: "#/new", "aria-label": t("Back") }, icon("close")), h("h1", null, t("Your own edition"))),
    own.length > 1 ? h("div", { class: "row wrap" }, own.map((one, i) => h("button", { type: "button", class: "chip", "aria-pressed": String(draft.index === i), onclick: () => (Object.assign(draft, one.draft, { index: i }), redraw()) }, one.draft.title))) : null,
    field(t("Title"), draft.title, (value) => (draft.title = value)),
    h("div", { class: "row" },
      field(t("Players from"), String(draft.least), (value) => (draft.least = Number(value)), "number"),
      field(t("to"), String(draft.most), (value) => (draft.most = Number(value)), "number")),
    draft.kinds.map((kind, i) => kindPart(draft, kind, i, redraw)),
    h("div", { class: "row wrap" },
      h("button", { type: "button", onclick: () => (draft.kinds.push({ name: "", cards: "" }), redraw()) }, icon("plus"), t("Kind of card")),
      h("button", { type: "button", class: "primary", "data-key": "save-edition", onclick: () => save(draft, own) }, t("Save")),
      h("button", { type: "button", onclick: () => download(`${draft.title.replaceAll("/", "-")}.toml`, toml(draft)) }, t("Export")),
      own.length ? h("button", { type: "button", onclick: () => (Object.assign(draft, { title: "", index: own.length, kinds: draft.kinds.map((kind) => ({ ...kind, cards: "" })) }), redraw()) }, t("Another one")) : null));
}

/** @param {string} label @param {string} value @param {(value: string) => void} change @param {string} [type] */
function field(label, value, change, type = "text") {
  const input = h("input", { type, value, maxlength: 60, oninput: (/** @type {Event} */ e) => change(/** @type {HTMLInputElement} */ (e.target).value) });
  return h("label", { class: "field" }, h("span", null, label), input);
}

/** @param {Draft} draft @param {Kind} kind @param {number} i @param {() => void} redraw */
function kindPart(draft, kind, i, redraw) {
  const cards = h("textarea", { rows: 6, value: kind.cards, oninput: (/** @type {Event} */ e) => (kind.cards = /** @type {HTMLTextAreaElement} */ (e.target).value), "aria-label": t("Cards of kind {n}, one on each line", { n: i + 1 }), "data-key": `cards-${i}` });
  return h("fieldset", null, h("legend", null, t("Kind {n}", { n: i + 1 })),
    field(t("Name"), kind.name, (value) => (kind.name = value)),
    h("label", { class: "field" }, h("span", null, t("Cards, one on each line")), cards),
    draft.kinds.length > 2 ? h("button", { type: "button", class: "link", onclick: () => (draft.kinds.splice(i, 1), redraw()) }, t("Remove this kind")) : null);
}

/** An id for a name: plain letters and digits. @param {string} name @param {string[]} taken */
function idOf(name, taken) {
  const plain = name.toLowerCase().replace(/ä/g, "ae").replace(/ö/g, "oe").replace(/ü/g, "ue").replace(/ß/g, "ss")
    .normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "") || "card";
  let id = plain;
  for (let n = 2; taken.includes(id); n++) id = `${plain}-${n}`;
  taken.push(id);
  return id;
}

const FIRST = ["suspect", "weapon", "room"];

/** The tables of an edition file. @param {Draft} draft */
function tables(draft) {
  /** @type {string[]} */
  const taken = [];
  const ids = draft.kinds.map((kind, i) => FIRST[i] ?? `kind-${i + 1}`);
  const named = (/** @type {string} */ name) => ({ [lang()]: name.trim() });
  return {
    edition: { language: lang(), players: [draft.least, draft.most], verified: true, ...named(draft.title) },
    categories: Object.fromEntries(draft.kinds.map((kind, i) => [ids[i], named(kind.name)])),
    cards: Object.fromEntries(draft.kinds.map((kind, i) => [ids[i],
      kind.cards.split("\n").map((name) => name.trim()).filter(Boolean).map((name) => ({ id: idOf(name, taken), ...named(name) }))])),
  };
}

/** The same tables as a file for the rest of sleuth. @param {Draft} draft */
function toml(draft) {
  const raw = /** @type {any} */ (tables(draft));
  const q = JSON.stringify;
  const inline = (/** @type {object} */ table) => `{ ${Object.entries(table).map(([key, value]) => `${key} = ${q(value)}`).join(", ")} }`;
  return [
    "[edition]", ...Object.entries(raw.edition).map(([key, value]) => `${key} = ${q(value)}`),
    "", "[categories]", ...Object.entries(raw.categories).map(([id, names]) => `${id} = ${inline(/** @type {object} */ (names))}`),
    "", "[cards]", ...Object.entries(raw.cards).map(([id, cards]) => `${id} = [\n${/** @type {object[]} */ (cards).map((card) => `  ${inline(card)},`).join("\n")}\n]`), "",
  ].join("\n");
}

/** @param {Draft} draft @param {any[]} own */
async function save(draft, own) {
  const raw = tables(draft);
  hush();
  try {
    const view = await ask("editions/check", { body: { edition: raw } });
    own[draft.index] = { draft: { ...draft }, raw, view };
    keep("own-editions", own);
    keep("setup", { ...kept("setup", { players: ["Anna", "Ben", "Cleo"], me: "Anna" }), edition: `own:${draft.index}` });
    location.hash = "#/new";
  } catch (error) {
    toast(error instanceof Refused ? error.message : t("No connection just now."), { bad: true });
  }
}
