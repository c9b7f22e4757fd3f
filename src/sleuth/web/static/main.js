// The door: which page the address asks for, and what holds for all of them.

import { h, fill } from "./dom.js";
import { kept } from "./kept.js";
import { preferred, speak, t } from "./words.js";
import { home } from "./home.js";
import { setUp } from "./setup.js";
import { ownEdition } from "./editor.js";
import { openNotebook } from "./notebook.js";

const place = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @type {(() => void) | null} */
let leave = null;

/** Dark or light, and the size of the type, as chosen. */
export function dress() {
  document.documentElement.dataset.theme = kept("theme", "auto");
  document.documentElement.dataset.type = kept("type", "normal");
}

/** Draw the page that the address asks for. */
export function route() {
  leave?.();
  leave = null;
  document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
  const [, page, token] = location.hash.split("/");
  if (page === "n" && token) leave = openNotebook(place, token, route);
  else if (page === "new") setUp(place);
  else if (page === "edition") ownEdition(place);
  else home(place, route);
}

async function start() {
  dress();
  fill(place, h("p", { class: "hush" }, "…"));
  await speak(preferred());
  document.title = t("sleuth: the notebook for the table");
  window.addEventListener("hashchange", route);
  route();
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
}

start();
