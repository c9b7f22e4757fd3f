// The first page: my notebooks, a new one, an example, a file.

import { ask, Refused } from "./api.js";
import { fill, h } from "./dom.js";
import { icon } from "./glyphs.js";
import { forget, keep, kept } from "./kept.js";
import { looks } from "./menu.js";
import { decide, hush, toast } from "./sheet.js";
import { t } from "./words.js";

/** @typedef {{token: string, title: string, players: string[], entries: number, mode: string, at: number}} Known */

/** Keep a notebook's link in this browser, so that it can be found again. */
/** @param {string} token @param {import("./types.js").NotebookView} view */
export function remember(token, view) {
  /** @type {Known[]} */
  const known = kept("notebooks", []);
  const now = { token, title: view.title || view.edition.title, players: view.setup.players, entries: view.log.length, mode: view.mode, at: Date.now() };
  const all = [now, ...known.filter((other) => other.token !== token)];
  keep("notebooks", all.slice(0, MOST));
  all.slice(MOST).forEach((old) => forget(`view:${old.token}`));
}

/** Notebooks that this browser remembers; there is not much room for them. */
const MOST = 30;

const EXAMPLE = `edition: classic
players: Anna Ben Cleo Dora Emil Fanny
hands: 3 3 3 3 3 3
me: Ben
hand: plum rope library
Ben ? scarlet revolver ballroom | Anna ! ballroom
Cleo ? white candlestick library | Emil !
Dora ? green revolver hall | Emil !
Anna ? peacock candlestick lounge | Cleo !
Cleo ? white pipe dining | Dora !
Cleo ? peacock rope lounge | Anna !
Dora ? plum candlestick billiard | Emil !
Anna ? peacock revolver study | Fanny !
`;

/** @param {HTMLElement} place @param {() => void} again */
export function home(place, again) {
  /** @type {Known[]} */
  const known = kept("notebooks", []);
  fill(place, h("main", { class: "page home" },
    h("header", { class: "brand" }, h("img", { src: "/static/icon.svg", alt: "", width: 56, height: 56 }),
      h("div", null, h("h1", null, "sleuth"), h("p", { class: "hush" }, t("The notebook that thinks along at your table.")))),
    h("div", { class: "stack" },
      h("a", { class: "button primary big", href: "#/new", "data-key": "new" }, icon("plus"), t("New game")),
      h("button", { type: "button", class: "big", onclick: () => open({ case: EXAMPLE, title: t("Example") }) }, t("Try an example")),
      importButton()),
    known.length ? null : h("ol", { class: "how" },
      [t("Say who plays and which cards you hold."), t("Tap every question: three cards, and who showed."), t("See what is certain, how likely the rest is, why, and what to ask next.")].map((step, i) =>
        h("li", null, h("span", { class: "step" }, String(i + 1)), step))),
    known.length ? h("section", null, h("h2", null, t("My notebooks")), h("ul", { class: "notebooks" }, known.map((one) => line(one, again)))) : null,
    looks(null),
    h("p", { class: "hush small" }, t("Notebooks are kept on this server and opened by secret links, which only this browser knows."))));
}

/** @param {Known} one @param {() => void} again */
function line(one, again) {
  const drop = async () => {
    const sure = await decide(t("Forget this notebook?"), [t("Without its link nobody can open it again. Share or export it first if you may need it.")], t("Forget it"), t("Keep it"));
    if (!sure) return;
    keep("notebooks", kept("notebooks", /** @type {Known[]} */ ([])).filter((other) => other.token !== one.token));
    forget(`view:${one.token}`);
    forget(`outbox:${one.token}`);
    again();
  };
  return h("li", null,
    h("a", { href: `#/n/${one.token}` }, h("b", null, one.title), h("span", { class: "hush" }, ` ${one.players.join(", ")} · `, t("{n} entries", { n: one.entries }))),
    h("button", { type: "button", class: "quiet square", "aria-label": t("Forget {title}", { title: one.title }), onclick: drop }, icon("close")));
}

/** Whether one is being opened: a second tap meanwhile is the same wish. */
let opening = false;

/** Open a notebook on the server and go there. @param {object} body */
export async function open(body) {
  if (opening) return;
  opening = true;
  hush();
  try {
    const links = await ask("notebooks", { body });
    location.hash = `#/n/${links.write}`;
  } catch (error) {
    toast(error instanceof Refused ? error.message : t("No connection just now. A new notebook needs the server."), { bad: true });
  } finally {
    opening = false;
  }
}

function importButton() {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".case,.json,.txt", class: "away", id: "file", tabindex: "-1" }));
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    setTimeout(() => (input.value = "")); // so that the same file can be chosen again, once it is mended
    if (file.size > 200_000) return toast(t("That file is too large to be a notebook."), { bad: true });
    const text = await file.text();
    const title = file.name.replace(/\.\w+$/, "").slice(0, 60);
    if (/\.json$/i.test(file.name)) await openSaved(text);
    else await open({ case: text, title });
  });
  return h("div", null, h("button", { type: "button", class: "big wide", onclick: () => input.click() }, t("Open a file (.case, .json)")), h("label", { class: "away", for: "file" }, t("Open a file (.case, .json)")), input);
}

/** @param {string} text */
async function openSaved(text) {
  const saved = parsed(text);
  if (saved?.setup) return open(saved);
  hush();
  toast(t("That file cannot be read."), { bad: true });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
