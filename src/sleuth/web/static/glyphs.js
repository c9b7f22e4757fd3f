// Our own simple drawings for cards and buttons: 24 by 24, one line each.

import { svg } from "./dom.js";

/** @type {Record<string, string>} */
const THINGS = {
  candlestick: "M12 3c2 2 2 4 0 5c-2-1-2-3 0-5M10 8h4v7h-4zM7 15h10M9 15v3l-3 3h12l-3-3v-3",
  knife: "M5 19l4-4M8 12l4 4l8-11c-5 0-9 3-12 7M5 17l2 2",
  pipe: "M4 9h10a4 4 0 0 1 4 4v7M4 14h8a1 1 0 0 1 1 1v5M4 7v9M11 20h9",
  revolver: "M3 7h17v4h-8l-2 3h-2l-2 6h-4l2-8l-1-2zM10 11v3",
  rope: "M12 4a5 4 0 1 0 .1 0M12 12c-4 0-4 3 0 3s4 3 0 3s-4 3 0 3M9 8h6",
  wrench: "M16 4a4.500 4.500 0 0 0-4 6L4 18l2 2l8-8a4.500 4.500 0 0 0 6-5l-3 2l-2-2z",
  poison: "M10 3h4v4l3 4v10h-10v-10l3-4zM7 14h10M10 17l4 2M14 17l-4 2",
  horseshoe: "M6 4c-4 8-1 16 6 16s10-8 6-16h-3c3 7 1 12-3 12s-6-5-3-12z",
  axe: "M6 21L15 5M13 3c5 0 7 4 6 8l-7-3z",
  ballroom: "M4 20V9a8 6 0 0 1 16 0v11M4 20h16M12 3v5M9 11a3 3 0 0 0 6 0zM12 14v3",
  billiard: "M3 8h18v8h-18zM5 16v4M19 16v4M8 12h.1M12 11h.1M15 13h.1M4 5l9 5",
  conservatory: "M4 20v-9l8-7l8 7v9zM4 12h16M12 4v16M8 20v-8M16 20v-8",
  dining: "M7 3v18M4 3v5a3 3 0 0 0 6 0v-5M16 3c-3 2-3 8 0 10v8",
  hall: "M5 21V4h14v17M3 21h18M9 21v-11h6v11M13 15h.1M9 7h6",
  kitchen: "M4 10h16v4a6 6 0 0 1-6 6h-4a6 6 0 0 1-6-6zM2 10h20M9 7c0-2 2-1 2-3M14 7c0-2 2-1 2-3",
  library: "M4 4h4v16h-4zM8 6h4v14h-4zM13 6l4-1l4 15l-4 1zM4 8h4M8 10h4",
  lounge: "M5 11V7a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v4M3 11h3v4h12v-4h3v7h-18zM5 18v2M19 18v2",
  study: "M3 10h18M5 10v10M19 10v10M12 10v5h7M9 10V6l5-3v4",
  carriage: "M4 8h12v6h-12zM16 10h4v4h-4M7 17a2 2 0 1 0 .1 0M16 17a2 2 0 1 0 .1 0M4 14h16v2h-16z",
  courtyard: "M3 20h18M5 20V8M19 20V8M3 8h18M9 20v-6a3 3 0 0 1 6 0v6M5 5h14",
  drawing: "M4 4h16v11h-16zM7 12l3-4l3 3l2-2l3 3M12 15v6M8 21h8",
  fountain: "M5 14h14l-2 6h-10zM12 14v-6M12 8c-4-4-7 0-7 2M12 8c4-4 7 0 7 2M12 8V4",
  gazebo: "M3 10l9-7l9 7zM5 10v10M19 10v10M10 10v10M14 10v10M3 20h18",
  studio: "M5 20l3-12h8l3 12M8 8l4-5l4 5M6 15h12M12 8v7",
  trophy: "M8 4h8v6a4 4 0 0 1-8 0zM8 5H4c0 4 2 5 4 5M16 5h4c0 4-2 5-4 5M12 14v4M8 20h8v-2h-8z",
};

/** @type {Record<string, string>} */
const KINDS = {
  suspect: "M12 4a3.500 3.500 0 1 0 .1 0M7 21c0-6 2-9 5-9s5 3 5 9z",
  weapon: "M12 3l2.500 6.500L21 12l-6.500 2.500L12 21l-2.500-6.500L3 12l6.500-2.500z",
  room: "M6 21V4h12v17M4 21h16M14 13h.1",
  other: "M6 3h12v18h-12zM9 8h6M9 12h6",
};

/** @type {Record<string, string>} */
const COLOURS = {
  scarlet: "#c62f3b", mustard: "#c99a17", white: "#f4f1e8", green: "#3b8a4b", peacock: "#2c6fb3", plum: "#7d4a9e",
  peach: "#e8a27c", brunette: "#7a5136", rose: "#d4799a", gray: "#8a8f94",
};

/** @type {Record<string, string>} */
const ICONS = {
  back: "M15 5l-7 7l7 7",
  forth: "M9 5l7 7l-7 7",
  grip: "M9 6h.1M15 6h.1M9 12h.1M15 12h.1M9 18h.1M15 18h.1",
  close: "M6 6l12 12M18 6l-12 12",
  menu: "M12 5h.1M12 12h.1M12 19h.1",
  up: "M6 15l6-6l6 6",
  down: "M6 9l6 6l6-6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  history: "M4 12a8 8 0 1 0 3-6L4 8M4 4v4h4M12 8v4l3 2",
  advice: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.500c1 1 1 2 1 2.500h6c0-.5 0-1.500 1-2.500A6 6 0 0 0 12 3",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-3",
  redo: "M15 7l5 5l-5 5M20 12H10a5 5 0 0 0 0 10h3",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  strike: "M4 12h16M8 7c0-4 8-4 8-1M16 17c0 4-8 4-8 0",
  share: "M12 15V3M8 7l4-4l4 4M5 12v8h14v-8",
  yes: "M5 13l4 4L19 7",
  no: "M8 8l8 8M16 8l-8 8",
  envelope: "M3 6h18v12h-18zM3 7l9 7l9-7",
  pencil: "M4 20l1-5L16 4l4 4L9 19z",
};

/** @param {string} path @param {string} [name] */
function drawing(path, name = "icon") {
  return svg("svg", { class: name, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, svg("path", { d: path }));
}

/** A button's drawing. @param {string} name */
export const icon = (name) => drawing(ICONS[name]);

/**
 * A card's drawing: its own if it has one, or that of its kind; suspects wear their colour.
 * @param {string} card @param {string} category
 */
export function glyph(card, category) {
  const suspect = category === "suspect";
  const shape = drawing(THINGS[card] ?? KINDS[category] ?? KINDS.other, suspect ? "glyph person" : "glyph");
  if (suspect && COLOURS[card]) shape.style.setProperty("--coat", COLOURS[card]);
  return shape;
}
