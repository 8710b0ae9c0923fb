export const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
export const WEEK_DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** The bounds of a field. The first name stands for the least number. */
type Bounds = { least: number; most: number; names?: readonly string[] };

/** The numbers of a field of a cron expression, ascending: `*`, `5`, `1-5`, `*\/10`, `mon`, and lists of them. */
export function readNumbers(field: string, bounds: Bounds): number[] | undefined {
  const found = new Set<number>();
  for (const part of field.split(",")) {
    const numbers = numbersOf(part, bounds);
    if (!numbers) return undefined;
    for (const one of numbers) found.add(one);
  }
  return [...found].sort((one, other) => one - other);
}

function numbersOf(part: string, { least, most, names = [] }: Bounds): number[] | undefined {
  const [range = "", step, ...rest] = part.split("/");
  const [from = "", to, ...more] = range.split("-");
  if (rest.length > 0 || more.length > 0) return undefined;
  const isAll = range === "*" || range === "?";
  const first = isAll ? least : numberOf(from, names, least);
  // `5/10` is from 5 on.
  const end = isAll || step !== undefined ? most : first;
  const last = to === undefined ? end : numberOf(to, names, least);
  const by = step === undefined ? 1 : Number(step);
  if (first === undefined || last === undefined || !Number.isInteger(by) || by < 1) return undefined;
  if (by > most || first < least || last > most || first > last) return undefined;
  return Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, at) => first + at * by);
}

function numberOf(text: string, names: readonly string[], least: number): number | undefined {
  const at = names.indexOf(text.toLowerCase());
  if (at >= 0) return least + at;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
