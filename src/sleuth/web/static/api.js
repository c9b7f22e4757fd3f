// Requests to the server. The link is sent in a header, never in an address.

import { lang } from "./words.js";

/** An answer that says what went wrong. */
export class Refused extends Error {
  /** @param {number} status @param {import("./types.js").Failure} failure */
  constructor(status, failure) {
    super(failure.message);
    this.status = status;
    this.failure = failure;
  }
}

/** No answer at all, or one that is not ours. */
export class Offline extends Error {}

/**
 * @param {string} path
 * @param {{token?: string, body?: any, query?: Record<string, any>, text?: boolean}} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, { token, body, query = {}, text = false } = {}) {
  const answer = await send(path, token, body, query);
  const said = await read(answer, text && answer.ok);
  if (answer.ok) return said;
  if (!said.error?.code) throw new Offline(`${answer.status}`);
  throw new Refused(answer.status, said.error);
}

/** @param {string} path @param {string | undefined} token @param {any} body @param {Record<string, any>} query */
async function send(path, token, body, query) {
  const search = new URLSearchParams({ lang: lang() });
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, one);
  }
  try {
    return await fetch(`/api/${path}?${search}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(30_000),
    });
  } catch (error) {
    throw new Offline(String(error));
  }
}

/** What was answered; a line that broke, or the page of some hotel's network, is no answer. @param {Response} answer @param {boolean} text */
async function read(answer, text) {
  try {
    return await (text ? answer.text() : answer.json());
  } catch (error) {
    throw new Offline(String(error));
  }
}
