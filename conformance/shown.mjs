import { Agent, ClientRequest } from "node:http";
import { Duplex } from "node:stream";

const MAX_DEPTH = 8;
const MAX_VALUES = 5_000;
/** They lead to the internals of Node.js, and no caller looks for the vendor's words in them. */
const INTERNALS = [Agent, ClientRequest, Duplex];

/** All texts and numbers that a caller can see in a result or an error. */
export function shownOf(value) {
  const found = [];
  const seen = new Set();
  walk(value, 0, { found, seen });
  return found.join("\n");
}

function walk(value, depth, { found, seen }) {
  if (["string", "number", "boolean", "bigint"].includes(typeof value)) return void found.push(String(value));
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH || seen.size > MAX_VALUES) return;
  if (seen.has(value) || INTERNALS.some((type) => value instanceof type)) return;
  seen.add(value);
  if (value instanceof Uint8Array) return void found.push(Buffer.from(value).toString());
  if (value instanceof Error) found.push(value.constructor.name);
  for (const name of Object.getOwnPropertyNames(value)) walk(read(value, name), depth + 1, { found, seen });
}

/** A getter may throw. */
function read(value, name) {
  try {
    return value[name];
  } catch {
    return undefined;
  }
}
