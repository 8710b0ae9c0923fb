/**
 * Compares a list of words in an SDK with its rows. A row is the right reading, with a reason where that is not obvious from the
 * word: `["rejected", "…"]`, or the reading alone.
 * @param {{ words(): string[], read(word: string): string | Promise<string>, rows: Record<string, string | [string, string]> }} list
 * @returns {Promise<string[]>} what is wrong
 */
export async function checkWords({ words, read, rows }) {
  const found = words();
  const unknown = found.filter((word) => !Object.hasOwn(rows, word));
  const gone = Object.keys(rows).filter((word) => !found.includes(word));
  const judged = await Promise.all(
    found.filter((word) => Object.hasOwn(rows, word)).map((word) => differenceOf(word, rows[word], read)),
  );
  return [
    ...unknown.map((word) => `${word}: the SDK has it, and it has no row`),
    ...gone.map((word) => `${word}: it has a row, and the SDK does not have it (any more)`),
    ...judged.filter(Boolean),
  ];
}

async function differenceOf(word, row, read) {
  const [right, reason] = [row].flat();
  const seen = await read(word);
  if (seen !== right) return `${word}: read as ${seen}, but it means ${right}`;
  return seen === "nothing" && !reason ? `${word}: it is not read, and its row has no reason` : undefined;
}
