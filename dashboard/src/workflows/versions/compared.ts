/** The two versions of a comparison, as the address has them: `3..4`. */
export type Compared = { readonly before: number; readonly after: number };

export const comparedText = ({ before, after }: Compared): string => `${before}..${after}`;

/** Undefined for what is no comparison. */
export function comparedIn(text: string | undefined): Compared | undefined {
  const [, before, after] = text?.match(/^([1-9]\d{0,8})\.\.([1-9]\d{0,8})$/) ?? [];
  return before === undefined || after === undefined
    ? undefined
    : { before: Number(before), after: Number(after) };
}

/** The versions that are chosen after this one is pressed: at most two, of which the one chosen first goes. */
export function toggled(chosen: readonly number[], version: number): readonly number[] {
  return chosen.includes(version) ? chosen.filter((one) => one !== version) : [...chosen.slice(-1), version];
}

/** The older one is compared with the newer one. */
export function comparedOf(chosen: readonly number[]): Compared | undefined {
  const [one, other] = chosen;
  if (one === undefined || other === undefined) return undefined;
  return { before: Math.min(one, other), after: Math.max(one, other) };
}

/** The cursor of the page before: versions have consecutive numbers. Undefined: the first page. */
export function newerCursor(after: number, pageRows: number, newest: number): number | undefined {
  return after + pageRows > newest ? undefined : after + pageRows;
}
