import { type Context, defaultOperators, type Emitter, type FilterImplOptions, Liquid } from "liquidjs";
import { isNoDay } from "../calendar/iso-moment.ts";
import { escapeHtml } from "../foundation/escape-html.ts";
import { refuseNestedLiquid } from "./flat-liquid-tag.ts";
import { assertLight, MAX_TEMPLATE_CHARS, MAX_TEXT_CHARS, MAX_WORK_UNITS, TooMuchText } from "./limits.ts";
import { chargedContains, chargeFilters } from "./search-work.ts";
import { digest, pluralize, toSentence } from "./sentence-filters.ts";
import { textOf } from "./text-of.ts";

/**
 * - none: outputs are not changed (SMS, push, chat, subjects).
 * - html: every output is HTML-escaped. The author can disable that for an output with `| raw` at its end, as in
 *   `{{ payload.text | escape | newline_to_br | raw }}`: the author's HTML is trusted, the payload is not. In-app content
 *   is sanitized after rendering in any case (`sanitize-html.ts`); mails are not, because mail programs do it.
 */
export type Escape = "none" | "html";
type Handler = Extract<FilterImplOptions, (...args: never[]) => unknown>;

/**
 * `{% include '.env' %}` returned the server's file with LiquidJS 10.30.1's defaults; templates cannot include files
 * here.
 */
const REFUSED_TAGS = ["include", "render", "layout", "block"] as const;
/** `*_exp` evaluate text as code (343 ms at a limit of 200); `inspect` indents without a limit. */
const REFUSED_FILTERS = /_exp$|^inspect$/;

/** A Liquid engine that reads no files, sees own properties only, and cannot create large values (see limits.ts). */
export function createEngine(escaping: Escape): Liquid {
  const engine = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: MAX_TEMPLATE_CHARS,
    memoryLimit: MAX_WORK_UNITS,
    // The same text on every machine; `date` takes another zone as its second argument.
    timezoneOffset: 0,
    locale: "en-US",
    operators: { ...defaultOperators, contains: chargedContains },
    ...(escaping === "html" ? { outputEscape: (value: unknown) => escapeHtml(textOf(value)) } : {}),
  });
  refuse(engine);
  refuseNestedLiquid(engine);
  addFilters(engine);
  chargeFilters(engine);
  guardFilters(engine);
  capTexts(engine);
  return engine;
}

function refuse(engine: Liquid): void {
  for (const name of REFUSED_TAGS) {
    const fail = () => {
      throw new Error(`the tag "${name}" is not available, a template stands alone`);
    };
    engine.registerTag(name, { parse: fail, render: fail });
  }
  for (const name of Object.keys(engine.filters)) if (REFUSED_FILTERS.test(name)) delete engine.filters[name];
}

/** Additions: `json` (compact text), `date` with limited widths and the scope's "now", and the filters for digests. */
function addFilters(engine: Liquid): void {
  const date = engine.filters.date as Handler;
  engine.registerFilter("date", function (value: unknown, format?: unknown, zone?: unknown) {
    // CVE-2026-45357: `%9999999d` pads to ten million characters.
    if (/%[^a-zA-Z%]*\d{3}/.test(String(format ?? ""))) throw new Error("date takes widths below 100 only");
    // Like every text that is not a date, it is not changed.
    if (typeof value === "string" && isNoDay(value.trim())) return value;
    const moment = value === "now" || value === "today" ? (this.context.getSync(["now"]) ?? value) : value;
    return date.call(this, moment, format, zone);
  });
  engine.registerFilter("json", writeJson);
  engine.registerFilter("jsonify", writeJson);
  engine.registerFilter("toSentence", toSentence);
  engine.registerFilter("digest", digest);
  engine.registerFilter("pluralize", pluralize);
}

/** Keys and texts are counted before they are written: one long key shared by 100,000 items would make 100 GB. */
function writeJson(this: { context: Context }, value: unknown): string {
  const { memoryLimit } = this.context;
  return (
    JSON.stringify(value, (key, item: unknown) => {
      memoryLimit.use(key.length + (typeof item === "string" ? item.length : 4));
      return item;
    }) ?? ""
  );
}

/** LiquidJS prints lists with a plain join wherever it needs a text, so filters must not create large lists. */
function guardFilters(engine: Liquid): void {
  for (const [name, filter] of Object.entries(engine.filters)) {
    if (typeof filter !== "function") continue;
    engine.registerFilter(
      name,
      function* (this: ThisParameterType<Handler>, ...args: [unknown, ...unknown[]]) {
        const result: unknown = yield filter.apply(this, args);
        assertLight(result);
        return result;
      },
    );
  }
}

/** Limits the buffer of the whole text and of every capture; LiquidJS's own buffers have no limit. */
function capTexts(engine: Liquid): void {
  const { renderer } = engine;
  const renderTemplates = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter) =>
    renderTemplates(templates, context, emitter ?? new CappedText(context));
}

class CappedText implements Emitter {
  buffer = "";
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  write(value: unknown): void {
    const text = textOf(value);
    this.#context.memoryLimit.use(text.length);
    if (this.buffer.length + text.length > MAX_TEXT_CHARS) throw new TooMuchText();
    this.buffer += text;
  }
}
