import { type AnyOperation, type ByteLimitName, LIMITS, OPERATIONS } from "@tidings/contract";
import { Check } from "typebox/value";
import { type Draft, draftOf, escapeText, jsonText, type Path } from "./hostile-draft.ts";
import { type Schema, sampleOf } from "./hostile-samples.ts";
import type { RawAnswer } from "./raw-http.ts";
import type { World } from "./seeded-world.ts";

/** Two requests that differ only in the size of one field: at its limit, and one above. */
export type SizePair = { readonly field: string; readonly atLimit: Draft; readonly above: Draft };

/** Sets the field of an otherwise valid request to a value. */
type Put = (value: unknown) => unknown;
type Limited = { readonly path: Path; readonly put: Put; readonly limit: number; readonly make: Make };
/** A value of a given size, in the field's unit. */
type Make = (size: number) => unknown;

/** A pair for every field with a limit in the operation's schemas, and for the whole body. */
export function sizePairs(operation: AnyOperation, world: World): SizePair[] {
  return [
    ...pairsOf(operation, world, "params"),
    ...pairsOf(operation, world, "query"),
    ...pairsOf(operation, world, "body"),
    ...bodyPair(operation, world),
  ];
}

function pairsOf(operation: AnyOperation, world: World, part: "params" | "query" | "body"): SizePair[] {
  const schema = operation[part] as Schema | undefined;
  if (!schema) return [];
  const sample = part === "body" ? numbered(operation, world, 0).body : {};
  return limitedFields(schema, { sample, path: [], put: (value) => value }).map(
    ({ path, put, limit, make }, n) => {
      const of = (size: number, suffix: number) => {
        const draft = numbered(operation, world, 2 * n + suffix);
        return withPart(draft, part, refreshed(put(make(size)), sample, draft.body));
      };
      return { field: path.join("."), atLimit: of(limit, 1), above: of(limit + 1, 2) };
    },
  );
}

/** A request whose new records have names that no other operation uses in the same world. */
export function numbered(operation: AnyOperation, world: World, n: number): Draft {
  return draftOf(operation, world, (1 + OPERATIONS.indexOf(operation)) * 100_000 + n);
}

/** The value with everything that it has from the old sample taken from the new one, in which other names stand. */
function refreshed(value: unknown, old: unknown, fresh: unknown): unknown {
  if (value === old) return fresh;
  if (typeof value !== "object" || value === null || typeof old !== "object" || old === null) return value;
  const given = (fresh ?? {}) as Record<string, unknown>;
  const before = old as Record<string, unknown>;
  const pairs = Object.entries(value).map(([name, member]) => [
    name,
    name in before && name in given ? refreshed(member, before[name], given[name]) : member,
  ]);
  return Array.isArray(value) ? pairs.map(([, member]) => member) : Object.fromEntries(pairs);
}

function withPart(draft: Draft, part: "params" | "query" | "body", value: unknown): Draft {
  draft.story.push(`sizes in ${part}`);
  if (part === "body") return { ...draft, body: value };
  for (const [name, given] of Object.entries(value as Record<string, unknown>)) {
    if (part === "params") draft.params[name] = escapeText(String(given));
    else draft.query.splice(0, draft.query.length, ...pairsOfQuery(name, given));
  }
  // A path of other names may lead to another thing, which has answers of its own.
  return { ...draft, isElsewhere: part === "params" };
}

/** A list repeats its key; a list in a list has the key `name[0][]`. */
function pairsOfQuery(name: string, given: unknown): [string, string][] {
  return [given]
    .flat()
    .flatMap((one, at) =>
      Array.isArray(one) ? one.map((text) => [`${name}[${at}][]`, text]) : [[name, one]],
    )
    .map(([key, text]) => [key, escapeText(String(text))]);
}

function bodyPair(operation: AnyOperation, world: World): SizePair[] {
  if (!operation.body) return [];
  const limit = LIMITS[operation.bodyLimit ?? "bodyBytes"];
  const of = (bytes: number, n: number): Draft => {
    const draft = numbered(operation, world, n);
    const sound = Buffer.from(jsonText(draft.body));
    return { ...draft, bytes: Buffer.concat([sound, Buffer.alloc(bytes - sound.length, " ")]) };
  };
  return [{ field: "body", atLimit: of(limit, 10_001), above: of(limit + 1, 10_002) }];
}

type At = { readonly sample: unknown; readonly path: Path; readonly put: Put };

