/** A command of `tidings` that works on the store itself, not over the API. */
export type Command = {
  readonly summary: string;
  readonly help: string;
  /** Answers the exit code. */
  run(argv: readonly string[]): Promise<number>;
};
