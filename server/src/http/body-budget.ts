import { AppError } from "../foundation/app-error.ts";
import { Counts } from "../foundation/counts.ts";

/** Bodies in memory at once, in bytes as sent; parsed, they take several times as much. */
const MAX_BYTES_OF_ENVIRONMENT = 64 * 1024 * 1024;
const MAX_BYTES = 256 * 1024 * 1024;
/** Smaller bodies are not counted: the number of connections bounds them. */
const SMALL_BYTES = 16 * 1024;

/** A limit on the total body size of requests in progress, for one environment and for all. */
export type BodyBudget = {
  /**
   * @returns a function that gives the bytes back; call it when the request is answered or aborted.
   * @throws AppError unavailable when the limit would be exceeded.
   */
  take(environmentId: string, bytes: number): () => void;
};

export function createBodyBudget(): BodyBudget {
  const taken = new Counts();
  let all = 0;
  return {
    take: (environmentId, bytes) => {
      if (bytes <= SMALL_BYTES) return () => {};
      const ofEnvironment = taken.of(environmentId);
      if (ofEnvironment > 0 && (ofEnvironment + bytes > MAX_BYTES_OF_ENVIRONMENT || all + bytes > MAX_BYTES))
        throw tooMuch();
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
  const reason =
    "Too many large requests of this environment are in progress; send fewer at once, or retry later";
  return new AppError("unavailable", reason, { retryAfterSeconds: 1 });
}
