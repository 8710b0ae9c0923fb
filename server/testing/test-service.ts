import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject, TestRunner } from "vitest";
import type { Database } from "../src/database/database.ts";
import { type Databases, openDatabases } from "../src/database/databases.ts";
import { createEnvironment } from "../src/environments/create-environment.ts";
import { systemTime, type Time } from "../src/foundation/clock.ts";
import { readSettings } from "../src/foundation/config.ts";
import { newId } from "../src/foundation/id.ts";
import { createLog, type Log } from "../src/foundation/log.ts";
import { createLoopDelay, type LoopDelay } from "../src/foundation/loop-delay.ts";
import { generateKeyring, type Keyring, parseKeyring } from "../src/foundation/secrets.ts";
import type { Settings } from "../src/foundation/settings.ts";
import { seedEnvironment } from "../src/seed.ts";
import { type ServiceParts, startService } from "../src/service.ts";
import { PATIENCE_MS } from "./patience.ts";
import { type RowLevelSecurity, secureRows } from "./row-level-security.ts";
import { cloneDatabase } from "./test-database.ts";
import { type TestEnvironment, testEnvironment } from "./test-environment.ts";
import { type RefusedStatement, watchDatabases } from "./watched-database.ts";

/** The whole service in this process, on its own database; it may call loopback addresses. */
export type TestService = {
  readonly url: string;
  readonly metricsUrl: string | undefined;
  readonly databaseUrl: string;
  readonly databases: Databases;
  /** The workers' pool, which tests also use. */
  readonly database: Database;
  readonly outboxDirectory: string;
  readonly keyring: Keyring;
  /** The parts it was started with, to start a second service on the same store. */
  readonly parts: ServiceParts;
  /** Row-level security for the statements of API calls, when enabled. */
  readonly rows: RowLevelSecurity | undefined;
  /** The statements of the service that the database has refused so far. */
  readonly refusedStatements: readonly RefusedStatement[];
  /** A new environment: "furnished" has integrations and the sample workflow, "test" also a test clock, "bare" is empty. */
  newEnvironment(kind?: "furnished" | "bare" | "test", organizationId?: string): Promise<TestEnvironment>;
  close(): Promise<void>;
};

export type TestServiceKind = {
  isRowSecured: boolean;
  /** Random keys by default. */
  keyring: Keyring;
  log: Log;
  /** Default: the system's; see `createMovableTime`. */
  time: Time;
  /**
   * Default: of this process, but no reason to refuse requests. It is the test's own process: the service must not refuse
   * requests because of the test's work, such as bundling.
   */
  loopDelay: LoopDelay;
  /** Makes the service connect to the database through another URL than the test. */
  through: (databaseUrl: string) => Promise<string>;
};

/** A service for the tests of one file; closes it after the last test. */
export async function useTestService(
  changes: Partial<Settings> = {},
  kind: Partial<TestServiceKind> = {},
): Promise<TestService> {
  if (TestRunner.getCurrentTest())
    throw new Error("vitest ignores afterAll in a test: useTestService belongs outside");
  const service = await startTestService(changes, kind);
  afterAll(() => service.close());
  return service;
}

const UNSTRAINED: LoopDelay = { ...createLoopDelay(systemTime), medianMs: () => 0 };

/** The zone data of the package, so that a test does not depend on those of its machine. */
const FLAGS = { port: "0", "outbound-allow": "127.0.0.0/8,::1/128", "time-zones": "bundled" };

/** With `npm run test:rls`, calls run under row-level security in every test that starts a service. */
const DEFAULTS = { isRowSecured: process.env.TIDINGS_TEST_RLS === "1" };

export async function startTestService(
  changes: Partial<Settings> = {},
  {
    isRowSecured = DEFAULTS.isRowSecured,
    log = createLog("error"),
    time = systemTime,
    loopDelay = UNSTRAINED,
    through,
    keyring = parseKeyring(generateKeyring()),
  }: Partial<TestServiceKind> = {},
): Promise<TestService> {
  const { url: databaseUrl, drop } = await cloneDatabase();
  const rows = isRowSecured ? await secureRows(databaseUrl) : undefined;
  const dataDirectory = await mkdtemp(join(tmpdir(), "tidings-service-"));
  const outboxDirectory = join(dataDirectory, "outbox");
  const defaults = readSettings({ env: {}, flags: FLAGS });
  const settings: Settings = { ...defaults, databaseUrl, dataDir: dataDirectory, ...changes };
  const refusedStatements: RefusedStatement[] = [];
  const url = through ? await through(databaseUrl) : databaseUrl;
  const opened = openDatabases({ connection: { url }, log, time, loopDelay, keyring });
  const databases = watchDatabases(opened, (statement) => refusedStatements.push(statement));
  const database = databases.work;
  const store = {
    databases,
    database,
    dataDirectory,
    outboxDirectory,
    description: "test",
    migrationsApplied: 0,
    isOurs: false,
    isHeld: () => false,
    close: databases.close,
  };
  const narrowed = rows ? { scope: rows.scope } : {};
  const closeStore = async () => {
    await databases.close();
    await drop();
    await rows?.drop(inject("clusterUrl"));
    await rm(dataDirectory, { recursive: true, force: true });
  };
  const parts: ServiceParts = {
    settings,
    store,
    keyring,
    time,
    loopDelay,
    log,
    threadWaitMs: PATIENCE_MS,
    ...narrowed,
  };
  const service = await startService(parts).catch(async (error) => {
    await closeStore();
    throw error;
  });
  return {
    parts,
    url: service.url,
    metricsUrl: service.metricsUrl,
    databaseUrl,
    databases,
    database,
    outboxDirectory,
    keyring,
    rows,
    refusedStatements,
    newEnvironment: async (kind = "furnished", organizationId) => {
      const now = time.now();
      const made = await createEnvironment(database, {
        name: `test ${randomBytes(6).toString("hex")}`,
        organizationId: organizationId ?? newId(now.getTime()),
        isTest: kind === "test",
        now,
      });
      if (!made) throw new Error("the name of the environment was taken");
      if (kind !== "bare") {
        const { id: environmentId } = made.environment;
        await seedEnvironment(database, { keyring, environmentId, now, isHashNeeded: false });
      }
      return testEnvironment({ url: service.url, apiKey: made.apiKey, environment: made.environment });
    },
    close: async () => {
      await service.close();
      await closeStore();
    },
  };
}
