import { TidingsError } from "@tidings/client";

/** The server's sentence for a field of a form; also for a member of it, such as `data.x`. */
export function fieldErrorOf(error: Error | null | undefined, field: string): string | undefined {
  if (!(error instanceof TidingsError) || !error.errors) return undefined;
  const own = Object.entries(error.errors).filter(
    ([name]) => name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`),
  );
  return own.flatMap(([, { messages }]) => messages).join(" ") || undefined;
}

/** The error, unless every part of it stands at one of these fields. */
export function generalErrorOf(
  error: Error | null | undefined,
  fields: readonly string[],
): Error | undefined {
  if (!error) return undefined;
  const isShown = fields.some((field) => fieldErrorOf(error, field) !== undefined);
  return isShown ? undefined : error;
}
