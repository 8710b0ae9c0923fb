import { tuned } from "../../foundation/failpoint.ts";

/** How long a worker may keep what it took without a sign of life. */
export const LEASE_SECONDS = tuned("lease_seconds", 30);
