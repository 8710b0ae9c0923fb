import {
  INBOX_LIMITS,
  type listInboxNotifications,
  type QueryOf,
  SEVERITIES,
  type Severity,
} from "@tidings/contract";
import { invalidField } from "../../foundation/app-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";
import type { InboxFilter } from "../inbox-filter.ts";

/** A tag, or a group of tags. */
type GivenTags = readonly (string | readonly string[])[] | undefined;

/** @throws AppError invalid for too many tags, or data that is no filter. */
export function toFilter({
  read,
  seen,
  archived,
  snoozed,
  ...more
}: Partial<QueryOf<typeof listInboxNotifications>>): InboxFilter {
  const { tags, severity, data, createdGte, createdLte } = more;
  return {
    read,
    seen,
    archived,
    snoozed,
    ...toSelection({ tags, data }),
    severities: severity,
    createdFrom: createdGte === undefined ? undefined : new Date(createdGte),
    createdTo: createdLte === undefined ? undefined : new Date(createdLte),
  };
}

/** The filter of a bulk change. @throws AppError invalid */
export function toSelection({ tags, data }: { tags?: GivenTags; data?: string | undefined }): InboxFilter {
  return {
    tagGroups: toTagGroups(tags),
    data: data === undefined ? undefined : toData(parsed(data, "data")),
  };
}

/** Tags by themselves are one group; groups that are empty match everything. */
function toTagGroups(tags: GivenTags = []): string[][] {
  const single = tags.filter((one) => typeof one === "string");
  const groups = tags.filter((one) => typeof one !== "string").map((group) => [...group]);
  const all = [single, ...groups].filter((group) => group.length > 0);
  const { tags: most, tagGroups, tagsOfGroup } = INBOX_LIMITS;
  const isTooMuch =
    all.length > tagGroups || all.flat().length > most || all.some((group) => group.length > tagsOfGroup);
  if (isTooMuch) {
    throw invalidField(
      "tags",
      `tags has at most ${tagGroups} groups, ${tagsOfGroup} tags in each and ${most} in all`,
    );
  }
  return all;
}

function parsed(text: string, field: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw invalidField(field, `${field} is not valid JSON`);
  }
}

/** An empty object matches everything. */
function toData(given: Json): JsonObject | undefined {
  if (!isJsonObject(given)) throw invalidField("data", "data must be a JSON object");
  refuseDeep(given, 1);
  return Object.keys(given).length > 0 ? given : undefined;
}

function refuseDeep(value: Json, level: number): void {
  if (typeof value !== "object" || value === null) return;
  if (level > 2) throw invalidField("data", "data is nested deeper than two levels");
  for (const [key, member] of Object.entries(value)) {
    if (/^[$.]/.test(key)) throw invalidField("data", "keys of data may not start with $ or a dot");
    refuseText(key);
    if (typeof member === "string") refuseText(member);
    refuseDeep(member as Json, level + 1);
  }
}

/** PostgreSQL can store neither. */
function refuseText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed()) {
    throw invalidField("data", "data must not contain the character NUL or a lone surrogate");
  }
}

/** A filter of the count operation, and the same as it was sent. */
export type CountFilter = { given: JsonObject; filter: InboxFilter };

/** @throws AppError invalid */
export function toCountFilters(text: string): CountFilter[] {
  const given = parsed(text, "filters");
  if (!Array.isArray(given) || !given.every(isJsonObject)) {
    throw invalidField("filters", "filters must be a JSON list of objects");
  }
  if (given.length > INBOX_LIMITS.filters) {
    throw invalidField("filters", `filters has at most ${INBOX_LIMITS.filters} items`);
  }
  return given.map((one) => ({ given: one, filter: toCountFilter(one) }));
}

function toCountFilter(given: JsonObject): InboxFilter {
  return {
    read: flag(given, "read"),
    seen: flag(given, "seen"),
    archived: flag(given, "archived"),
    snoozed: flag(given, "snoozed"),
    tagGroups: toTagGroups(givenTags(given.tags)),
    severities: givenSeverities(given.severity),
    data: given.data === undefined || given.data === null ? undefined : toData(dataOf(given.data)),
  };
}

function dataOf(given: Json): Json {
  return typeof given === "string" ? parsed(given, "data") : given;
}

function flag(given: JsonObject, name: string): boolean | undefined {
  const value = given[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "boolean") throw invalidField("filters", `${name} must be true or false`);
  return value;
}

function givenTags(given: Json | undefined): GivenTags {
  if (given === undefined || given === null) return undefined;
  const isText = (one: Json) => typeof one === "string";
  const isGroup = (one: Json) => isText(one) || (Array.isArray(one) && one.every(isText));
  if (!Array.isArray(given) || !given.every(isGroup)) {
    throw invalidField("filters", "tags must be a list of texts, or of lists of texts");
  }
  for (const tag of given.flat()) refuseText(tag as string);
  return given as GivenTags;
}

function givenSeverities(given: Json | undefined): Severity[] | undefined {
  if (given === undefined || given === null) return undefined;
  const words = Array.isArray(given) ? given : [given];
  return words.map((word) => {
    const severity = SEVERITIES.find((one) => one === word);
    if (!severity) throw invalidField("filters", `severity must be one of ${SEVERITIES.join(", ")}`);
    return severity;
  });
}
