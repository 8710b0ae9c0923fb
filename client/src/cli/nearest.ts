/** The known word that the user probably meant; undefined when none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const completions = known.filter((one) => word.length > 2 && one.startsWith(word));
  if (completions[0] !== undefined) return completions[0];
  const [best] = known.map((one) => ({ one, edits: distance(word, one) })).sort((a, b) => a.edits - b.edits);
  return best && best.edits <= Math.min(2, word.length / 2) ? best.one : undefined;
}

/** The Levenshtein distance of two words. */
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
