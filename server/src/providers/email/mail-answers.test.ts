import { describe, expect, test } from "vitest";
import { UNLISTED } from "../error-codes.ts";
import type { EmailMessage } from "../provider.ts";
import { type AnswerFor, judgeByRecipient } from "./mail-answers.ts";

const MAIL: EmailMessage = {
  key: "k",
  to: [{ address: "ada@example.com" }],
  cc: [{ address: "bob@example.com" }],
  subject: "Hi",
  html: "Hi",
};
const accepted: AnswerFor = { recipient: "ada@example.com", kind: "accepted", id: "m1" };
const unlisted = (recipient: string, words: string, code?: string): AnswerFor => ({
  recipient,
  words,
  ...UNLISTED,
  ...(code === undefined ? {} : { code }),
});

describe("a refusal of one recipient that no table of the vendor lists", () => {
  test("asks to come again: the copy waits", () => {
    const copy = unlisted("bob@example.com", "Please try again later");
    expect(judgeByRecipient([accepted, copy], MAIL)).toMatchObject({
      kind: "accepted",
      providerMessageId: "m1",
      recipients: { waiting: [{ recipient: "bob@example.com", reason: copy.words }], refused: [] },
    });
  });

  test("is about the mail: the copy is refused for good", () => {
    const copy = unlisted("bob@example.com", "No.");
    expect(judgeByRecipient([accepted, copy], MAIL)).toMatchObject({
      kind: "accepted",
      recipients: { waiting: [], refused: [{ recipient: "bob@example.com" }] },
    });
  });

  test("is about the rate, and the subscriber's: throttled, and the provider is not called well for it", () => {
    const verdict = judgeByRecipient([unlisted("ada@example.com", "Rate limit exceeded")], MAIL);
    expect(verdict).toMatchObject({ kind: "not_processed", isThrottled: true });
    expect(verdict.isProviderWell).toBeUndefined();
  });

  test("is about the account by its code: a fault of the account", () => {
    const verdict = judgeByRecipient([unlisted("ada@example.com", "No.", "REJECTED_ACCOUNT_BALANCE")], MAIL);
    expect(verdict).toMatchObject({ kind: "config_error", sentence: "No." });
  });
});
