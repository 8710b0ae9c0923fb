import { IntegrationRates } from "@tidings/contract";
import { expect, test } from "vitest";
import { isWrong, RATE_FIELDS, ratesIn, textsOf } from "./rate-texts.ts";

/** The schemas of the fields, as the API shows them. */
const SCHEMAS: Record<keyof IntegrationRates, { minimum: number; maximum: number }> = JSON.parse(
  JSON.stringify(IntegrationRates.properties),
);

test("rates: empty texts are no limits, and numbers are read as they were stored", () => {
  expect(ratesIn(textsOf(undefined))).toEqual({});
  const rates = { perSecond: 0.5, concurrency: 2, perDay: 50_000 };
  expect(ratesIn(textsOf(rates))).toEqual(rates);
});

test("rates: the bounds of the page are those of the API", () => {
  for (const field of RATE_FIELDS) {
    const { minimum, maximum } = SCHEMAS[field];
    for (const bound of [minimum, maximum])
      expect([field, isWrong(field, String(bound))]).toEqual([field, false]);
    expect([field, isWrong(field, "0"), isWrong(field, String(maximum * 2))]).toEqual([field, true, true]);
    expect([field, isWrong(field, "many"), isWrong(field, "")]).toEqual([field, true, false]);
  }
  expect([isWrong("concurrency", "1.5"), isWrong("perSecond", "1.5")]).toEqual([true, false]);
});
