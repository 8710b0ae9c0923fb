import { AppError } from "../foundation/app-error.ts";
import { SHARE, ShareCounts } from "../foundation/share.ts";

/** Exports that a process sends at once, of each environment: each holds a page of records in memory. */
export type ExportsInProgress = {
  /** @throws AppError unavailable; @returns a function that gives the place back. */
  enter(environmentId: string): () => void;
};

const MAX_OF_ENVIRONMENT = 8;

export function createExportsInProgress(): ExportsInProgress {
  const counts = new ShareCounts();
  return {
    enter(environmentId) {
      const share = SHARE.environment(environmentId);
      if (counts.of(share) >= MAX_OF_ENVIRONMENT) {
        const sentence = `${MAX_OF_ENVIRONMENT} exports of this environment are in progress; try again later`;
        throw new AppError("unavailable", sentence, { retryAfterSeconds: 1 });
      }
      return counts.hold(share);
    },
  };
}
