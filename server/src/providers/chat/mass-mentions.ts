import type { ValueRange } from "../provider.ts";

/** What notifies all members of a channel: `@all` and its like, Zulip's `@**all**`, and Slack's `<!channel>`, which others read, too. */
const MASS_MENTION =
  /@_?(?:\*\*)?(?:all|channel|everyone|here|stream|team|topic)\b|<!(?:all|channel|everyone|here|subteam)\b/gi;
/** WORD JOINER: it has no width, and after it no vendor reads a mention. */
export const JOINER = "\u2060";

type Text = { body: string; values: readonly ValueRange[] };

/** The text in which no mention of everybody has a part in a value: such a mention would come from the data of people. */
export function withoutMassMentions({ body, values }: Text): Text {
  const cuts = cutsIn(body, values);
  if (cuts.length === 0) return { body, values };
  const pieces = [0, ...cuts].map((cut, index) => body.slice(cut, cuts[index]));
  return { body: pieces.join(JOINER), values: values.map(([start, end]) => moved(cuts, start, end)) };
}

/** Behind the first character of each mention that touches a value. */
function cutsIn(body: string, values: readonly ValueRange[]): number[] {
  const cuts: number[] = [];
  let next = 0;
  for (const { index, 0: mention } of values.length > 0 ? body.matchAll(MASS_MENTION) : []) {
    while (next < values.length && (values[next] as ValueRange)[1] <= index) next += 1;
    const [start] = values[next] ?? [Number.POSITIVE_INFINITY];
    if (start < index + mention.length) cuts.push(index + 1);
  }
  return cuts;
}

/** A joiner at the edge of a value is outside of it. */
function moved(cuts: readonly number[], start: number, end: number): ValueRange {
  return [start + countUpTo(cuts, start), end + countUpTo(cuts, end - 1)];
}

/** How many of the sorted cuts are at most `position`. */
function countUpTo(cuts: readonly number[], position: number): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle] as number) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
