import { AppError } from "../foundation/app-error.ts";
import { Counts } from "../foundation/counts.ts";

/** A call takes up to 15 s, and with an idempotency key it occupies a database connection. */
const MAX_OF_ENVIRONMENT = 3;

/** Calls to providers that an API request waits for: checks and test messages. */
export type DirectCalls = {
  /** @throws AppError too_many while the environment has its limit of such calls in progress. */
  run<T>(environmentId: string, call: () => Promise<T>): Promise<T>;
};

export function createDirectCalls(): DirectCalls {
  const counts = new Counts();
  return {
    async run(environmentId, call) {
      if (counts.of(environmentId) >= MAX_OF_ENVIRONMENT) {
        throw new AppError(
          "too_many",
          `At most ${MAX_OF_ENVIRONMENT} checks and test messages of an environment run at the same time; try again`,
        );
      }
      counts.add(environmentId, 1);
      try {
        return await call();
      } finally {
        counts.add(environmentId, -1);
      }
    },
  };
}
