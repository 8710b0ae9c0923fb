import { type FilterImplOptions, type Liquid, type Template, TypeGuards, toValueSync, Value } from "liquidjs";
import { type LocalClock, localClock, type PrintDate } from "./local-clock.ts";

type Handler = Extract<FilterImplOptions, (...args: never[]) => unknown>;

/** The directives of `strftime` in LiquidJS 10.30.1 that are left to it. */
const OF_LIQUIDJS = "aAbBCdeHIjklLmMNpPqsSuUwWyYzZtnh%";

/**
 * Directives of C and Ruby that LiquidJS prints as they are, by the ones that they stand for; and `%c`, `%x` and `%X`, which it writes
 * in the language of the machine (LANG): here in American English on every machine, as the names of months.
 */
const COMPOSED: Readonly<Record<string, string>> = {
  c: "%-m/%-d/%Y, %-I:%M:%S %p",
  x: "%-m/%-d/%Y",
  X: "%-I:%M:%S %p",
  D: "%m/%d/%y",
  F: "%Y-%m-%d",
  R: "%H:%M",
  T: "%H:%M:%S",
  r: "%I:%M:%S %p",
  v: "%e-%^b-%Y",
  "+": "%a %b %e %H:%M:%S %Z %Y",
};

/** Directives of C and Ruby that are computed: the year and week of ISO 8601, and the milliseconds since 1970. */
const COMPUTED: Readonly<Record<string, { width: number; of: (clock: LocalClock) => number }>> = {
  G: { width: 4, of: ({ shown }) => isoWeekOf(shown).year },
  g: { width: 2, of: ({ shown }) => ((isoWeekOf(shown).year % 100) + 100) % 100 },
  V: { width: 2, of: ({ shown }) => isoWeekOf(shown).week },
  Q: { width: 1, of: ({ epochMs }) => epochMs },
};

const DIRECTIVE = /%([-_0^#:]*)(\d*)[EO]?(.)/g;
const HAS_ADDED = /%[-_0^#:]*\d*[EO]?[DFRTcrvxX+GgVQ]/;

/** Adds directives of C and Ruby to the filter `date`; every other one is left to the filter as it is. */
export function addDateDirectives(engine: Liquid): void {
  const date = engine.filters.date as Handler;
  engine.registerFilter("date", function (value: unknown, format?: unknown, ...more: unknown[]) {
    if (typeof format !== "string" || !HAS_ADDED.test(format)) return date.call(this, value, format, ...more);
    const print: PrintDate = (pattern) => date.call(this, value, pattern, ...more);
    const clock = localClock(print);
    return clock ? writePattern(format, clock, print) : print(format);
  });
}

/** The added directives and what stands between them, each alone: the filter would read a digit after a `%` as a width. */
function writePattern(format: string, clock: LocalClock, print: PrintDate): string {
  let text = "";
  let from = 0;
  for (const match of format.matchAll(DIRECTIVE)) {
    const [directive, flags = "", width = "", name = ""] = match;
    const written = width.length > 2 ? undefined : writeDirective({ name, flags, width }, clock, print);
    if (written === undefined) continue;
    text += String(print(format.slice(from, match.index))) + written;
    from = match.index + directive.length;
  }
  return text + String(print(format.slice(from)));
}

type Directive = { name: string; flags: string; width: string };

/** Undefined for a directive that is not one of the added ones. */
function writeDirective(
  { name, flags, width }: Directive,
  clock: LocalClock,
  print: PrintDate,
): string | undefined {
  const composed = Object.hasOwn(COMPOSED, name) ? COMPOSED[name] : undefined;
  const computed = Object.hasOwn(COMPUTED, name) ? COMPUTED[name] : undefined;
  if (composed === undefined && computed === undefined) return undefined;
  const plain = computed ? String(computed.of(clock)) : String(print(composed ?? ""));
  const text = /[\^#]/.test(flags) ? plain.toUpperCase() : plain;
  if (flags.includes("-")) return text;
  const isPaddedByZeros = flags.includes("0") || (computed !== undefined && !flags.includes("_"));
  return text.padStart(Number(width) || (computed?.width ?? 0), isPaddedByZeros ? "0" : " ");
}

const DAY_MS = 86_400_000;

/** A week belongs to the year of its Thursday (ISO 8601). */
function isoWeekOf(day: Date): { year: number; week: number } {
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const firstOfYear = new Date(0);
  firstOfYear.setUTCFullYear(year, 0, 1);
  return { year, week: 1 + Math.floor((thursday.getTime() - firstOfYear.getTime()) / (7 * DAY_MS)) };
}

const KNOWN = new Set([...OF_LIQUIDJS, ...Object.keys(COMPOSED), ...Object.keys(COMPUTED)]);

/** The unknown directives in the patterns that a template gives to `date`, each once: they would be printed as they are. */
export function unknownDirectives(templates: readonly Template[]): string[] {
  const unknown = new Set<string>();
  for (const pattern of datePatterns(templates)) {
    for (const [directive, , , name = ""] of pattern.matchAll(DIRECTIVE)) {
      // A percent sign before anything but a letter is a percent sign.
      if (/[a-z]/i.test(name) && !KNOWN.has(name)) unknown.add(directive);
    }
  }
  return [...unknown];
}

function* datePatterns(templates: readonly Template[]): Generator<string> {
  for (const template of templates) {
    for (const argument of template.arguments?.() ?? []) {
      if (!(argument instanceof Value)) continue;
      for (const { name, args } of argument.filters) {
        const [pattern] = args;
        const isText = name === "date" && !Array.isArray(pattern) && TypeGuards.isQuotedToken(pattern);
        if (isText) yield pattern.content;
      }
    }
    if (template.children) yield* datePatterns(toValueSync(template.children(false, true)));
  }
}
