import type { Queryable } from "../../database/database.ts";
import { resumeRates, WAITS_FOR_RATE } from "../../integrations/rates/used-rates-store.ts";
import { makeDue } from "../send/held-back-store.ts";
import type { Pauses } from "./pauses.ts";

/** Makes the messages that wait for the rate of an integration due, because its rates changed or its pause was ended by hand. */
type ResumeWaiting = (tx: Queryable, environmentId: string, integrationId: string) => Promise<void>;

export function createResumeWaiting(pauses: Pick<Pauses, "forget">): ResumeWaiting {
  return async (tx, environmentId, integrationId) => {
    await resumeRates(tx, environmentId, integrationId);
    await makeDue(tx, environmentId, { integrationId, errorId: WAITS_FOR_RATE });
    pauses.forget(integrationId);
  };
}
