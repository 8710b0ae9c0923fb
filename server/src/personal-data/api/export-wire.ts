import { type Brand, type ExportedRecord, toBrand } from "@tidings/contract";
import type { Queryable } from "../../database/database.ts";
import { invalidField } from "../../foundation/app-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";
import { SEALED_ADDRESSES } from "../../messages/sealed-address.ts";
import { MASK, shownAddress } from "../../providers/masks.ts";
import { SEALED_CHANNELS } from "../../subscribers/sealed-channels.ts";
import { type Exported, type ExportPlace, isPlace } from "../export-subscriber.ts";
import { exportedNumbers, factsOf } from "../personal-data.ts";

type Parts = { database: Queryable; environmentId: string; brand: Brand };

/** A line of the export: the record with the brand in its words, times in UTC, and masks in place of tokens. */
export function toExportedRecord({ part, row, place }: Exported, parts: Parts): ExportedRecord {
  const { line } = factsOf(part.table);
  if (typeof line === "string") throw new Error(`${part.table} has no lines: ${line}`);
  const record = { ...row.data, ...secretsOf({ part, row, place }, parts), ...timesOf({ part, row, place }) };
  return { type: line.type, cursor: toCursor(place), data: inBrand(record, parts.brand) };
}

/** PostgreSQL writes times in the zone of its session. */
function timesOf({ part, row }: Exported): JsonObject {
  const inUtc = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inUtc);
    return typeof value === "string" ? new Date(value).toISOString() : value;
  };
  return Object.fromEntries(
    exportedNumbers(part.table).map((name) => [name, inUtc(row.data?.[name] ?? null)]),
  );
}

/** The columns with masks: the subscriber's channels, the addresses of a message, the channels that a trigger brought along. */
function secretsOf({ part, row }: Exported, { database, environmentId }: Parts): JsonObject {
  const { data, sealed, clear } = row;
  if (part.table === "triggers") {
    const recipient = isJsonObject(data?.recipient) ? data.recipient : undefined;
    return recipient?.channels ? { recipient: { ...recipient, channels: masked(recipient.channels) } } : {};
  }
  const word = part.table === "messages" ? SEALED_ADDRESSES.word : SEALED_CHANNELS.word;
  const opened = sealed ? database.secrets.open(`${environmentId}|${word}|${data?._id}`, sealed) : clear;
  if (opened === null) return {};
  const value = masked(JSON.parse(opened) as Json);
  return part.table === "messages" ? (value as JsonObject) : { channels: value };
}

/** Device tokens become masks, and URLs show their origin, as the API shows secrets of integrations. */
function masked(value: Json, name = ""): Json {
  if (typeof value === "string") {
    if (name === "deviceTokens") return MASK;
    return /url$/i.test(name) ? shownAddress(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => masked(item, name));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, masked(member, key)]));
}

/** Ids of providers: of the record itself, and of the channels in it or in the recipient of a trigger. */
function inBrand(record: JsonObject, brand: Brand): JsonObject {
  const { providerId, channels, recipient } = record;
  return {
    ...record,
    ...(typeof providerId === "string" ? { providerId: toBrand(providerId, brand) } : {}),
    ...(Array.isArray(channels)
      ? { channels: channels.map((one) => (isJsonObject(one) ? inBrand(one, brand) : one)) }
      : {}),
    ...(isJsonObject(recipient) ? { recipient: inBrand(recipient, brand) } : {}),
  };
}

/** The text of a place. Opaque to clients. */
function toCursor({ part, keys }: ExportPlace): string {
  return Buffer.from(JSON.stringify([part, ...keys])).toString("base64url");
}

/** @throws AppError invalid if no line of an export has this cursor. */
export function fromCursor(text: string): ExportPlace {
  const [part, ...keys] = wordsOf(Buffer.from(text, "base64url").toString("utf8"));
  const place = { part: part ?? "", keys };
  if (isPlace(place)) return place;
  throw invalidField("after", "must be the cursor of a line of an export", text);
}

function wordsOf(json: string): string[] {
  try {
    const words: unknown = JSON.parse(json);
    return Array.isArray(words) && words.every((word) => typeof word === "string" && !/[\0\ufffd]/.test(word))
      ? words
      : [];
  } catch {
    return [];
  }
}
