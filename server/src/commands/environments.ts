import { type Database, openDatabase, type Queryable } from "../database/database.ts";
import { attachEmbedded } from "../database/embedded/embedded.ts";
import { hashApiKey } from "../environments/api-key.ts";
import { createEnvironment } from "../environments/create-environment.ts";
import type { Environment } from "../environments/environment.ts";
import { findEnvironmentByKeyHash, listEnvironments } from "../environments/environment-store.ts";
import { addBasics } from "../first-start.ts";
import { AppError } from "../foundation/app-error.ts";
import { systemClock } from "../foundation/clock.ts";
import { newId } from "../foundation/id.ts";
import { createLog, type Log } from "../foundation/log.ts";
import type { Settings } from "../foundation/settings.ts";
import { openKeyring, refuseOtherKeys } from "../keyring.ts";
import { openStore } from "../store.ts";
import type { Command } from "./command.ts";
import { environmentRetention, RETENTION_HELP } from "./environment-retention.ts";
import { parseSettings, type Variables } from "./settings-flags.ts";

const HELP = `tidings environments: see and make environments

Usage: tidings environments list [--json]
       tidings environments create NAME [--test] [--json]
       tidings environments retention NAME [KIND=DAYS,…|default] [--json]

Works on the database itself (--database-url, or --data-dir for the embedded one), also while the server runs.
\`create\` prints the new environment's API key: it is shown only this once.
With --test it is one for tests: its time can be frozen and advanced (POST /v1/test-clock). That cannot be changed later.
${RETENTION_HELP}

Examples:
  tidings environments list
  tidings environments create Production --json
  tidings environments create "My tests" --test
  tidings environments retention Production notifications=30,in_app=7`;

export function environmentsCommand(env: Variables): Command {
  return {
    summary: "see and make environments (list, create, retention)",
    help: HELP,
    async run(argv) {
      const { settings, positionals, isJson, isTest } = parseSettings(argv, env, true);
      const [action, name, ...more] = positionals;
      const isUsable =
        (action === "list" && !name) ||
        (action === "create" && name && more.length === 0) ||
        (action === "retention" && name && more.length <= 1);
      if (!isUsable) {
        process.stderr.write(`${HELP}\n`);
        return 2;
      }
      const log = createLog(settings.logLevel);
      return withDatabase(settings, log, async (database) => {
        if (action === "list") return list(database, isJson);
        if (action === "create") return create({ database, settings, isJson, isTest }, name as string);
        print(await environmentRetention({ database, settings, isJson }, name as string, more[0]));
        return 0;
      });
    },
  };
}

async function list(database: Database, isJson: boolean): Promise<number> {
  const environments = await listEnvironments(database);
  print(isJson ? JSON.stringify(environments) : table(environments));
  return 0;
}

function table(environments: readonly Environment[]): string {
  const rows = environments.map(
    ({ id, name, createdAt, isTest }) =>
      `${id}  ${createdAt.toISOString()}  ${name}${isTest ? "  (test clock)" : ""}`,
  );
  return [`${"ID".padEnd(24)}  ${"CREATED".padEnd(24)}  NAME`, ...rows].join("\n");
}

type Creating = { database: Database; settings: Settings; isJson: boolean; isTest: boolean };

/** The new environment belongs to the organization of the first one: one installation is one organization. */
async function create({ database, settings, isJson, isTest }: Creating, name: string): Promise<number> {
  const keyring = await openKeyring(settings, settings.dataDir);
  await refuseOtherKeys(database, keyring);
  const now = systemClock.now();
  const organizationId = (await listEnvironments(database))[0]?.organizationId ?? newId(now.getTime());
  const made = await database.transaction(async (tx) => {
    const wanted = {
      name,
      organizationId,
      now,
      isTest,
      ...(await chosenKey(tx, settings)),
    };
    const fresh = await createEnvironment(tx, keyring, wanted);
    if (fresh) await addBasics(tx, keyring, fresh.environment.id, now);
    return fresh;
  });
  if (!made) throw new AppError("conflict", `There is an environment named "${name}" already`);
  const { environment, apiKey } = made;
  print(
    isJson
      ? JSON.stringify({ ...environment, apiKey })
      : `Environment  ${environment.name} (${environment.id})\nAPI key      ${apiKey}   (shown only now)`,
  );
  return 0;
}

/** The same variable names the key of calls: one that opens another environment already was not meant for a new one. */
async function chosenKey(database: Queryable, { apiKey }: Settings): Promise<{ apiKey?: string }> {
  const isTaken = apiKey && (await findEnvironmentByKeyHash(database, hashApiKey(apiKey)));
  return apiKey && !isTaken ? { apiKey } : {};
}

/** A running embedded server is used as it is; one that does not run is started for the moment. */
async function withDatabase(
  settings: Settings,
  log: Log,
  work: (database: Database) => Promise<number>,
): Promise<number> {
  const running = settings.databaseUrl ? undefined : await attachEmbedded(settings.dataDir, log);
  if (!running) {
    const store = await openStore({ settings, log });
    return work(store.database).finally(() => store.close());
  }
  const database = openDatabase({ connection: running.connection, log, poolSize: 2 });
  return work(database).finally(() => database.close());
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
