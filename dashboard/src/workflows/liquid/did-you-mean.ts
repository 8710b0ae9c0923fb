/** The name of the list that is most likely meant by another one; undefined if none is near. */
export function didYouMean(wrong: string, names: readonly string[]): string | undefined {
  const plain = (name: string) => name.replace(/\[(?:\d+|\*)\]/g, "[0]").toLowerCase();
  const typed = plain(wrong);
  const most = Math.max(1, Math.min(4, Math.floor(typed.length / 4)));
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = distanceOf(typed, plain(name), most);
    if (distance <= most && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best?.name ?? names.find((name) => plain(name).endsWith(`.${typed}`));
}

/** Letters to add, remove, replace or swap with the next one; a number above `most` stands for more. */
function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let at = 1; at <= other.length; at++) {
      const cost = one[row - 1] === other[at - 1] ? 0 : 1;
      let least = Math.min((above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, (above[at - 1] ?? 0) + cost);
      const isSwap = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwap) least = Math.min(least, (before[at - 2] ?? 0) + 1);
      line.push(least);
    }
    before = above;
    above = line;
  }
  return above[other.length] ?? most + 1;
}
