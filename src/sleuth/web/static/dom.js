// Elements from plain values.

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[]} Twig */
/** @typedef {Twig | Twig[]} Branch */
/** @typedef {Branch | Branch[]} Child */

/**
 * An element with its properties and children: handlers begin with "on", everything else is an attribute.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) set(element, key, value);
  add(element, children);
  return element;
}

/** @param {HTMLElement} element @param {string} key @param {any} value */
function set(element, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
  else if (key === "value") /** @type {HTMLInputElement} */ (element).value = value;
  else if (key.startsWith("--")) element.style.setProperty(key, String(value));
  else element.setAttribute(key, value === true ? "" : String(value));
}

/** @param {Element} element @param {Child[]} children */
export function add(element, children) {
  for (const child of /** @type {Leaf[]} */ (children.flat(Infinity))) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/** @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

/** Fill an element anew; what has the focus in it keeps it. @param {Element} element @param {...Child} children */
export function refill(element, ...children) {
  const active = document.activeElement;
  const key = element.contains(active) ? active?.getAttribute("data-key") : null;
  fill(element, ...children);
  const again = key ? element.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * A drawing: tag, attributes, children.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(SVGElement | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A key that nobody else has. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
