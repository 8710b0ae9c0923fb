import type { IntegrationRates } from "@tidings/contract";

/** The rates as they are typed: empty texts are no limits. */
export type RateTexts = Readonly<Record<keyof IntegrationRates, string>>;

export const RATE_FIELDS = ["perSecond", "concurrency", "perDay"] as const;

/** The bounds of the API (`contract/src/integration-rates.ts`), whose schemas pages do not load. */
const BOUNDS: Readonly<Record<keyof IntegrationRates, { min: number; max: number; isWhole: boolean }>> = {
  perSecond: { min: 0.01, max: 1_000, isWhole: false },
  concurrency: { min: 1, max: 1_000, isWhole: true },
  perDay: { min: 1, max: 1_000_000_000, isWhole: true },
};

export function textsOf(rates: IntegrationRates | undefined): RateTexts {
  const text = (field: keyof IntegrationRates) => rates?.[field]?.toString() ?? "";
  return { perSecond: text("perSecond"), concurrency: text("concurrency"), perDay: text("perDay") };
}

export function isWrong(field: keyof IntegrationRates, text: string): boolean {
  const { min, max, isWhole } = BOUNDS[field];
  if (text.trim() === "") return false;
  const value = Number(text);
  return !(value >= min && value <= max) || (isWhole && !Number.isInteger(value));
}

/** The rates that the texts state; without those that are wrong. */
export function ratesIn(texts: RateTexts): IntegrationRates {
  const stated = RATE_FIELDS.filter((field) => texts[field].trim() !== "" && !isWrong(field, texts[field]));
  return Object.fromEntries(stated.map((field) => [field, Number(texts[field])]));
}
