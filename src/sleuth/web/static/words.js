// Sentences in the reader's language. The English sentence is the key, as in the rest of sleuth.

import { kept, keep } from "./kept.js";

/** @type {Record<string, string>} */
let words = {};
let language = "en";

/** Milliseconds that a server that does not answer is waited for: with words of the last time, and without. */
const PATIENCE = 2_000;
const FIRST = 30_000;

/** The language of the page. */
export const lang = () => language;

/**
 * A sentence in the reader's language, its {placeholders} filled in.
 * @param {string} sentence
 * @param {Record<string, string | number>} [values]
 */
export function t(sentence, values = {}) {
  const said = words[sentence] ?? sentence;
  return said.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/** The language as chosen, or as the browser prefers. */
export function preferred() {
  const chosen = kept("lang", null);
  if (chosen === "de" || chosen === "en") return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === "de" || tag === "en") ?? "en";
}

/**
 * Speak a language from now on; without a server, with the words of the last time.
 * @param {string} to
 */
export async function speak(to) {
  language = to;
  document.documentElement.lang = to;
  words = kept(`words:${to}`, {});
  const wait = Object.keys(words).length ? PATIENCE : FIRST;
  try {
    const answer = await fetch(`/api/words?lang=${to}`, { signal: AbortSignal.timeout(wait) });
    if (answer.ok) keep(`words:${to}`, (words = await answer.json()));
  } catch {
    // Offline: what was kept must do.
  }
}

/** @param {string} to */
export function choose(to) {
  keep("lang", to);
  return speak(to);
}

/**
 * A probability for people: whole percents, and never 0 or 100 for what is open.
 * @param {number} p
 */
export function percent(p) {
  if (p > 0 && p < 0.01) return "<1";
  if (p < 1 && p > 0.99) return ">99";
  return String(Math.round(100 * p));
}

/**
 * A large number with gaps, as it is written in the reader's language.
 * @param {string} digits
 */
export function grouped(digits) {
  return BigInt(digits).toLocaleString(language);
}

/**
 * A number with so many decimals, as it is written in the reader's language.
 * @param {number} value
 * @param {number} digits
 */
export function decimal(value, digits) {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
