import { AppError } from "../foundation/app-error.ts";

/** Exports that a process sends at once, of each environment: each holds a page of records in memory. */
export type ExportsInProgress = {
  /** @throws AppError unavailable; @returns a function that gives the place back. */
  enter(environmentId: string): () => void;
};

const MAX_OF_ENVIRONMENT = 8;

export function createExportsInProgress(): ExportsInProgress {
  const counts = new Map<string, number>();
  const change = (environmentId: string, by: number) => {
    const count = (counts.get(environmentId) ?? 0) + by;
    if (count > 0) counts.set(environmentId, count);
    else counts.delete(environmentId);
  };
  return {
    enter: (environmentId) => {
      if ((counts.get(environmentId) ?? 0) >= MAX_OF_ENVIRONMENT) {
        const sentence = `${MAX_OF_ENVIRONMENT} exports of this environment are in progress; try again later`;
        throw new AppError("unavailable", sentence, { retryAfterSeconds: 1 });
      }
      change(environmentId, 1);
      let isIn = true;
      return () => {
        if (isIn) change(environmentId, -1);
        isIn = false;
      };
    },
  };
}
