import { type AnyOperation, LIMITS } from "@tidings/contract";
import { Check } from "typebox/value";
import type { Draft } from "./hostile-draft.ts";
import { type Schema, sampleOf } from "./hostile-samples.ts";
import { numbered, objectOfBytes } from "./hostile-sizes.ts";
import type { World } from "./seeded-world.ts";

/**
 * Requests whose bodies have all fields: each at its limit; shorter ones that fit into a body together; and lists filled
 * with as many of these as fit.
 */
export function fullDrafts(operation: AnyOperation, world: World): Draft[] {
  if (!operation.body) return [];
  const limit = LIMITS[operation.bodyLimit ?? "bodyBytes"];
  const schema = operation.body as Schema;
  const fittingOf = (sample: unknown): object => {
    for (let longest = 100_000; ; longest /= 2) {
      const fitting = fullOf(schema, { sample, longest: Math.floor(longest) }) as object;
      if (sizeOf(fitting) <= limit) return fitting;
    }
  };
  const makers = [
    (sample: unknown) => fullOf(schema, { sample, longest: Number.POSITIVE_INFINITY }),
    fittingOf,
    (sample: unknown) => crowdedOf(schema, fittingOf(sample), limit),
  ];
  return makers.map((make, n) => {
    const draft = numbered(operation, world, 20_000 + n);
    return { ...draft, body: make(draft.body), story: ["every field at its limit"] };
  });
}

/** Fills each list with copies of its first item, as many as fit. */
function crowdedOf({ properties = {} }: Schema, fitting: object, limit: number): object {
  const members = Object.entries(fitting).map(([name, value]) => {
    const { maxItems = 100, uniqueItems } = properties[name] ?? {};
    if (!Array.isArray(value) || value.length === 0) return [name, value];
    const room = Math.floor((limit - sizeOf(fitting)) / (sizeOf(value[0]) + 1));
    const many: unknown[] = Array(Math.max(1, Math.min(maxItems, room))).fill(value[0]);
    return [name, uniqueItems ? many.map((_, at) => `a${at}`) : many];
  });
  return Object.fromEntries(members);
}

type Fullness = { sample: unknown; longest: number };

/**
 * Lists have one item: full lists of full items would exceed every body limit. Ids of existing records stay as in the
 * sample, or the operation would find nothing.
 */
function fullOf(schema: Schema, { sample, longest }: Fullness): unknown {
  const { type, anyOf, items, maxLength, maxItems, maxBytes } = schema;
  if (schema.enum) return schema.enum[0];
  if (anyOf) {
    const forms = anyOf.map((form) =>
      fullOf(form, { sample: Check(form as object, sample) ? sample : undefined, longest }),
    );
    return forms.sort((a, b) => sizeOf(b) - sizeOf(a))[0];
  }
  if (maxLength !== undefined) return "a".repeat(Math.min(maxLength, longest));
  if (type === "array") {
    const item = Array.isArray(sample) ? sample[0] : undefined;
    return items && maxItems !== 0 ? [fullOf(items, { sample: item, longest })] : [];
  }
  if (maxBytes && !schema.properties) return objectOfBytes(Math.min(LIMITS[maxBytes], longest));
  return type === "object" ? fullMembers(schema, { sample, longest }) : sampleOf(schema);
}

function fullMembers(schema: Schema, { sample, longest }: Fullness): object {
  const { properties = {}, patternProperties = {}, required = [], maxProperties = 1 } = schema;
  const given = (sample ?? {}) as Record<string, unknown>;
  const [member] = Object.values(patternProperties);
  const many = Array.from({ length: member ? maxProperties : 0 }, (_, at) => [
    `a${at}`,
    fullOf(member ?? {}, { sample: undefined, longest }),
  ]);
  const named = Object.entries(properties).map(([name, property]) => {
    const isName = /^_|Id$|[iI]dentifier$/.test(name) || required.includes(name);
    const isKept = isName && typeof given[name] === "string" && property.type === "string";
    return [name, isKept ? given[name] : fullOf(property, { sample: given[name], longest })];
  });
  return Object.fromEntries([...many, ...named]);
}

const sizeOf = (value: unknown) => JSON.stringify(value ?? null).length;
