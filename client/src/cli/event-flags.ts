import type { Broadcast, Recipient } from "@tidings/contract";
import { json, list, text, type Values } from "./command.ts";
import { readJson } from "./json-input.ts";

/** The flags that describe an event, shared by `trigger` and `explain`. */

export const EVENT_NAME = { name: "NAME", help: "The workflow's identifier." };

export const EVENT_FLAGS = {
  to: list(
    "ID",
    'A recipient\'s subscriberId, or JSON such as {"subscriberId":"ada","email":"ada@example.com"}.',
  ),
  payload: json("JSON|@FILE|-", "Data for the workflow's templates; - reads standard input."),
  overrides: json("JSON|@FILE|-", "Provider and step overrides for this trigger."),
  "transaction-id": text("ID", "Id of this trigger; the same id is not executed twice."),
};

/** The event without its recipients. */
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
