import type { Path } from "./hostile-draft.ts";

type Schema = {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

/** Values on both sides of every bound of a schema, each with its path. */
export function boundValues(schema: unknown, sample: unknown, path: Path = []): [Path, unknown][] {
  const { anyOf = [], properties = {}, items, ...own } = (schema ?? {}) as Schema;
  return [
    ...ownBounds(own, sample).map((value): [Path, unknown] => [path, value]),
    ...anyOf.flatMap((branch) => boundValues(branch, sample, path)),
    ...Object.entries(properties).flatMap(([name, property]) =>
      boundValues(property, (sample as any)?.[name], [...path, name]),
    ),
    ...(items && Array.isArray(sample)
      ? sample.flatMap((item, at) => boundValues(items, item, [...path, at]))
      : []),
  ];
}

function ownBounds(schema: Schema, sample: unknown): unknown[] {
  const around = (bound: number | undefined) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]);
  if (schema.enum) return ["no such word", schema.enum[0], ""];
  if (schema.type === "string") {
    const lengths = [0, ...around(schema.minLength), ...around(schema.maxLength)];
    return lengths.filter((length) => length >= 0).map((length) => "a".repeat(length));
  }
  if (schema.type === "number" || schema.type === "integer") {
    return [...around(schema.minimum), ...around(schema.maximum), 0.5];
  }
  if (schema.type === "boolean") return ["true", 0];
  if (schema.type !== "array" || !Array.isArray(sample)) return [];
  const lengths = [0, ...around(schema.minItems), ...around(schema.maxItems), 2];
  return lengths
    .filter((length) => length >= 0)
    .map((length) => Array.from({ length }, (_, at) => sample[at % sample.length]));
}
