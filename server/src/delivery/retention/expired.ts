import { CHANNELS } from "@tidings/contract";
import type { Transactional } from "../../database/database.ts";
import type { RetentionRule } from "../../database/purge.ts";
import type { Retention, RetentionKind } from "../../foundation/keeping-settings.ts";
import {
  deleteMessages,
  deleteNotifications,
  deleteTriggers,
  findLimits,
  type Limit,
  type Looked,
  type Portion,
} from "./retention-store.ts";

/** Rows examined in one transaction: short, so that triggers do not wait for it. */
const BATCH = 500;

type Delete = (database: Transactional, limit: Limit, portion: Portion) => Promise<Looked>;

/**
 * Expired rows in the order of deletion: first messages, then notifications that ended with their steps, details and
 * digests, then triggers without notifications.
 */
export function expired(settings: Retention): RetentionRule[] {
  const walkOf = (kind: RetentionKind, name: string, remove: Delete): RetentionRule => ({
    name,
    batch: BATCH,
    purge: walk((database) => findLimits(database, kind, settings), remove),
  });
  return [
    ...CHANNELS.map((channel) =>
      walkOf(channel, `${channel} messages`, (database, limit, portion) =>
        deleteMessages(database, limit, portion, channel),
      ),
    ),
    walkOf("notifications", "notifications", deleteNotifications),
    walkOf("notifications", "triggers", deleteTriggers),
  ];
}

/** Deletes one portion of rows a call, environment by environment, until a portion holds nothing expired. */
function walk(
  limitsOf: (database: Transactional) => Promise<Limit[]>,
  remove: Delete,
): RetentionRule["purge"] {
  let limits: Limit[] | undefined;
  let after = "";
  return async (database, max) => {
    limits ??= await limitsOf(database);
    const [limit] = limits;
    if (!limit) {
      limits = undefined;
      return 0;
    }
    const { lastId, isThrough } = await remove(database, limit, { after, limit: max }).catch((error) => {
      limits = undefined;
      after = "";
      throw error;
    });
    after = isThrough ? "" : lastId;
    if (isThrough) limits.shift();
    return max;
  };
}
