/** A `tidings` command that works on the store directly, not through the API. */
export type Command = {
  readonly summary: string;
  readonly help: string;
  /** Returns the exit code. */
  run(argv: readonly string[]): Promise<number>;
};
