import type { Database, Queryable } from "../database/database.ts";
import { hashApiKey } from "../environments/api-key.ts";
import { findKeyOwner } from "../environments/api-key-store.ts";
import { createEnvironment, refuseBadName, refuseTakenNames } from "../environments/create-environment.ts";
import type { ListedEnvironment } from "../environments/environment.ts";
import {
  listEnvironments,
  lockOrganization,
  markDeleted,
  updateEnvironment,
} from "../environments/environment-store.ts";
import { AppError } from "../foundation/app-error.ts";
import { systemTime } from "../foundation/clock.ts";
import { newId } from "../foundation/id.ts";
import { SETTINGS } from "../foundation/settings.ts";
import { openKeyring } from "../keyring.ts";
import { seedEnvironment } from "../seed.ts";
import { storeName } from "../store.ts";
import type { Command } from "./command.ts";
import { environmentRetention, RETENTION_HELP } from "./environment-retention.ts";
import { environmentZone, ZONE_HELP } from "./environment-zone.ts";
import { environmentNamed } from "./find-by-name.ts";
import { print } from "./print.ts";
import { type Parsed, parseSettings, type Variables } from "./settings-flags.ts";
import { type Actions, runAction } from "./usage.ts";
import { refuseNoStore, withSecrets, withStore } from "./with-store.ts";

const HELP = `tidings environments: list, create, rename and delete environments; set retention and time zone

Usage: tidings environments list [--json]
       tidings environments create NAME [--test] [--json]
       tidings environments rename ENVIRONMENT NEW_NAME [--json]
       tidings environments delete ENVIRONMENT --yes [--json]
       tidings environments retention NAME [KIND=DAYS,…|default] [--json]
       tidings environments timezone ENVIRONMENT [ZONE] [--json]

Works directly on the database (--database-url, or --data-dir for the embedded one), also while the server runs.
ENVIRONMENT is a name or an id, as shown by \`list\`.
\`create\` prints the API key of the new environment, and in which database it is. The key is shown only once; \`tidings keys\`
creates more keys. It is a random one, or the one of --api-key, never TIDINGS_API_KEY. It creates no embedded database.
With --test it is a test environment: its clock can be frozen and advanced (POST /v1/test-clock). This cannot be changed
later.
\`delete\` revokes the environment's API keys within 5 seconds and cancels pending messages; workers then delete all its
data. This cannot be undone. The last environment cannot be deleted.
${RETENTION_HELP}
${ZONE_HELP}

Examples:
  tidings environments list
  tidings environments create Production --json
  tidings environments create "My tests" --test
  tidings environments rename Production "Production EU"
  tidings environments delete "My tests" --yes
  tidings environments retention Production notifications=30,in_app=7
  tidings environments timezone Production America/Vancouver`;

const ACTIONS: Actions = {
  list: { words: [0], run: list },
  create: { words: [1], run: create },
  rename: { words: [2], run: rename },
  delete: { words: [1], run: remove },
  retention: { words: [1, 2], run: retention },
  timezone: { words: [1, 2], run: timezone },
};

export function environmentsCommand(env: Variables): Command {
  return {
    summary: "list, create, rename and delete environments; set retention and time zone",
    help: HELP,
    async run(argv) {
      const input = parseSettings(argv, env, { test: { type: "boolean" }, yes: { type: "boolean" } });
      return runAction(ACTIONS, HELP, input);
    },
  };
}

async function list({ settings, isJson }: Parsed): Promise<number> {
  refuseNoStore(settings);
  return withStore(settings, async (database) => {
    const environments = await listEnvironments(database);
    print(isJson ? JSON.stringify(environments) : table(environments));
    return 0;
  });
}

function table(environments: readonly ListedEnvironment[]): string {
  const rows = environments.map(
    ({ id, name, createdAt, isTest, isProtected }) =>
      `${id}  ${createdAt.toISOString()}  ${name}${isTest ? "  (test clock)" : ""}${isProtected ? "  (protected)" : ""}`,
  );
  return [`${"ID".padEnd(24)}  ${"CREATED".padEnd(24)}  NAME`, ...rows].join("\n");
}

