type Typed = string | number | true | readonly string[];

/** A command line quoted for a shell. */
export function commandLine(
  name: string,
  flags: Readonly<Record<string, Typed>>,
  args: readonly string[] = [],
): string {
  const words = Object.entries(flags).flatMap(([flag, value]) => {
    if (value === true) return [`--${flag}`];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => [`--${flag}`, quoted(String(one))]);
  });
  return ["tidings", name, ...args.map(quoted), ...words].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
