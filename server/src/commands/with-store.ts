import { resolve } from "node:path";
import { type Database, openDatabase } from "../database/database.ts";
import { attachEmbedded, hasEmbedded } from "../database/embedded/embedded.ts";
import { AppError } from "../foundation/app-error.ts";
import { systemTime } from "../foundation/clock.ts";
import { createLog } from "../foundation/log.ts";
import type { Keyring } from "../foundation/secrets.ts";
import type { Settings } from "../foundation/settings.ts";
import { findKeyring, refuseOtherKeys } from "../keyring.ts";
import { openStore } from "../store.ts";

type StoreTask = (database: Database) => Promise<number>;

/**
 * Runs `work` on the database of a store, whether the service runs or not: uses a running embedded server, else starts
 * it for the duration of `work`.
 */
export async function withStore(settings: Settings, work: StoreTask, keyring?: Keyring): Promise<number> {
  const log = createLog(settings.logLevel);
  const secrets = keyring ? { keyring } : {};
  const running = settings.databaseUrl ? undefined : await attachEmbedded(settings.dataDir, log);
  if (!running) {
    const store = await openStore({ settings, log, time: systemTime, ...secrets });
    return work(store.database).finally(() => store.close());
  }
  const database = openDatabase({ connection: running.connection, log, poolSize: 2, ...secrets });
  return work(database).finally(() => database.close());
}

/** Like `withStore`, with access to sealed columns. `keyringOf` decides what happens when there are no keys. */
export async function withSecrets(
  settings: Settings,
  work: StoreTask,
  keyringOf = findKeyring,
): Promise<number> {
  const keyring = await keyringOf(settings, resolve(settings.dataDir));
  return withStore(settings, checked(work, keyring), keyring);
}

function checked(work: StoreTask, keyring: Keyring): StoreTask {
  return async (database) => {
    await refuseOtherKeys(database, keyring);
    return work(database);
  };
}

/** For commands that need an existing store and create none. @throws AppError not_found */
export function refuseNoStore({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl || hasEmbedded(dataDir)) return;
  throw new AppError(
    "not_found",
    `There is no store in ${resolve(dataDir)}. Create one with \`tidings serve\`, or choose another with --data-dir or --database-url`,
  );
}
