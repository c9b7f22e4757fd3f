// Keyboard: single letters for what is done most, Escape closes, the arrows walk the grid.

import { openAdvice } from "./advice.js";
import { openHistory } from "./history.js";
import { openLog } from "./logsheet.js";
import { openMenu } from "./menu.js";

/** @param {import("./notebook.js").Book} book @returns {() => void} */
export function shortcuts(book) {
  const write = () => book.newest?.mode === "write";
  /** @type {Record<string, () => void>} */
  const keys = {
    n: () => write() && openLog(book),
    h: () => openHistory(book),
    a: () => openAdvice(book),
    m: () => openMenu(book),
    u: () => write() && book.undoable && book.change({ kind: "undo" }),
    r: () => write() && book.newest?.redo && book.change({ kind: "redo" }),
    "/": () => /** @type {HTMLElement | null} */ (document.querySelector(".command .line"))?.focus(),
    g: () => /** @type {HTMLElement | null} */ (document.querySelector('[data-cell][tabindex="0"]'))?.focus(),
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
