/** The word that was probably meant; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const begun = known.filter((one) => word.length > 2 && one.startsWith(word));
  if (begun[0] !== undefined) return begun[0];
  const [best] = known.map((one) => ({ one, away: distance(word, one) })).sort((a, b) => a.away - b.away);
  return best && best.away <= Math.min(2, word.length / 2) ? best.one : undefined;
}

/** Letters to change, add or leave out to make one word of another (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const swapped = (row[j] as number) + (letter === to[j] ? 0 : 1);
      next.push(Math.min(swapped, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
