import { ENDED_SESSIONS } from "../../dashboard/session-store.ts";
import type { RetentionRule } from "../../database/purge.ts";
import { oldDeadLetters } from "../../dead-letters/dead-letter-store.ts";
import { ENDED_KEYS } from "../../environments/api-key-store.ts";
import { DELETED_ENVIRONMENTS } from "../../environments/deleted-environment-store.ts";
import type { Clock } from "../../foundation/clock.ts";
import type { Settings } from "../../foundation/settings.ts";
import { STORED_RESPONSES } from "../../idempotency/stored-response-store.ts";
import { OLD_HEALTH } from "../../integrations/health/health-store.ts";
import { trimOutbox } from "../../outbound/trim-outbox.ts";
import { RECEIPT_SIGNATURES } from "../../receipts/receipt-signature-store.ts";
import { OLD_STATISTICS } from "../../statistics/statistics-store.ts";
import { STALE_WORKERS } from "../queue/worker-store.ts";
import { expired } from "./expired.ts";

type Parts = {
  settings: Pick<Settings, "retention" | "outboxLimits">;
  outboxDirectory: string;
  clock: Clock;
};

/** The complete list of rows that workers delete when they expire. */
export function retentionRules({ settings, outboxDirectory, clock }: Parts): RetentionRule[] {
  const { retention, outboxLimits } = settings;
  const mails: RetentionRule = {
    name: "mails of the local outbox",
    purge: async () => {
      await trimOutbox(outboxDirectory, outboxLimits, clock.now());
      return 0;
    },
  };
  const old = [
    STORED_RESPONSES,
    RECEIPT_SIGNATURES,
    oldDeadLetters(retention),
    ENDED_KEYS,
    ENDED_SESSIONS,
    OLD_HEALTH,
    ...OLD_STATISTICS,
    STALE_WORKERS,
    ...expired(retention),
    mails,
  ];
  return [...old, DELETED_ENVIRONMENTS];
}
