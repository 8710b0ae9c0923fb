import { AppError } from "../foundation/app-error.ts";
import { Counts } from "../foundation/counts.ts";

/** Bodies that are in memory at once; as values they take several times as much. */
const MAX_BYTES_OF_ENVIRONMENT = 64 * 1024 * 1024;
const MAX_BYTES = 256 * 1024 * 1024;
/** Smaller bodies are not counted: connections bound them well enough. */
const SMALL_BYTES = 16 * 1024;

/** How much the bodies of requests that are not answered yet may have together, of one environment and of all. */
export type BodyBudget = {
  /**
   * @returns gives the bytes back; call it when the request is answered or gone.
   * @throws AppError unavailable where it would be too much at this moment.
   */
  take(environmentId: string, bytes: number): () => void;
};

export function createBodyBudget(): BodyBudget {
  const taken = new Counts();
  let all = 0;
  return {
    take: (environmentId, bytes) => {
      if (bytes <= SMALL_BYTES) return () => {};
      const own = taken.of(environmentId);
      if (own > 0 && (own + bytes > MAX_BYTES_OF_ENVIRONMENT || all + bytes > MAX_BYTES)) throw tooMuch();
      taken.add(environmentId, bytes);
      all += bytes;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        all -= bytes;
        taken.add(environmentId, -bytes);
      };
    },
  };
}

function tooMuch(): AppError {
  const reason = "Large requests of this environment wait already; send fewer of them at once, or try again";
  return new AppError("unavailable", reason, { retryAfterSeconds: 1 });
}
