import { isJsonObject, type JsonObject } from "../../foundation/json.ts";

type Merge = (general: JsonObject, specific: JsonObject) => JsonObject;

/** The members of an override that are lists of names: a more specific layer adds to them. It replaces all other members. */
const MERGED: Readonly<Record<string, Merge>> = {
  headers: byHeader,
  customData: byName,
  _passthrough: (general, specific) =>
    merged(general, specific, { body: byName, headers: byHeader, query: byName }),
};

/** One override made of layers, from the most general to the most specific one. A member that is null is not set. */
export function mergeLayers(layers: readonly JsonObject[]): JsonObject {
  return layers.reduce((general, specific) => merged(general, specific, MERGED), {});
}

function merged(
  general: JsonObject,
  specific: JsonObject,
  merges: Readonly<Record<string, Merge>>,
): JsonObject {
  const set = withoutNull(specific);
  const both = { ...general, ...set };
  for (const [name, merge] of Object.entries(merges)) {
    const [one, other] = [general[name], set[name]];
    if (isJsonObject(one) && isJsonObject(other)) both[name] = merge(one, other);
  }
  return both;
}

function byName(general: JsonObject, specific: JsonObject): JsonObject {
  return { ...general, ...withoutNull(specific) };
}

/** Names of headers are the same in any case. */
function byHeader(general: JsonObject, specific: JsonObject): JsonObject {
  const set = withoutNull(specific);
  const names = new Set(Object.keys(set).map((name) => name.toLowerCase()));
  const others = Object.entries(general).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...set };
}

function withoutNull(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
