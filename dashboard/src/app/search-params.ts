/** Parameters of addresses are texts: `?search=12` stays "12". */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

/** For `validateSearch`: a screen's parameters, all optional texts. Others are dropped. */
export function searchOf<Name extends string>(...names: readonly Name[]) {
  return (given: Record<string, unknown>): { [Key in Name]?: string } => {
    const known = names.filter((name) => typeof given[name] === "string" && given[name] !== "");
    return Object.fromEntries(known.map((name) => [name, given[name]])) as { [Key in Name]?: string };
  };
}

/** The word if it is one of these, otherwise the first of them. */
export function oneOf<Word extends string>(
  words: readonly [Word, ...Word[]],
  given: string | undefined,
): Word {
  return words.find((word) => word === given) ?? words[0];
}
