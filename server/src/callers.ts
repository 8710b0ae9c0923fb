import { createDashboard, type Dashboard } from "./dashboard/create-dashboard.ts";
import type { Queryable } from "./database/database.ts";
import { createKeyUses, type KeyUses } from "./environments/key-uses.ts";
import { createKeysInUse } from "./environments/keys-in-use.ts";
import type { Time } from "./foundation/clock.ts";
import type { Log } from "./foundation/log.ts";
import type { Settings } from "./foundation/settings.ts";
import { SHARE, type Share } from "./foundation/share.ts";
import { type AddressRules, createAddressRules } from "./http/address-rules.ts";
import { type Authenticate, createAuthenticate } from "./http/authenticate.ts";
import { createWrongKeys } from "./http/wrong-keys.ts";

/** How the sender of a request is found: by its API key, the dashboard's cookie, or its address. */
export type Callers = AddressRules & {
  readonly authenticate: Authenticate;
  readonly dashboard: Dashboard;
  readonly keyUses: KeyUses;
};

type Parts = {
  settings: Settings;
  /** For what is stored outside of requests. */
  database: Queryable;
  /** For the look-ups of a share. */
  databaseOf: (share: Share) => Queryable;
  time: Time;
  log: Log;
};

export function createCallers({ settings, database, databaseOf, time, log }: Parts): Callers {
  const { monotonicMs: nowMs } = time;
  const limit = { maxPerMinute: settings.wrongKeysPerMinute, nowMs };
  const wrongKeys = createWrongKeys(limit);
  const wrongSessions = createWrongKeys({ ...limit, what: "sessions of the dashboard" });
  const keyUses = createKeyUses({ database, log, time });
  const isInUse = createKeysInUse({ database: databaseOf(SHARE.process("keys in use")), nowMs });
  return {
    authenticate: createAuthenticate({ databaseOf, wrongKeys, isInUse, keyUses, nowMs }),
    dashboard: createDashboard({ settings, databaseOf, limitWrong: wrongSessions.attempt, time, log }),
    ...createAddressRules(settings),
    keyUses,
  };
}
