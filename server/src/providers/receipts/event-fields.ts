import { isoMoment } from "../../calendar/iso-moment.ts";
import { isJsonObject } from "../../foundation/json.ts";
import { textAt } from "../json-path.ts";
import type { Receipt, ReceiptKind } from "./receipt.ts";

/** Longest reason that is kept. */
const MAX_REASON = 1_000;

/** What a vendor's word for an event means. */
export type Meaning = { kind: ReceiptKind; isPermanent?: boolean };

/** The objects among the events of a request: those of a list, or the content itself. */
export function eventsOf(content: unknown): unknown[] {
  return [content].flat().filter((event) => isJsonObject(event));
}

/**
 * The names and values of a form or a query, in the order of their names, for a signature over all of them. Undefined when a value is
 * neither a text nor a number: no vendor signs other values, and an object of the request may have a `toString` that fails.
 */
export function textFieldsOf(content: unknown): [name: string, value: string][] | undefined {
  if (!isJsonObject(content)) return undefined;
  const fields: [string, string][] = [];
  for (const [name, value] of Object.entries(content)) {
    if (typeof value !== "string" && typeof value !== "number") return undefined;
    fields.push([name, `${value}`]);
  }
  return fields.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The first text at one of the paths, cut to the length of a reason. */
export function reasonAt(event: unknown, ...paths: readonly string[]): string | undefined {
  const text = paths.map((path) => textAt(event, path, 100_000)).find((one) => one !== undefined);
  return text?.slice(0, MAX_REASON);
}

/** The end of a time with a zone; a form without one would be read in the zone of this process. */
const HAS_ZONE = /(?:\b(?:UTC?|GMT)|\dZ|:\d\d(?:\.\d+)?\s*[+-]\d\d(?::?\d\d)?)(?:\s*\([^)]*\))?$/i;

/** A time in ISO 8601 or in another form that JavaScript reads; undefined for anything else. Without an offset it is UTC. */
export function timeIn(text = ""): Date | undefined {
  const time = isoMoment(text) ?? new Date(HAS_ZONE.test(text) ? text : `${text} UTC`);
  return isUsable(time) ? time : undefined;
}

/** Seconds since 1970, with or without a fraction. */
export function secondsIn(text: string | undefined): Date | undefined {
  if (text === undefined || !/^\d{1,12}(\.\d+)?$/.test(text)) return undefined;
  const time = new Date(Number(text) * 1_000);
  return isUsable(time) ? time : undefined;
}

const FIRST_MS = Date.UTC(2000, 0, 1);
const LAST_MS = Date.UTC(2200, 0, 1);

function isUsable(time: Date): boolean {
  return time.getTime() >= FIRST_MS && time.getTime() < LAST_MS;
}

/** The optional parts of a receipt that have a value. */
export type Particulars = {
  [Part in "isPermanent" | "at" | "address" | "reason" | "eventId"]: Receipt[Part] | undefined;
};

/** A list with the receipt; an empty list when the event has no id of a message, or no known meaning. */
export function receiptOf(
  providerMessageId: string | undefined,
  meaning: Meaning | undefined,
  parts: Partial<Particulars>,
  raw: unknown,
): Receipt[] {
  if (providerMessageId === undefined || meaning === undefined) return [];
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return [{ providerMessageId, ...meaning, ...Object.fromEntries(given), raw }];
}
