import { type Context, type FilterImplOptions, type Liquid, toValue } from "liquidjs";
import { isNoDay, isoMoment } from "../calendar/iso-moment.ts";
import { clockAt, zoneOrDefault } from "../calendar/zoned-time.ts";
import { systemTime } from "../foundation/clock.ts";

type Handler = Extract<FilterImplOptions, (...args: never[]) => unknown>;
type Rendering = { context: Context };

/** Filters of LiquidJS that print a date and take no zone. */
const PRINTING_UTC = [
  "date_to_xmlschema",
  "date_to_rfc822",
  "date_to_string",
  "date_to_long_string",
] as const;

/**
 * Gives LiquidJS's filters for dates moments and offsets instead of texts and names of zones: it reads a text without an offset in
 * the zone of the server, takes the rules of zones from ICU, and fails at a name that ICU does not know.
 */
export function addDateFilters(engine: Liquid): void {
  const date = engine.filters.date as Handler;
  engine.registerFilter("date", function (value: unknown, format?: unknown, ...zones: unknown[]) {
    // CVE-2026-45357: `%9999999d` pads to ten million characters.
    if (/%[^a-zA-Z%]*\d{3}/.test(String(format ?? ""))) throw new Error("date takes widths below 100 only");
    const at = momentOf(this, value);
    if (!at) return value;
    const [zone] = zones;
    if (typeof zone === "number") return date.call(this, at, format, zone);
    const { offsetMs, abbreviation } = clockAt(
      at.getTime(),
      zones.length > 0 ? namedZone(this, zone) : "UTC",
    );
    // LiquidJS counts minutes to the west.
    return date.call(this, at, withZoneName(format, abbreviation), -offsetMs / 60_000);
  });
  for (const name of PRINTING_UTC) {
    const print = engine.filters[name] as Handler;
    engine.registerFilter(name, function (value: unknown, ...more: unknown[]) {
      const at = momentOf(this, value);
      return at ? print.call(this, at, ...more) : value;
    });
  }
}

/** For a zone that is given, although the value may be none: the environment's default zone counts for it. */
function namedZone({ context }: Rendering, given: unknown): string {
  const defaultZone: unknown = context.getSync(["environment", "timezone"]);
  const zone: unknown = toValue(given);
  return zoneOrDefault(
    typeof zone === "string" ? zone : null,
    typeof defaultZone === "string" ? defaultZone : "UTC",
  );
}

/** `now` and `today` are the time of the run. Undefined for what is no moment: such a value is printed as it is. */
function momentOf({ context }: Rendering, input: unknown): Date | undefined {
  // A captured text is no string.
  const value: unknown = toValue(input);
  const isNow = value === "now" || value === "today";
  const given: unknown = isNow ? (context.getSync(["now"]) ?? systemTime.now()) : value;
  if (given instanceof Date) return valid(given.getTime());
  if (typeof given === "number") return valid(given * 1000);
  return typeof given === "string" ? readMoment(given.trim()) : undefined;
}

/** The longest text that may be a date; parsing a longer one would take its time. */
const DATE_MAX = 200;
const HAS_ZONE = /\b(?:Z|UTC?|GMT|[ECMP][SD]T)\b|\dZ\b|:\d\d(?:\.\d+)?\s*(?:[ap]\.?m\.?)?\s*[+-]\d/i;

/**
 * The moment that a text names: seconds since 1970, an ISO date, or another form that JavaScript reads. Without an offset it
 * is UTC, whatever the zone of the server.
 */
function readMoment(text: string): Date | undefined {
  if (text.length > DATE_MAX || isNoDay(text)) return undefined;
  if (/^\d+$/.test(text)) return valid(Number(text) * 1000);
  const iso = isoMoment(/^\d{4}-\d\d$/.test(text) ? `${text}-01` : text);
  if (iso) return iso;
  return valid(Date.parse(HAS_ZONE.test(text) ? text : `${text} UTC`));
}

function valid(ms: number): Date | undefined {
  const moment = new Date(ms);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** The format with the name of the zone, such as CET, in place of `%Z`: LiquidJS knows no name for an offset. */
function withZoneName(format: unknown, abbreviation: string): unknown {
  if (typeof format !== "string") return format;
  return format.replaceAll(/%(?:%|[-_0^#:]*\d*Z)/g, (directive) =>
    directive === "%%" ? directive : abbreviation,
  );
}
