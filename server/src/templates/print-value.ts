import { type Context, toValue } from "liquidjs";
import { textOf } from "./text-of.ts";

type MemoryLimit = Context["memoryLimit"];

/**
 * A value as an output prints it, as Novu prints it: a list or an object is compact JSON with single quotes, `['Ann','Bob']` and
 * `{'a':1}` (`packages/framework/src/utils/liquid.utils.ts` of its public source), everything else is text.
 */
export function printedText(printed: unknown, memoryLimit: MemoryLimit): string {
  const value: unknown = toValue(printed);
  if (value === null || typeof value !== "object") return textOf(value);
  return countedJson(value, memoryLimit).replaceAll('"', "'");
}

/**
 * Compact JSON. Keys and texts are counted before they are written: one long key shared by 100,000 items would make 100 GB.
 */
export function countedJson(value: unknown, memoryLimit: MemoryLimit): string {
  return (
    JSON.stringify(value, (key, item: unknown) => {
      memoryLimit.use(key.length + (typeof item === "string" ? item.length : 4));
      return item;
    }) ?? ""
  );
}
