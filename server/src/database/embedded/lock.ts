import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { AppError } from "../../foundation/app-error.ts";
import type { ClusterPaths } from "./cluster-paths.ts";
import { isAlive } from "./postmaster.ts";

/** "TIDI", "NGS!" as two 32-bit numbers. */
const KEYS = [0x54494449, 0x4e475321] as const;
const PATIENCE_MS = 1_000;

/** The right to be the only instance of a data directory; held as long as its connection is open. */
export type InstanceLock = {
  readonly client: pg.Client;
  /** From now on the end of the connection is expected. */
  expectEnd(): void;
};

/** @throws AppError when another process holds it. The server and the other process are not affected. */
export async function takeLock(
  paths: ClusterPaths,
  client: pg.Client,
  onLost: OnLost,
): Promise<InstanceLock> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await tryLock(client))) {
    const holder = await findHolder(client);
    if (holder?.isCertain || performance.now() > deadline) {
      await client.end();
      throw inUse(paths, holder);
    }
    await sleep(20);
  }
  return watch(client, onLost);
}

export type OnLost = (reason: string) => void;

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1, $2) as got", [
    ...KEYS,
  ]);
  return rows[0]?.got === true;
}

type Holder = { name: string; isCertain: boolean };

/**
 * A killed process releases the lock within milliseconds, so a holder whose process is alive is certain and waiting is
 * useless. Our own process id proves nothing: in a container the previous process had the same id.
 */
async function findHolder(client: pg.Client): Promise<Holder | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select activity.application_name as name
       from pg_locks as lock join pg_stat_activity as activity on activity.pid = lock.pid
      where lock.locktype = 'advisory' and lock.granted and lock.objsubid = 2
        and lock.classid::bigint = $1 and lock.objid::bigint = $2
        and lock.database = (select oid from pg_database where datname = current_database())`,
    [...KEYS],
  );
  const name = rows[0]?.name;
  if (name === undefined) return undefined;
  const pid = Number(/process (\d+)$/.exec(name)?.[1]);
  return { name, isCertain: pid > 0 && pid !== process.pid && isAlive(pid) };
}

function inUse(paths: ClusterPaths, holder: Holder | undefined): AppError {
  return new AppError(
    "unavailable",
    `The data directory ${paths.directory} is in use by another instance (${holder?.name ?? "unknown"}); ` +
      "stop that one, or choose another directory with TIDINGS_DATA_DIR.",
  );
}

/** The connection is idle: its end means that the server has stopped or an operator ended the connection. */
function watch(client: pg.Client, onLost: OnLost): InstanceLock {
  let isExpected = false;
  let reason = "the connection ended";
  client.on("error", (error) => {
    reason = error.message;
  });
  client.once("end", () => {
    if (!isExpected) onLost(reason);
  });
  return {
    client,
    expectEnd: () => {
      isExpected = true;
    },
  };
}
