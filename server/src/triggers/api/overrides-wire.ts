import { type Brand, PROVIDER_IDS, toBrand } from "@tidings/contract";
import { AppError, type FieldErrors } from "../../foundation/app-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";

/** New names of members; members that it does not have keep their name. */
type Names = ReadonlyMap<string, string>;

/** The overrides with neutral provider ids: `providers["novu-email"]` becomes `providers["svc-email"]`. */
export function overridesFromWire(overrides: JsonObject, brand: Brand): JsonObject {
  return withProviders(overrides, new Map(brandedIds(brand).map(([neutral, branded]) => [branded, neutral])));
}

/** The overrides with the provider ids of the brand; the reverse of `overridesFromWire`. */
export function overridesToWire(overrides: JsonObject, brand: Brand): JsonObject {
  return withProviders(overrides, new Map(brandedIds(brand)));
}

/** A refusal with the provider ids of the brand in the paths of its overrides: `overrides.novu-email.to`. */
export function refusalToWire(refusal: AppError, brand: Brand): AppError {
  const names: Names = new Map(brandedIds(brand));
  if (!refusal.errors || names.size === 0) return refusal;
  const errors: FieldErrors = {};
  for (const [path, { messages, ...rest }] of Object.entries(refusal.errors)) {
    errors[pathIn(path, names)] = { ...rest, messages: messages.map((message) => pathIn(message, names)) };
  }
  return new AppError(refusal.code, refusal.message, { facts: refusal.facts, errors });
}

/** Pairs of the ids that differ: neutral, branded. */
function brandedIds(brand: Brand): [neutral: string, branded: string][] {
  const pairs = PROVIDER_IDS.map((id): [string, string] => [id, toBrand(id, brand)]);
  return pairs.filter(([neutral, branded]) => neutral !== branded);
}

/** Provider ids are names of members at the top, in `providers`, and in the `providers` of each step. */
function withProviders(overrides: JsonObject, names: Names): JsonObject {
  if (names.size === 0) return overrides;
  const named = renamed(overrides, names) as JsonObject;
  const ofStep = (step: Json) => within(step, "providers", (providers) => renamed(providers, names));
  const ofAll = within(named, "providers", (providers) => renamed(providers, names));
  return within(ofAll, "steps", (steps) => eachMember(steps, ofStep)) as JsonObject;
}

function within(value: Json, name: string, change: (member: Json) => Json): Json {
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: change(value[name] as Json) };
}

function eachMember(value: Json, change: (member: Json) => Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}

function renamed(value: Json, names: Names): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [names.get(name) ?? name, member]));
}

/** The path that a text begins with, with the provider's new name. */
function pathIn(text: string, names: Names): string {
  return text.replace(
    /^(overrides\.(?:steps\.[^.]+\.)?(?:providers\.)?)([\w-]+)/,
    (_, before: string, id: string) => before + (names.get(id) ?? id),
  );
}
