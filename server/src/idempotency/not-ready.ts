/**
 * Thrown inside a shared transaction by a request that needs slow work first, which must not delay the commit of the
 * other requests. Nothing of the request is stored; after `prepare` it is executed again.
 */
export class NotReady extends Error {
  readonly prepare: () => Promise<void>;

  constructor(prepare: () => Promise<void>) {
    super("the request is not ready");
    this.prepare = prepare;
  }
}

/** More preparations are needed only if the data that the request depends on keeps changing. */
const MAX_PREPARATIONS = 5;

/** Executes; on `NotReady`, prepares and executes again, up to five times. @throws what `execute` throws. */
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
