/** A setting: an environment variable and a flag of `tidings serve`, with its default. */
export type Setting<T = unknown> = {
  readonly env: `TIDINGS_${string}` | "PORT" | "HOST" | "DATABASE_URL" | "LOG_LEVEL";
  readonly flag: string;
  readonly help: string;
  readonly fallback: string;
  /** Secrets may be read from the file in `<env>_FILE`, and are never printed. */
  readonly isSecret?: true;
  /** @throws Error with the rest of the sentence "<name> …". */
  readonly parse: (text: string) => T;
};

export const setting = <T>(value: Setting<T>): Setting<T> => value;

/** @throws Error unless the text is a whole number in the range. */
export function whole(text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum))
    throw new Error(`must be a whole number from ${minimum} to ${maximum}`);
  return value;
}

/** A key or an empty text. @throws Error when it is short enough to be guessed. */
export function longKey(text: string): string {
  if (text === "" || /^[\x21-\x7e]{32,255}$/.test(text)) return text;
  throw new Error("must have 32 to 255 visible ASCII characters");
}
