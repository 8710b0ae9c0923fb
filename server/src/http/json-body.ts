import { AppError } from "../foundation/app-error.ts";

const DEEPEST = 32;
const MAX_VALUES = 100_000;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON body. Refuses invalid UTF-8, NUL and lone surrogates (PostgreSQL cannot store them), numbers outside the
 * range of a double, deep nesting, and keys that could change prototypes.
 * @throws AppError bad_request
 */
export function readJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new AppError("bad_request", "The request's body is not valid JSON in UTF-8");
  }
  let left = MAX_VALUES;
  try {
    inspect(value, 1, () => {
      left -= 1;
      if (left < 0) throw new AppError("bad_request", `The body contains more than ${MAX_VALUES} values`);
    });
  } catch (error) {
    nameBadText(value);
    throw error;
  }
  return value;
}

/** Walks a refused body again to name the field whose text cannot be stored. */
function nameBadText(value: unknown, path: readonly string[] = []): void {
  if (typeof value === "string") return inspectText(value, path.join(".") || "body");
  if (typeof value !== "object" || value === null || path.length >= DEEPEST) return;
  for (const [name, member] of Object.entries(value)) nameBadText(member, [...path, name]);
}

function inspect(value: unknown, depth: number, count: () => void): void {
  count();
  if (typeof value === "string") return inspectText(value);
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new AppError("bad_request", "The body contains a number that is too large");
  }
  if (typeof value !== "object" || value === null) return;
  if (depth > DEEPEST) throw new AppError("bad_request", `The body is nested deeper than ${DEEPEST} levels`);
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, depth + 1, count);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    inspectKey(key, member);
    inspect(member, depth + 1, count);
  }
}

function inspectKey(key: string, member: unknown): void {
  if (key === "__proto__") throw new AppError("bad_request", 'The body contains the key "__proto__"');
  if (key === "constructor" && typeof member === "object" && member !== null && "prototype" in member) {
    throw new AppError("bad_request", 'The body contains the keys "constructor" and "prototype"');
  }
  inspectText(key);
}

/** Refuses text that PostgreSQL cannot store unchanged. @throws AppError bad_request */
export function inspectText(text: string, field = "Text"): void {
  if (text.includes("\0"))
    throw new AppError("bad_request", `${field} must not contain the character NUL (U+0000)`);
  if (!text.isWellFormed()) throw new AppError("bad_request", `${field} must not contain a lone surrogate`);
}
