import type { Broadcast, Recipient } from "@tidings/contract";
import { json, list, text, type Values } from "./command.ts";
import { readJson } from "./json-input.ts";

/** What a command says of an event: the same to have it happen and to have it explained. */

export const EVENT_NAME = { name: "NAME", help: "The workflow's identifier." };

export const EVENT_FLAGS = {
  to: list(
    "ID",
    'A recipient\'s subscriberId, or JSON such as {"subscriberId":"ada","email":"ada@example.com"}.',
  ),
  payload: json("JSON|@FILE|-", "What the workflow's texts speak of; - reads standard input."),
  overrides: json("JSON|@FILE|-", "What this trigger does differently from its workflow."),
  "transaction-id": text("ID", "Names this trigger: the same name again is not executed again."),
};

/** All but the recipients. */
export function eventOf([name = ""]: readonly string[], flags: Values<typeof EVENT_FLAGS>): Broadcast {
  const { payload, overrides, "transaction-id": transactionId } = flags;
  return {
    name,
    ...(payload && { payload }),
    ...(overrides && { overrides }),
    ...(transactionId !== undefined && { transactionId }),
  };
}

/** @throws UsageError */
export async function readRecipients(to: readonly string[]): Promise<Recipient[]> {
  const recipients = to.map(async (one) => (one.startsWith("{") ? await readJson("--to", one) : one));
  return Promise.all(recipients) as Promise<Recipient[]>;
}
