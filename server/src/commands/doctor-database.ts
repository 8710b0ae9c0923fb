import { type Connection, type Database, openDatabase } from "../database/database.ts";
import { POOL_SIZES } from "../database/databases.ts";
import { attachEmbedded, hasCompleteEmbedded, startEmbedded } from "../database/embedded/embedded.ts";
import { type MigrationState, readMigrationState } from "../database/migration-state.ts";
import {
  type ClockDifference,
  readClockDifference,
  readServerFacts,
  type ServerFacts,
} from "../database/server-facts.ts";
import type { Time } from "../foundation/clock.ts";
import { createLog } from "../foundation/log.ts";
import type { Settings } from "../foundation/settings.ts";
import { storeName } from "../store.ts";
import { type Finding, failure, ok, warning } from "./finding.ts";

type Place = Pick<Settings, "databaseUrl" | "dataDir">;

/** The oldest version on which the tests run. */
const OLDEST_MAJOR = 15;

/** The database of the settings, its migrations, connections and clock. Without an answer, only the first of them. */
export async function databaseFindings(place: Place, time: Time): Promise<Finding[]> {
  if (!place.databaseUrl && !hasCompleteEmbedded(place.dataDir)) {
    const says = `there is none in ${storeName(place)} yet`;
    return [
      warning(
        "database",
        says,
        "`tidings serve` creates it; or name another with --data-dir or DATABASE_URL",
      ),
    ];
  }
  try {
    const { connection, stop } = await reach(place);
    const database = openDatabase({ connection, log: createLog("silent"), poolSize: 1 });
    const close = () => database.close().then(stop);
    return await examine(database, { place, isStarted: stop !== nothing, time }).finally(close);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    const says = `${storeName(place)} cannot be examined: ${message || code}`;
    return [
      failure(
        "database",
        says,
        place.databaseUrl
          ? "check DATABASE_URL, and that the server runs"
          : "then run `tidings doctor` again",
      ),
    ];
  }
}

type Reached = { connection: Connection; stop: () => Promise<void> };
const nothing = async (): Promise<void> => {};

/** The database, without creating or migrating it: a running embedded server is used, another is started. */
async function reach({ databaseUrl, dataDir }: Place): Promise<Reached> {
  if (databaseUrl) return { connection: { url: databaseUrl }, stop: nothing };
  const log = createLog("silent");
  const running = await attachEmbedded(dataDir, log);
  if (running) return { connection: running.connection, stop: nothing };
  // The database `tidings` would be created; this one is in every cluster.
  const server = await startEmbedded({ directory: dataDir, log, database: "postgres" });
  return { connection: { ...server.connection, database: "tidings" }, stop: server.stop };
}

type Examined = { place: Place; isStarted: boolean; time: Time };

async function examine(database: Database, { place, isStarted, time }: Examined): Promise<Finding[]> {
  const facts = await readServerFacts(database);
  const use = place.databaseUrl ? "" : `, ${isStarted ? "started for this check" : usedBy(facts)}`;
  return [
    serverFinding(facts, use),
    migrationFinding(await readMigrationState(database)),
    connectionFinding(facts),
    clockFinding(await readClockDifference(database, () => time.now().getTime())),
  ];
}

const usedBy = ({ holder }: ServerFacts): string =>
  holder ? `in use by a running service (${holder})` : "running, without a service";

function serverFinding({ version, majorVersion, encoding }: ServerFacts, use: string): Finding {
  const says = `PostgreSQL ${version} answers${use}`;
  if (majorVersion < OLDEST_MAJOR)
    return failure("database", says, `upgrade it: PostgreSQL ${OLDEST_MAJOR} is the oldest that works`);
  if (encoding === "UTF8") return ok("database", `${says}; its encoding is UTF8`);
  return failure(
    "database",
    `${says}; its encoding is ${encoding}`,
    "create a database with `encoding 'UTF8' template template0`, and name it in DATABASE_URL",
  );
}

function migrationFinding({ appliedCount, pending, unknown }: MigrationState): Finding {
  const [name, says] = ["migrations", `${appliedCount} are applied`];
  if (unknown.length > 0)
    return failure(
      name,
      `${says}, of them ${unknown.join(", ")} by a newer Tidings`,
      "start the newer program",
    );
  if (pending.length === 0) return ok(name, `${says}, none is pending`);
  const names = [...pending.slice(0, 3), ...(pending.length > 3 ? ["…"] : [])].join(", ");
  const advice = "`tidings migrate` applies them, and so does the next start";
  return warning(name, `${says}, ${pending.length} are pending (${names})`, advice);
}

/** What one process holds at most: its pools, and one connection that listens. */
const NEEDED = Object.values(POOL_SIZES).reduce<number>((sum, size) => sum + size, 1);

function connectionFinding({ maxConnections, usedConnections }: ServerFacts): Finding {
  const says = `the server allows ${maxConnections}, and ${usedConnections} are in use; one process needs ${NEEDED}`;
  if (maxConnections < NEEDED) return failure("connections", says, "raise max_connections");
  if (maxConnections - usedConnections >= NEEDED) return ok("connections", says);
  return warning("connections", says, "raise max_connections before you start another process");
}

const WRONG_MS = 2_000;
const BROKEN_MS = 60_000;

function clockFinding({ aheadMs, uncertaintyMs }: ClockDifference): Finding {
  const certainMs = Math.max(0, Math.abs(aheadMs) - uncertaintyMs);
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
  const says = `the database's clock is ${seconds} s ${aheadMs < 0 ? "behind" : "ahead of"} this machine's`;
  if (certainMs < WRONG_MS) return ok("clock", says);
  const advice = "set both by NTP: keys, sessions and leases end by the database's, logs have this machine's";
  return certainMs < BROKEN_MS ? warning("clock", says, advice) : failure("clock", says, advice);
}
