import { describe, expect, it } from "vitest";
import { createEngine } from "./engine.ts";
import { knownLocale } from "./locale.ts";

const engine = createEngine("none");
/** With ordinary spaces in place of Intl's no-break spaces. */
const print = (text: string, locale?: unknown, payload: object = {}): string =>
  String(engine.parseAndRenderSync(text, { payload, subscriber: { locale } })).replace(
    /[\u00a0\u202f]/g,
    " ",
  );

describe("number", () => {
  it.each([
    ["de", "1.234.567,5"],
    ["nl_NL.UTF-8", "1.234.567,5"],
    ["fr", "1 234 567,5"],
    ["hi", "12,34,567.5"],
    [undefined, "1,234,567.5"],
    [null, "1,234,567.5"],
    ["", "1,234,567.5"],
    ["no locale!", "1,234,567.5"],
    [["de"], "1,234,567.5"],
  ])("for the locale %s: %s", (locale, printed) => {
    expect(print("{{ 1234567.5 | number }}", locale)).toBe(printed);
  });

  it.each([
    ["{{ 1234.5 | number: 2 }}", "1.234,50"],
    ["{{ 0.1 | plus: 0.2 | number }}", "0,3"],
    ['{{ "1234.50" | number: 0 }}', "1.235"],
    ["{{ -0.001 | number: 1 }}", "0,0"],
    ["{{ -5 | number }}", "-5"],
    ['{{ 1234.5 | number: 2, "en" }}', "1,234.50"],
    [
      "{{ payload.missing | number }}|{{ payload.text | number }}|{{ payload.list | number }}",
      "|12,50|['a']",
    ],
  ])("%s for de: %s", (text, printed) => {
    expect(print(text, "de", { text: "12,50", list: ["a"] })).toBe(printed);
  });

  it("refuses digits that are no whole number from 0 to 20", () => {
    expect(() => print("{{ 1 | number: 21 }}")).toThrow("number takes 0 to 20 digits");
    expect(() => print('{{ 1 | number: "many" }}')).toThrow("number takes 0 to 20 digits");
  });
});

describe("currency", () => {
  it.each([
    ['{{ 1234.5 | currency: "EUR" }}', "de", "1.234,50 €"],
    ['{{ 1234.5 | currency: "eur" }}', "en", "€1,234.50"],
    ['{{ 1234.5 | currency: "JPY" }}', "ja", "￥1,235"],
    ['{{ 1234.5 | currency: "EUR", "fr-FR" }}', "de", "1 234,50 €"],
    ["{{ 1234.5 | currency: payload.code }}", "de", "1.234,50"],
    ['{{ 1234.5 | currency: "points" }}', "de", "1.234,50 points"],
    ['{{ "free" | currency: "EUR" }}', "de", "free"],
  ])("%s for %s: %s", (text, locale, printed) => {
    expect(print(text, locale)).toBe(printed);
  });
});

describe("localized_date", () => {
  it.each([
    ["{{ payload.at | localized_date }}", "de", "05.03.2026"],
    ['{{ payload.at | localized_date: "long" }}', "de", "5. März 2026"],
    ['{{ payload.at | localized_date: "full" }}', "fr", "jeudi 5 mars 2026"],
    ['{{ payload.at | localized_date: "long" }}', undefined, "March 5, 2026"],
    ['{{ payload.at | localized_date: "long" }}', "zh_Hant", "2026年3月5日"],
    ['{{ payload.at | localized_date: "short", "short" }}', "de", "05.03.26, 23:30"],
    ['{{ payload.at | localized_date: "none", "short", "Europe/Berlin" }}', "de", "00:30"],
    ['{{ payload.at | localized_date: "long", "none", "Europe/Berlin" }}', "de", "6. März 2026"],
    ['{{ payload.at | localized_date: "long", "none", nil, "pl" }}', "de", "5 marca 2026"],
    ['{{ payload.at | localized_date: "none" }}', "de", ""],
    ['{{ "soon" | localized_date: "long" }}', "de", "soon"],
  ])("%s for %s: %s", (text, locale, printed) => {
    const printedText = print(text, locale, { at: "2026-03-05T23:30:00Z" });
    expect(printedText).toBe(printed);
  });

  it("refuses an unknown style", () => {
    expect(() => print('{{ "now" | localized_date: "big" }}')).toThrow("localized_date takes full, long");
    expect(() => print('{{ "now" | localized_date: "long", "long" }}')).toThrow(
      "localized_date takes medium",
    );
  });
});

describe("knownLocale", () => {
  it.each([
    ["a language and a region", "de-AT", "de-AT"],
    ["the form of POSIX", "de_AT@euro", "de-AT"],
    ["a script in lower case", "zh_hant_tw", "zh-Hant-TW"],
    ["an unknown part", "de-nonsense!", "de"],
    ["an old code", "iw", "he"],
    ["a language without data", "tlh", "en-US"],
    ["the locale C", "C", "en-US"],
    ["a long text", "x".repeat(1_000_000), "en-US"],
    ["a number", 12, "en-US"],
  ])("%s", (_, given, locale) => {
    expect(knownLocale(given)).toBe(locale);
  });
});
