// Sheets that slide up from below on a phone, and stand in the middle of a desk; and toasts.

import { fill, h } from "./dom.js";
import { icon } from "./glyphs.js";
import { t } from "./words.js";

/**
 * Open a sheet; the browser keeps the focus inside it and closes it with Escape.
 * @param {string} title
 * @param {(body: HTMLElement, close: () => void) => void} draw
 * @param {{wide?: boolean, closed?: () => void}} [options]
 */
export function sheet(title, draw, { wide = false, closed } = {}) {
  const body = h("div", { class: "sheet-body" });
  const heading = h("h2", { id: "sheet-title" }, title);
  const dialog = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: wide ? "sheet wide" : "sheet", "aria-labelledby": "sheet-title" })
  );
  const close = () => dialog.close();
  const button = h("button", { class: "quiet square", type: "button", onclick: close, "aria-label": t("Close") }, icon("close"));
  fill(dialog, h("header", { class: "sheet-head" }, heading, button), body);
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed?.();
  });
  document.body.append(dialog);
  draw(body, close);
  dialog.showModal();
  return { dialog, close, retitle: (/** @type {string} */ text) => fill(heading, text) };
}

/** @type {number | undefined} */
let fading;

/**
 * Say something at the lower edge for a while.
 * @param {string | string[]} text
 * @param {{action?: string, act?: () => void, bad?: boolean}} [options]
 */
export function toast(text, { action, act, bad = false } = {}) {
  const place = /** @type {HTMLElement} */ (document.getElementById("toast"));
  clearTimeout(fading);
  const lines = (Array.isArray(text) ? text : [text]).map((line) => h("p", null, line));
  const button = action ? h("button", { type: "button", class: "link", onclick: () => (hide(), act?.()) }, action) : null;
  const hide = () => place.replaceChildren();
  fill(place, h("div", { class: bad ? "toast bad" : "toast" }, h("div", null, lines), button));
  fading = window.setTimeout(hide, bad ? 12_000 : 7_000);
}

/**
 * Ask for a decision.
 * @param {string} title @param {string[]} lines @param {string} yes @param {string} no
 * @returns {Promise<boolean>}
 */
export function decide(title, lines, yes, no) {
  return new Promise((resolve) => {
    let answer = false;
    const choose = (/** @type {boolean} */ said, /** @type {() => void} */ close) => () => {
      answer = said;
      close();
    };
    sheet(
      title,
      (body, close) =>
        fill(
          body,
          lines.map((line) => h("p", null, line)),
          h("div", { class: "row end" },
            h("button", { type: "button", onclick: choose(false, close) }, no),
            h("button", { type: "button", class: "primary", onclick: choose(true, close) }, yes)),
        ),
      { closed: () => resolve(answer) },
    );
  });
}
