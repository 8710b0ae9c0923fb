import { number, toggle } from "./command.ts";

/** The flags of commands that write the content of a workflow. */

export const IF_VERSION = number("N", "Only if this is the current version; otherwise nothing changes.");
export const DRY_RUN = toggle("Show the result and its issues; store nothing.");

type WriteFlags = { readonly "if-version"?: number; readonly "dry-run"?: true };

/** The query of such a write. */
export function writeQuery(flags: WriteFlags): { ifVersion?: number; dryRun?: boolean } {
  const { "if-version": ifVersion, "dry-run": dryRun } = flags;
  return { ...(ifVersion === undefined ? {} : { ifVersion }), ...(dryRun ? { dryRun } : {}) };
}

export function writeNote({ "dry-run": dryRun }: WriteFlags): string | undefined {
  return dryRun ? "Nothing was stored." : undefined;
}