/** Every limited field of a schema, with a function that sets it in a request. */
function limitedFields(schema: Schema, { sample, path, put }: At): Limited[] {
  const { anyOf = [], properties = {}, patternProperties = {}, items } = schema;
  const fields = ownLimits(schema).map(({ limit, make }) => ({ path, put, limit, make }));
  const record = typeof sample === "object" && sample !== null ? sample : {};
  const list = Array.isArray(sample) ? sample : [];
  const inside = (name: string | number, member: Schema, given: unknown, into: Put): Limited[] =>
    limitedFields(member, { sample: given ?? sampleOf(member), path: [...path, name], put: into });
  return [
    ...fields,
    ...anyOf.flatMap((form) =>
      limitedFields(form, { sample: Check(form as object, sample) ? sample : sampleOf(form), path, put }),
    ),
    ...Object.entries(properties).flatMap(([name, member]) =>
      inside(name, member, (record as Record<string, unknown>)[name], (value) =>
        put({ ...record, [name]: value }),
      ),
    ),
    ...Object.values(patternProperties).flatMap((member) =>
      inside("a", member, undefined, (value) => put({ a: value })),
    ),
    ...(items ? inside(0, items, list[0], (value) => put([value, ...list.slice(1)])) : []),
  ];
}

function ownLimits(schema: Schema): { limit: number; make: Make }[] {
  const { maxLength, maxItems, maxProperties, maxBytes } = schema;
  return [
    ...(maxLength === undefined ? [] : [{ limit: maxLength, make: (size: number) => "a".repeat(size) }]),
    ...(maxItems === undefined ? [] : [{ limit: maxItems, make: (size: number) => listOf(schema, size) }]),
    ...(maxProperties === undefined
      ? []
      : [{ limit: maxProperties, make: (size: number) => mapOf(schema, size) }]),
    ...(maxBytes === undefined ? [] : [{ limit: LIMITS[maxBytes as ByteLimitName], make: objectOfBytes }]),
  ];
}

function listOf({ items = {}, uniqueItems }: Schema, size: number): unknown[] {
  return Array.from({ length: size }, (_, at) => (uniqueItems ? `a${at}` : sampleOf(items)));
}

function mapOf({ patternProperties = {} }: Schema, size: number): object {
  const member = sampleOf(Object.values(patternProperties)[0] ?? {});
  return Object.fromEntries(Array.from({ length: size }, (_, at) => [`a${at}`, member]));
}

export function objectOfBytes(bytes: number): object {
  return { a: "a".repeat(bytes - '{"a":""}'.length) };
}

const SIZE_WORDS =
  /must be shorter than or equal to|must contain no more than|bytes of JSON; the limit is|matches none of the allowed forms/;
const LIMIT_OF_WHOLE = /bytes of JSON; the limit is/;

/**
 * The problem of the answer to a request at the limit. When the enclosing value has a lower limit in bytes, its refusal is
 * correct.
 */
export function complaintAtLimit({ field }: SizePair, { status, text }: RawAnswer): string[] {
  const errors = status === 422 || status === 201 ? namedFields(field, text) : [];
  const isAboutSize = errors.some(({ name, messages }) =>
    messages.some((message) => SIZE_WORDS.test(message) && (name === field || !LIMIT_OF_WHOLE.test(message))),
  );
  return status === 413 || isAboutSize ? [`${field} at its limit: ${text.slice(0, 500)}`] : [];
}

/**
 * The problem of the answer to a request above the limit: it must be a refusal that names the field or the choice around
 * it; where items are checked one by one, the refusal of the item.
 */
export function complaintAbove({ field }: SizePair, { status, text }: RawAnswer): string[] {
  const isNamed =
    field === "body"
      ? status === 413 && /^body has [\d,]+ bytes; the limit is/.test(JSON.parse(text).message)
      : namedFields(field, text).length > 0 ||
        (field.startsWith("events.0.") && isNamedInEntry(field.slice("events.0.".length), text));
  return isNamed ? [] : [`${field} above its limit: ${status} ${text.slice(0, 500)}`];
}

function isNamedInEntry(field: string, text: string): boolean {
  const [{ status, error = [] }] = JSON.parse(text);
  const isAbout = (sentence: string) =>
    field === sentence.split(" ")[0] || field.startsWith(`${sentence.split(" ")[0]}.`);
  return ["error", "invalid_recipients"].includes(status) && error.some(isAbout);
}

function namedFields(field: string, text: string): { name: string; messages: string[] }[] {
  const answer = text === "" ? {} : JSON.parse(text);
  const errors: Record<string, { messages: string[] }> = answer.errors ?? itemErrors(field, answer);
  return Object.entries(errors).flatMap(([name, error]) =>
    field === name || field.startsWith(`${name}.`) ? [{ name, ...error }] : [],
  );
}

/** Where items are checked one by one, a wrong item fails alone: its message begins with the field's name in the item. */
function itemErrors(field: string, { failed = [] }: { failed?: { message: string }[] }) {
  const [list, at, ...inItem] = field.split(".");
  const messages = failed.map(({ message }) => message);
  const about = messages.filter((message) => inItem.join(".").startsWith(message.split(" ")[0] ?? ""));
  return about.length > 0 ? { [`${list}.${at}`]: { messages: about } } : {};
}
