import { isoMoment } from "../../calendar/iso-moment.ts";
import { isJsonObject, type JsonObject } from "../../foundation/json.ts";
import { objectValueAt } from "../../foundation/json-path.ts";
import { intervalOf } from "../../workflows/interval.ts";

/** The value of a `dynamicKey` in the payload: a time, or a length of time from now. */
export type DynamicMoment =
  | { kind: "at"; at: Date }
  | { kind: "past"; at: Date }
  | { kind: "missing" }
  | { kind: "unreadable" };

/** An offset may move a time of the year 9999 beyond the database's range. */
const LATEST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Reads an ISO 8601 time or `{amount, unit}`; a time without an offset is UTC. */
export function dynamicMoment(payload: JsonObject, path: string, now: Date): DynamicMoment {
  const value = objectValueAt(payload, path);
  if (value === undefined || value === null) return { kind: "missing" };
  if (isJsonObject(value)) {
    const interval = intervalOf(value);
    return interval ? { kind: "at", at: new Date(now.getTime() + interval.ms) } : { kind: "unreadable" };
  }
  const at = typeof value === "string" ? isoMoment(value) : undefined;
  if (!at || at.getTime() > LATEST_MS) return { kind: "unreadable" };
  return at <= now ? { kind: "past", at } : { kind: "at", at };
}
