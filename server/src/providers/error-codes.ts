import { textAt } from "./json-path.ts";
import type { VendorResponse, Verdict } from "./vendor-api.ts";

/** A vendor's error codes, by what they mean. */
export type CodesByKind = Partial<Record<Verdict["kind"], readonly string[]>>;

export function kindOfCode(code: string | undefined, codes: CodesByKind): Verdict["kind"] | undefined {
  if (code === undefined) return undefined;
  return (Object.keys(codes) as Verdict["kind"][]).find((kind) => codes[kind]?.includes(code));
}

/** The verdict on a response by the error code at a path. */
export function verdictAt({ json }: VendorResponse, path: string, codes: CodesByKind): Verdict | undefined {
  const kind = kindOfCode(textAt(json, path), codes);
  return kind === undefined ? undefined : { kind };
}
