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
    if (dialog.contains(toastPlace)) document.body.append(toastPlace);
    dialog.remove();
    closed?.();
  });
  document.body.append(dialog);
  draw(body, close);
  dialog.showModal();
  return { dialog, close, retitle: (/** @type {string} */ text) => fill(heading, text) };
}

const toastPlace = /** @type {HTMLElement} */ (document.getElementById("toast"));

/**
 * Say something at the lower edge for a while; bad news is not pushed aside by good.
 * @param {string | string[]} text
 * @param {{action?: string, act?: () => void, bad?: boolean}} [options]
 */
export function toast(text, { action, act, bad = false } = {}) {
  const lines = (Array.isArray(text) ? text : [text]).map((line) => h("p", null, line));
  const hide = () => box.remove();
  const button = action ? h("button", { type: "button", class: "link", onclick: () => (hide(), act?.()) }, action) : null;
  const box = h("div", { class: bad ? "toast bad" : "toast" }, h("div", null, lines), button);
  toastPlace.querySelectorAll(".toast").forEach((old) => (!old.classList.contains("bad") || old.textContent === box.textContent) && old.remove());
  ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(toastPlace); // beside a sheet nothing can be tapped
  toastPlace.append(box);
  setTimeout(hide, bad ? 12_000 : 7_000);
}

/** Whatever was said has been read: something new happens. */
export const hush = () => toastPlace.replaceChildren();

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
