import { type IntegrationRates, RATE_BOUNDS } from "@tidings/contract";

/** The rates as they are typed: empty texts are no limits. */
export type RateTexts = Readonly<Record<keyof IntegrationRates, string>>;

export const RATE_FIELDS = ["perSecond", "concurrency", "perDay"] as const;

export function textsOf(rates: IntegrationRates | undefined): RateTexts {
  const text = (field: keyof IntegrationRates) => rates?.[field]?.toString() ?? "";
  return { perSecond: text("perSecond"), concurrency: text("concurrency"), perDay: text("perDay") };
}

export function isWrong(field: keyof IntegrationRates, text: string): boolean {
  const { minimum, maximum } = RATE_BOUNDS[field];
  if (text.trim() === "") return false;
  const value = Number(text);
  return !(value >= minimum && value <= maximum) || (field !== "perSecond" && !Number.isInteger(value));
}

/** The rates that the texts state; without those that are wrong. */
export function ratesIn(texts: RateTexts): IntegrationRates {
  const stated = RATE_FIELDS.filter((field) => texts[field].trim() !== "" && !isWrong(field, texts[field]));
  return Object.fromEntries(stated.map((field) => [field, Number(texts[field])]));
}
