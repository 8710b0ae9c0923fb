import { textAt } from "./json-path.ts";
import { withoutSecrets } from "./raw-response.ts";
import type { RecipientAnswers, UnreachedRecipient } from "./recipients.ts";

const MAX_SENTENCE = 300;

/** The vendor's own words. */
export function sentenceIn(json: unknown, paths: readonly string[]): string | undefined {
  return paths.map((path) => textAt(json, path, 4_000)).find((one) => one !== undefined);
}

/** Without credentials. */
export function inOneLine(text: string | undefined, secrets: readonly string[]): string | undefined {
  if (text === undefined) return undefined;
  return withoutSecrets(text, secrets)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_SENTENCE);
}

/** The answers for recipients with the vendor's words on one line, without credentials. */
export function withoutSecretsIn(answers: RecipientAnswers, secrets: readonly string[]): RecipientAnswers {
  const masked = (one: UnreachedRecipient) => ({ ...one, reason: inOneLine(one.reason, secrets) ?? "" });
  return { ...answers, waiting: answers.waiting.map(masked), refused: answers.refused.map(masked) };
}
