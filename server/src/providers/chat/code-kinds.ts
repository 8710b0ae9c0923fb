import type { ValueRange } from "../provider.ts";

/** Between single or double backticks, or in a block between three and more. */
export type CodeKind = "span" | "block";

/** For each value, in which code of the author it stands. Backticks in values neither begin nor end code: they are escaped. */
export function codeKindsBefore({
  body,
  values,
}: {
  body: string;
  values: readonly ValueRange[];
}): (CodeKind | undefined)[] {
  let open: string | undefined;
  let read = 0;
  return values.map(([start, end]) => {
    for (const [ticks] of body.slice(read, start).matchAll(/`+/g)) {
      if (open === undefined) open = ticks;
      else if (open === ticks || (open.length >= 3 && ticks.length >= open.length)) open = undefined;
    }
    read = end;
    if (open === undefined) return undefined;
    return open.length >= 3 ? "block" : "span";
  });
}
