type Form<Name extends string> = {
  names: readonly Name[];
  maximum: number;
  /** Alternatives for the error sentence: "off or ". */
  or?: string;
};

/** Reads comma-separated `name=number`. @throws Error with the rest of the sentence "<setting> …". */
export function namedNumbers<Name extends string>(
  text: string,
  { names, maximum, or = "" }: Form<Name>,
): Partial<Record<Name, number>> {
  const numbers: Partial<Record<Name, number>> = {};
  for (const entry of text.split(",")) {
    const [name, number = ""] = entry.trim().split("=");
    const knownName = names.find((candidate) => candidate === name);
    if (!knownName || !/^\d{1,7}$/.test(number) || Number(number) > maximum) {
      const form = names.map((one) => `${one}=number`).join(",");
      throw new Error(`must be ${or}${form}, each number from 0 to ${maximum}`);
    }
    numbers[knownName] = Number(number);
  }
  return numbers;
}
