import { describe, expect, test } from "vitest";
import type { SendOutcome } from "./provider.ts";
import { outcomeByRecipient } from "./recipient-answers.ts";

const accepted: SendOutcome = { kind: "accepted", providerMessageId: "m1" };
const failed = (kind: Exclude<SendOutcome["kind"], "accepted">, reason: string = kind): SendOutcome => ({
  kind,
  reason,
});
const answers = (byRecipient: Record<string, SendOutcome>) =>
  Object.entries(byRecipient).map(([recipient, outcome]) => ({ recipient, outcome }));

describe("the outcome of a mail to several recipients", () => {
  test("the subscriber's own address decides, whatever the others got", () => {
    const outcome = outcomeByRecipient(
      answers({ bob: accepted, Ada: failed("recipient_error"), cem: failed("not_processed") }),
      "ada",
    );
    expect(outcome).toEqual({
      kind: "recipient_error",
      reason: "recipient_error",
      recipients: { reached: ["bob"], waiting: [{ recipient: "cem", reason: "not_processed" }], refused: [] },
    });
  });

  test("accepted for its own, it names those that wait and those that were refused", () => {
    const outcome = outcomeByRecipient(
      answers({
        ada: accepted,
        bob: failed("not_processed"),
        cem: failed("config_error"),
        dan: failed("rejected"),
      }),
      "ada",
    );
    expect(outcome).toEqual({
      ...accepted,
      recipients: {
        reached: ["ada"],
        waiting: [{ recipient: "bob", reason: "not_processed" }],
        refused: [
          { recipient: "cem", reason: "config_error" },
          { recipient: "dan", reason: "rejected" },
        ],
      },
    });
  });

  test("put off for its own, only those that need another attempt wait", () => {
    const outcome = outcomeByRecipient(
      answers({ ada: failed("not_processed"), bob: accepted, cem: failed("recipient_error") }),
      "ada",
    );
    expect(outcome).toMatchObject({
      kind: "not_processed",
      recipients: { reached: ["bob"], waiting: [{ recipient: "ada" }], refused: [{ recipient: "cem" }] },
    });
  });

  test("a fault of the account refuses no copy: another integration may reach it", () => {
    const outcome = outcomeByRecipient(
      answers({ ada: failed("config_error"), bob: failed("config_error"), cem: accepted }),
      "ada",
    );
    expect(outcome).toMatchObject({
      kind: "config_error",
      recipients: { reached: ["cem"], waiting: [], refused: [] },
    });
  });

  test("the same answer for all has no list", () => {
    expect(outcomeByRecipient(answers({ ada: accepted, bob: accepted }), "ada")).toEqual(accepted);
    expect(
      outcomeByRecipient(
        answers({ ada: failed("not_processed", "a"), bob: failed("not_processed", "b") }),
        "ada",
      ),
    ).toEqual(failed("not_processed", "a"));
  });

  test("without the own address, the best answer decides", () => {
    const late = failed("not_processed");
    expect(outcomeByRecipient(answers({ bob: failed("recipient_error"), cem: accepted })).kind).toBe(
      "accepted",
    );
    expect(outcomeByRecipient(answers({ bob: failed("recipient_error"), cem: late }), "ada").kind).toBe(
      "not_processed",
    );
    expect(outcomeByRecipient(answers({ bob: failed("rejected"), cem: failed("config_error") })).kind).toBe(
      "rejected",
    );
  });
});
