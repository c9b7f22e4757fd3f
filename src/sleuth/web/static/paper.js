// The notebook on paper: what is on the screen, and under it the whole log in words.

import { h } from "./dom.js";
import { lang, t } from "./words.js";

/** @param {import("./notebook.js").Book} book @returns {() => void} */
export function onPaper(book) {
  /** @type {HTMLElement | null} */
  let sheet = null;
  const before = () => document.body.append((sheet = written(book)));
  const after = () => sheet?.remove();
  window.addEventListener("beforeprint", before);
  window.addEventListener("afterprint", after);
  return () => {
    window.removeEventListener("beforeprint", before);
    window.removeEventListener("afterprint", after);
  };
}

/** @param {import("./notebook.js").Book} book */
function written(book) {
  const view = book.view;
  return h("section", { class: "paper" },
    h("h2", null, t("History")),
    h("ol", null, view?.log.map((entry) => h("li", { value: entry.number }, h(entry.struck ? "s" : "span", null, entry.text)))),
    h("p", { class: "hush small" }, `${view?.edition.title ?? ""} · ${view?.setup.players.join(", ")} · ${new Date().toLocaleDateString(lang())}`));
}
