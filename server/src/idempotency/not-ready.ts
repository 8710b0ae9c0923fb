/**
 * Thrown inside a shared transaction by a request that needs something first which must not hold up the others' commit.
 * Nothing of the request is stored by then; after `prepare` it is executed again.
 */
export class NotReady extends Error {
  readonly prepare: () => Promise<void>;

  constructor(prepare: () => Promise<void>) {
    super("the request is not ready");
    this.prepare = prepare;
  }
}

/** Preparing again and again means that what the request depends on changes again and again. */
const MAX_PREPARATIONS = 5;

/** Executes, and where the work is not ready prepares it and executes it again. @throws what `execute` throws. */
export async function whenReady<T>(execute: () => Promise<T>): Promise<T> {
  for (let preparations = 0; ; preparations += 1) {
    try {
      return await execute();
    } catch (error) {
      if (!(error instanceof NotReady) || preparations === MAX_PREPARATIONS) throw error;
      await error.prepare();
    }
  }
}
