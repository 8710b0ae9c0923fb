import type { ByteLimitName, Limits } from "@tidings/contract";
import { readable } from "@tidings/contract";
import type { TSchema } from "typebox";
import { AppError, type FieldErrors } from "../foundation/app-error.ts";
import { jsonBytes } from "../foundation/json.ts";

/** One step into a value: a member's name, every item of a list, or every member of a map. */
type Step = { readonly name: string } | "items" | "members";
/** A path in the body to a value with a size limit. */
type BodyPart = { readonly steps: readonly Step[]; readonly limitBytes: number };
type Found = { readonly field: string; readonly value: unknown };

type Schema = {
  maxBytes?: ByteLimitName;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
};

/**
 * Refuses bodies with a value larger than its schema's limit (`maxBytes`), in bytes of UTF-8 JSON. The paths of the limits
 * are collected once, when the operation is registered. Values are measured only when the body is long enough for one of
 * them to be too large.
 */
export type ByteCheck = (body: unknown, sentBytes: number) => void;

/** The maximum growth of JSON when it is parsed and printed: `1e20` (4 bytes) becomes 21 digits. */
const MAX_GROWTH = 21 / 4;

/** The check throws AppError invalid, with the size and the limit of each field that is too large. */
export function createByteCheck(schema: TSchema | undefined, limits: Limits): ByteCheck {
  const places = uniquePlaces(schema ? placesOf(schema as Schema, limits) : []);
  const leastBytes = Math.min(...places.map(({ limitBytes }) => limitBytes));
  return (body, sentBytes) => {
    if (places.length === 0 || sentBytes * MAX_GROWTH <= leastBytes) return;
    const errors: FieldErrors = {};
    for (const { steps, limitBytes } of places) {
      for (const { field, value } of valuesAt({ field: "", value: body }, steps)) {
        const bytes = jsonBytes(value);
        if (bytes > limitBytes) errors[field] = { messages: [sentence(field, bytes, limitBytes)] };
      }
    }
    if (Object.keys(errors).length > 0) throw new AppError("invalid", "Validation Error", { errors });
  };
}

function sentence(field: string, bytes: number, limitBytes: number): string {
  return `${field} has ${readable(bytes)} bytes of JSON; the limit is ${readable(limitBytes)}`;
}

function placesOf(schema: Schema, limits: Limits, steps: readonly Step[] = []): BodyPart[] {
  const { maxBytes, anyOf = [], properties = {}, patternProperties = {}, items } = schema;
  return [
    ...(maxBytes ? [{ steps, limitBytes: limits[maxBytes] }] : []),
    ...anyOf.flatMap((form) => placesOf(form, limits, steps)),
    ...Object.entries(properties).flatMap(([name, member]) => placesOf(member, limits, [...steps, { name }])),
    ...Object.values(patternProperties).flatMap((member) => placesOf(member, limits, [...steps, "members"])),
    ...(items ? placesOf(items, limits, [...steps, "items"]) : []),
  ];
}

/** Removes duplicates: two forms of a value may limit the same member. */
function uniquePlaces(places: readonly BodyPart[]): BodyPart[] {
  return [...new Map(places.map((place) => [JSON.stringify(place.steps), place])).values()];
}

function valuesAt(found: Found, [step, ...rest]: readonly Step[]): Found[] {
  if (step === undefined) return [found];
  return membersAt(found, step).flatMap((member) => valuesAt(member, rest));
}

function membersAt({ field, value }: Found, step: Step): Found[] {
  if (typeof value !== "object" || value === null) return [];
  const named = (name: string | number, member: unknown): Found => ({
    field: field === "" ? String(name) : `${field}.${name}`,
    value: member,
  });
  if (step === "items") return Array.isArray(value) ? value.map((item, at) => named(at, item)) : [];
  if (Array.isArray(value)) return [];
  if (step === "members") return Object.entries(value).map(([name, member]) => named(name, member));
  if (!Object.hasOwn(value, step.name)) return [];
  return [named(step.name, (value as Record<string, unknown>)[step.name])];
}
