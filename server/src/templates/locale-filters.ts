import type { Context, FilterImplOptions, Liquid } from "liquidjs";
import { localClock } from "./local-clock.ts";
import { knownLocale } from "./locale.ts";
import { textOf } from "./text-of.ts";

type Handler = Extract<FilterImplOptions, (...args: never[]) => unknown>;
type Rendering = { context: Context };

/**
 * The filters `number`, `currency` and `localized_date`: by the rules of Intl for the subscriber's locale, or for the one that
 * their last argument names. What is no number and no moment is printed as it is.
 */
export function addLocaleFilters(engine: Liquid): void {
  engine.registerFilter("number", writeNumber);
  engine.registerFilter("currency", writeCurrency);
  const date = engine.filters.date as Handler;
  engine.registerFilter("localized_date", function (value: unknown, ...words: unknown[]) {
    const [style, timeStyle, zone, locale] = words;
    const styles = { dateStyle: styleOf(style, "medium"), timeStyle: timeStyleOf(timeStyle) };
    // The filter `date` knows the zone; Intl only writes what the clock there shows.
    const zones = words.length > 2 ? [zone] : [];
    const clock = localClock((pattern) => date.call(this, value, pattern, ...zones));
    return clock ? dateFormat(localeOf(this, locale), styles)?.format(clock.shown) : value;
  });
}

/** `{{ 1234.5 | number: 2 }}`: `1,234.50`, in German `1.234,50`. Without `digits` as many as there are, three at most. */
function writeNumber(this: Rendering, value: unknown, digits?: unknown, locale?: unknown): unknown {
  const amount = amountOf(value);
  return amount === undefined ? value : decimal(localeOf(this, locale), digitsOf(digits)).format(amount);
}

/**
 * `{{ 1234.5 | currency: "EUR" }}`: `€1,234.50`, in German `1.234,50 €`. The digits are those of the currency (ISO 4217). A code
 * that is none comes from data, and costs no message: it is written behind the number.
 */
function writeCurrency(this: Rendering, value: unknown, code?: unknown, locale?: unknown): unknown {
  const amount = amountOf(value);
  if (amount === undefined) return value;
  const [own, currency] = [localeOf(this, locale), textOf(code).trim()];
  if (/^[a-z]{3}$/i.test(currency)) return money(own, currency.toUpperCase()).format(amount);
  return `${decimal(own, 2).format(amount)} ${currency}`.trimEnd();
}

function localeOf({ context }: Rendering, given: unknown): string {
  return knownLocale(textOf(given) === "" ? context.getSync(["subscriber", "locale"]) : given);
}

/** Undefined for what is no number. */
function amountOf(value: unknown): number | undefined {
  const isNumeric =
    typeof value === "string"
      ? /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value.trim())
      : typeof value === "number";
  const amount = isNumeric ? Number(value) : Number.NaN;
  return Number.isFinite(amount) ? amount : undefined;
}

function digitsOf(digits: unknown): number | undefined {
  if (textOf(digits) === "") return undefined;
  const count = Number(digits);
  if (!Number.isInteger(count) || count < 0 || count > 20) throw new Error("number takes 0 to 20 digits");
  return count;
}

type DateStyle = "full" | "long" | "medium" | "short";
const DATE_STYLES: readonly string[] = ["full", "long", "medium", "short"] satisfies DateStyle[];
/** Intl's longer styles of times name the zone, which is not known to it here. */
const TIME_STYLES: readonly string[] = ["medium", "short"];

function styleOf(given: unknown, fallback?: DateStyle): DateStyle | undefined {
  const style = textOf(given) || (fallback ?? "none");
  if (style === "none") return undefined;
  if (DATE_STYLES.includes(style)) return style as DateStyle;
  throw new Error("localized_date takes full, long, medium, short or none for the day");
}

function timeStyleOf(given: unknown): "medium" | "short" | undefined {
  const style = textOf(given) || "none";
  if (style === "none") return undefined;
  if (TIME_STYLES.includes(style)) return style as "medium" | "short";
  throw new Error("localized_date takes medium, short or none for the time");
}

type DateStyles = { dateStyle?: DateStyle | undefined; timeStyle?: "medium" | "short" | undefined };

/** Undefined if neither the day nor the time is wanted. */
function dateFormat(locale: string, { dateStyle, timeStyle }: DateStyles): Intl.DateTimeFormat | undefined {
  if (dateStyle === undefined && timeStyle === undefined) return undefined;
  const options = { ...(dateStyle ? { dateStyle } : {}), ...(timeStyle ? { timeStyle } : {}) };
  return remembered(
    `date ${locale} ${dateStyle} ${timeStyle}`,
    () => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }),
  );
}

function decimal(locale: string, digits: number | undefined): Intl.NumberFormat {
  const places = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return remembered(
    `number ${locale} ${digits}`,
    () => new Intl.NumberFormat(locale, { ...places, signDisplay: "negative" }),
  );
}

function money(locale: string, currency: string): Intl.NumberFormat {
  return remembered(
    `currency ${locale} ${currency}`,
    () => new Intl.NumberFormat(locale, { style: "currency", currency, signDisplay: "negative" }),
  );
}

/** Formatters take about 50 µs and 10 kB each. */
const MAX_FORMATS = 300;
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function remembered<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, create: () => F): F {
  const known = formats.get(key);
  if (known) return known as F;
  if (formats.size >= MAX_FORMATS) formats.clear();
  const created = create();
  formats.set(key, created);
  return created;
}
