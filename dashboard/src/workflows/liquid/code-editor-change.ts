/** The smallest change that makes a text another one, so that the caret stays where it is; undefined for the same text. */
export function changeTo(
  text: string,
  other: string,
): { from: number; to: number; insert: string } | undefined {
  if (text === other) return undefined;
  const most = Math.min(text.length, other.length);
  let from = 0;
  while (from < most && text[from] === other[from]) from++;
  let same = 0;
  while (same < most - from && text.at(-1 - same) === other.at(-1 - same)) same++;
  return { from, to: text.length - same, insert: other.slice(from, other.length - same) };
}
