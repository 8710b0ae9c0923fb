import { tuned } from "../../foundation/failpoint.ts";

/** Seconds for which a claim is valid without renewal. */
export const LEASE_SECONDS = tuned("lease_seconds", 30);
