/** A setting as people meet it: an environment variable and a flag of `tidings serve`, with its default. */
export type Setting<T = unknown> = {
  readonly env: `TIDINGS_${string}` | "PORT" | "HOST" | "DATABASE_URL" | "LOG_LEVEL";
  readonly flag: string;
  readonly help: string;
  readonly fallback: string;
  /** Secrets may come from the file that `<env>_FILE` names, and are never printed. */
  readonly isSecret?: true;
  /** @throws Error with the rest of the sentence "<name> …". */
  readonly parse: (text: string) => T;
};

export const setting = <T>(value: Setting<T>): Setting<T> => value;

/** @throws Error unless the text is a whole number in the range. */
export function whole(text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new Error(`must be a whole number from ${least} to ${most}`);
  return value;
}

/** A key, or nothing. @throws Error unless it is long enough not to be guessed. */
export function longKey(text: string): string {
  if (text === "" || /^[\x21-\x7e]{32,255}$/.test(text)) return text;
  throw new Error("must have 32 to 255 visible ASCII characters");
}
