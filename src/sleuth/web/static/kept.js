// What this browser remembers. Everything is named "sleuth:…" and nothing here is the only copy.

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(`sleuth:${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {any} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`sleuth:${name}`, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only costs comfort.
  }
}

/** @param {string} name */
export function forget(name) {
  localStorage.removeItem(`sleuth:${name}`);
}
