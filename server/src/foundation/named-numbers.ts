type Form<Name extends string> = {
  names: readonly Name[];
  most: number;
  /** Words that may stand instead, for the sentence about what is wrong. */
  or?: string;
};

/** Reads `name=number` by commas. @throws Error with the rest of the sentence "<setting> …". */
export function namedNumbers<Name extends string>(
  text: string,
  { names, most, or = "" }: Form<Name>,
): Partial<Record<Name, number>> {
  const numbers: Partial<Record<Name, number>> = {};
  for (const entry of text.split(",")) {
    const [name, number = ""] = entry.trim().split("=");
    const known = names.find((one) => one === name);
    if (!known || !/^\d{1,7}$/.test(number) || Number(number) > most) {
      const form = names.map((one) => `${one}=number`).join(",");
      throw new Error(`must be ${or}${form}, each number from 0 to ${most}`);
    }
    numbers[known] = Number(number);
  }
  return numbers;
}
