import { type Context, defaultOperators, type Emitter, type FilterImplOptions, Liquid } from "liquidjs";
import { escapeHtml } from "../foundation/escape-html.ts";
import { addDateDirectives } from "./date-directives.ts";
import { addDateFilters } from "./date-filters.ts";
import { refuseNestedLiquid } from "./flat-liquid-tag.ts";
import { assertLight, MAX_TEMPLATE_CHARS, MAX_TEXT_CHARS, MAX_WORK_UNITS, TooMuchText } from "./limits.ts";
import { addLocaleFilters } from "./locale-filters.ts";
import { marked } from "./marked-text.ts";
import { keepMarksOfCaptures } from "./marking-capture-tag.ts";
import { countedJson, printedText } from "./print-value.ts";
import { chargedContains, chargeFilters } from "./search-work.ts";
import { digest, pluralize, toSentence } from "./sentence-filters.ts";
import { keepCharactersWhole } from "./whole-characters.ts";

/**
 * - none: outputs are not changed (SMS, push, subjects).
 * - marks: every output is marked as a value (`marked-text.ts`), unless it ends with `| raw`: for chat, where each vendor has its own
 *   mark-up, for which the value is escaped when the message is sent.
 * - html: every output is HTML-escaped. The author can disable that for an output with `| raw` at its end, as in
 *   `{{ payload.text | escape | newline_to_br | raw }}`: the author's HTML is trusted, the payload is not. In-app content
 *   is sanitized after rendering in any case (`sanitize-html.ts`); mails are not, because mail programs do it.
 */
export type Escape = "none" | "html" | "marks";

/** What becomes of a printed value. */
export const ESCAPES: Readonly<Record<Escape, (printed: string) => string>> = {
  none: (printed) => printed,
  html: escapeHtml,
  marks: marked,
};

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
    // Dates are UTC; `date` takes another zone as its second argument (date-filters.ts).
    timezoneOffset: 0,
    locale: "en-US",
    operators: { ...defaultOperators, contains: chargedContains },
    ...(escaping === "none" ? {} : { outputEscape: escapeOutput(ESCAPES[escaping]) }),
  });
  if (escaping === "marks") keepMarksOfCaptures(engine);
  refuse(engine);
  refuseNestedLiquid(engine);
  addDateFilters(engine);
  addFilters(engine);
  addDateDirectives(engine);
  addLocaleFilters(engine);
  keepCharactersWhole(engine);
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

/** Additions: `json` (compact text), and the filters for digests. */
function addFilters(engine: Liquid): void {
  engine.registerFilter("json", writeJson);
  engine.registerFilter("jsonify", writeJson);
  engine.registerFilter("toSentence", toSentence);
  engine.registerFilter("digest", digest);
  engine.registerFilter("pluralize", pluralize);
}

function writeJson(this: { context: Context }, value: unknown): string {
  return countedJson(value, this.context.memoryLimit);
}

function escapeOutput(escapeText: (printed: string) => string) {
  return function (this: { context: Context }, value: unknown): string {
    return escapeText(printedText(value, this.context.memoryLimit));
  };
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
    const text = printedText(value, this.#context.memoryLimit);
    this.#context.memoryLimit.use(text.length);
    if (this.buffer.length + text.length > MAX_TEXT_CHARS) throw new TooMuchText();
    this.buffer += text;
  }
}
