import type { Warning } from "@tidings/contract";

/** The warnings of an answer as a remark; undefined without any. */
export function remarkOf({ warnings = [] }: { warnings?: readonly Warning[] }): string | undefined {
  if (warnings.length === 0) return undefined;
  return warnings.map(({ field, message }) => `Warning: ${field}: ${message}.`).join("\n");
}
