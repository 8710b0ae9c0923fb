import { DETAIL_CODES, type DetailCode, type ReasonClass, reasonClassOf } from "@tidings/contract";

const CODES: ReadonlySet<string> = new Set(DETAIL_CODES.map(({ code }) => code));

/** False for a code that only a newer version of the service knows. */
export function isDetailCode(code: string | undefined): code is DetailCode {
  return code !== undefined && CODES.has(code);
}

/** Who can do something about a detail; null for progress and for codes of newer versions. */
export function classOf({
  code,
  raw,
}: {
  code: string | undefined;
  raw: string | undefined;
}): ReasonClass | null {
  return code === undefined ? null : reasonClassOf({ code, raw: raw ?? null });
}
