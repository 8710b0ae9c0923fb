import type { FilterImplOptions, Liquid } from "liquidjs";
import { textOf } from "./text-of.ts";

type Handler = Extract<FilterImplOptions, (...args: never[]) => unknown>;

/**
 * `split` and `replace` with an empty pattern: LiquidJS 10.30.1 cuts between UTF-16 units, so that an emoji becomes two halves,
 * which are printed as U+FFFD. These cut between characters, as Ruby does.
 */
export function keepCharactersWhole(engine: Liquid): void {
  const split = engine.filters.split as Handler;
  engine.registerFilter("split", function (value: unknown, pattern?: unknown) {
    const text = textOf(value);
    if (textOf(pattern) !== "") return split.call(this, value, pattern);
    this.context.memoryLimit.use(text.length);
    return [...text];
  });
  const replace = engine.filters.replace as Handler;
  engine.registerFilter("replace", function (value: unknown, pattern?: unknown, by?: unknown) {
    if (textOf(pattern) !== "") return replace.call(this, value, pattern, by);
    const [text, between] = [textOf(value), textOf(by)];
    this.context.memoryLimit.use(text.length * (1 + between.length));
    return [...text].join(between);
  });
}
