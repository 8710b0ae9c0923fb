import { perObject } from "../foundation/per-object.ts";
import { ESCAPES, type Escape } from "./engine.ts";
import { sanitizeHtml } from "./sanitize-html.ts";
import type { TemplateString } from "./template-strings.ts";

/**
 * Templates whose outputs only name a variable, such as `Hello {{ subscriber.firstName }}`. To send a text to a render thread
 * and back costs more than to put a few short values into it, so the main thread does this, with the result that the
 * engine would have. Everything else needs a thread: filters, tags, large texts, lists and objects.
 */

const MAX_TEMPLATE_CHARS = 2_000;
const MAX_VALUE_CHARS = 2_000;

const OUTPUT = /\{\{[ \t\n]*([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)[ \t\n]*\}\}/;
/** Also a bracket right before an output: `{{{a}}` is an output of `{a`. */
const OTHER_MARKS = /\{\{|\{%|\}\}|%\}|\{$/;
/** Words of Liquid that are no variables, or no names of members. */
const LITERALS: ReadonlySet<string> = new Set(["true", "false", "nil", "null", "empty", "blank"]);
const COMPUTED: ReadonlySet<string> = new Set(["size", "first", "last"]);

type Way = { scope: Readonly<Record<string, unknown>>; escape: Escape; isSanitized?: boolean };

/** The rendered text; undefined if a thread must render it. */
export function renderPlain(template: TemplateString, way: Way): string | undefined {
  const pieces = piecesOf(template);
  if (pieces === undefined) return undefined;
  const escaped = ESCAPES[way.escape];
  let text = "";
  for (const piece of pieces) {
    const printed = typeof piece === "string" ? piece : printedAt(way.scope, piece);
    if (printed === undefined) return undefined;
    text += typeof piece === "string" ? printed : escaped(printed);
  }
  if (!way.isSanitized) return text;
  return text.includes("<") ? undefined : sanitizeHtml(text);
}

/** A template in its parts: text, or the path of a variable. */
type Piece = string | readonly string[];

const piecesOf = perObject(({ text }: TemplateString): readonly Piece[] | undefined => {
  if (text.length > MAX_TEMPLATE_CHARS) return undefined;
  const pieces = text.split(OUTPUT).map((part, index) => (index % 2 === 0 ? part : part.split(".")));
  return pieces.every(isPlain) ? pieces : undefined;
});

function isPlain(piece: Piece): boolean {
  if (typeof piece === "string") return !OTHER_MARKS.test(piece);
  const [root = "", ...members] = piece;
  return !LITERALS.has(root) && !members.some((name) => COMPUTED.has(name));
}

/** As Liquid prints; undefined for what a thread must print. */
function printedAt(scope: Way["scope"], path: readonly string[]): string | undefined {
  let value: unknown = scope;
  for (const name of path) {
    if (!isPlainObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  if (typeof value === "string") return value.length <= MAX_VALUE_CHARS ? value : undefined;
  if (typeof value === "boolean" || Number.isFinite(value)) return String(value);
  return value === null ? "" : undefined;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
