/** A failed request: a sentence, and what the retry button does. */
export type Failure = { readonly message: string; readonly retry: () => void };

type Work = {
  readonly work: () => Promise<void>;
  readonly retry: () => void;
  /** Takes back what was shown before the answer. */
  readonly undo?: () => void;
};

/** Does the work, and states in `target.failure` why it failed. */
export async function attempt(
  target: { failure: Failure | undefined },
  changed: () => void,
  { work, retry, undo }: Work,
): Promise<void> {
  target.failure = undefined;
  changed();
  try {
    await work();
  } catch (error) {
    undo?.();
    target.failure = { message: sentenceOf(error), retry };
  }
  changed();
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