async function retention({ settings, isJson, positionals: [name = "", words] }: Parsed): Promise<number> {
  refuseNoStore(settings);
  return withStore(settings, async (database) => {
    const found = environmentNamed(await listEnvironments(database), name);
    print(await environmentRetention({ database, settings, isJson }, found.name, words));
    return 0;
  });
}

async function timezone({ settings, isJson, positionals: [which = "", zone] }: Parsed): Promise<number> {
  refuseNoStore(settings);
  return withStore(settings, async (database) => {
    print(await environmentZone({ database, settings, isJson }, which, zone));
    return 0;
  });
}

/** The new environment joins the organization of the first one: an installation has one organization. */
async function create({ settings, isJson, positionals: [name = ""], flags }: Parsed): Promise<number> {
  refuseNoStore(settings);
  const now = systemTime.now();
  const work = async (database: Database) => {
    const organizationId = (await listEnvironments(database))[0]?.organizationId ?? newId(now.getTime());
    const made = await database.transaction(async (tx) => {
      await refuseTakenNames(tx, { id: "", name, identifier: null });
      const isTest = flags.test === true;
      const input = { name, organizationId, now, isTest, ...(await chosenKey(tx, flags)) };
      const created = await createEnvironment(tx, input);
      if (created)
        await seedEnvironment(tx, {
          keyring,
          environmentId: created.environment.id,
          now,
          isHashNeeded: true,
        });
      return created;
    });
    if (!made) throw new AppError("conflict", `There is an environment named "${name}" already`);
    const { environment, apiKey } = made;
    const store = storeName(settings);
    const words = [
      `Environment  ${environment.name} (${environment.id})`,
      `Database     ${store}`,
      `API key      ${apiKey}   (shown only once)`,
    ];
    print(isJson ? JSON.stringify({ ...environment, store, apiKey }) : words.join("\n"));
    return 0;
  };
  const keyring = await openKeyring(settings, settings.dataDir);
  return withSecrets(settings, work, async () => keyring);
}

/**
 * The key of the flag, unless it already belongs to an environment. Never `TIDINGS_API_KEY`, which holds the key that client
 * commands use: it may open an environment of another server, and would be printed as the key of this new one.
 */
async function chosenKey(database: Queryable, flags: Parsed["flags"]): Promise<{ apiKey?: string }> {
  const apiKey = flags[SETTINGS.apiKey.flag];
  if (typeof apiKey !== "string" || apiKey === "") return {};
  return (await findKeyOwner(database, hashApiKey(apiKey))) ? {} : { apiKey };
}

async function rename({ settings, isJson, positionals: [which = "", name = ""] }: Parsed): Promise<number> {
  refuseNoStore(settings);
  refuseBadName(name);
  return withStore(settings, async (database) => {
    const renamed = await database.transaction(async (tx) => {
      const before = environmentNamed(await listEnvironments(tx), which);
      const changed = { ...before, name };
      await refuseTakenNames(tx, changed);
      return updateEnvironment(tx, before.organizationId, changed);
    });
    print(isJson ? JSON.stringify(renamed) : `Renamed ${which} to ${name}.`);
    return 0;
  });
}

async function remove({ settings, isJson, positionals: [which = ""], flags }: Parsed): Promise<number> {
  refuseNoStore(settings);
  return withStore(settings, async (database) => {
    const deleted = await database.transaction(async (tx) => {
      const { organizationId } = environmentNamed(await listEnvironments(tx), which);
      await lockOrganization(tx, organizationId);
      // Read again: another process may have deleted an environment before this one locked the organization.
      const all = await listEnvironments(tx);
      const found = environmentNamed(all, which);
      if (all.length === 1) throw new AppError("bad_request", "The last environment cannot be deleted");
      if (!flags.yes)
        throw new AppError(
          "bad_request",
          `This deletes ${found.name} and all its data permanently; add --yes to confirm`,
        );
      await markDeleted(tx, organizationId, found.id);
      return found;
    });
    const words = `Deleted ${deleted.name} (${deleted.id}). Its keys are revoked within 5 seconds; workers delete its data.`;
    print(isJson ? JSON.stringify({ id: deleted.id, name: deleted.name }) : words);
    return 0;
  });
}
