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
import { systemClock } from "../foundation/clock.ts";
import { newId } from "../foundation/id.ts";
import type { Settings } from "../foundation/settings.ts";
import { openKeyring } from "../keyring.ts";
import { seedEnvironment } from "../seed.ts";
import type { Command } from "./command.ts";
import { environmentRetention, RETENTION_HELP } from "./environment-retention.ts";
import { environmentNamed } from "./named.ts";
import { print } from "./print.ts";
import { type Parsed, parseSettings, type Variables } from "./settings-flags.ts";
import { type Actions, runAction } from "./usage.ts";
import { refuseNoStore, withSecrets, withStore } from "./with-store.ts";

const HELP = `tidings environments: see, make, rename and delete environments

Usage: tidings environments list [--json]
       tidings environments create NAME [--test] [--json]
       tidings environments rename ENVIRONMENT NEW_NAME [--json]
       tidings environments delete ENVIRONMENT --yes [--json]
       tidings environments retention NAME [KIND=DAYS,…|default] [--json]

Works on the database itself (--database-url, or --data-dir for the embedded one), also while the server runs.
ENVIRONMENT is a name or an id, as \`list\` shows them.
\`create\` prints the new environment's API key: it is shown only this once. \`tidings keys\` makes further keys.
With --test it is one for tests: its time can be frozen and advanced (POST /v1/test-clock). That cannot be changed later.
\`delete\` ends its API keys within 5 seconds and stops what is still to be sent; workers then delete all that belongs to
it. It cannot be taken back. The last environment cannot be deleted.
${RETENTION_HELP}

Examples:
  tidings environments list
  tidings environments create Production --json
  tidings environments create "My tests" --test
  tidings environments rename Production "Production EU"
  tidings environments delete "My tests" --yes
  tidings environments retention Production notifications=30,in_app=7`;

const ACTIONS: Actions = {
  list: { words: [0], run: list },
  create: { words: [1], run: create },
  rename: { words: [2], run: rename },
  delete: { words: [1], run: remove },
  retention: { words: [1, 2], run: retention },
};

export function environmentsCommand(env: Variables): Command {
  return {
    summary: "see, make, rename and delete environments",
    help: HELP,
    async run(argv) {
      const asked = parseSettings(argv, env, { test: { type: "boolean" }, yes: { type: "boolean" } });
      return runAction(ACTIONS, HELP, asked);
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
    ({ id, name, createdAt, isTest }) =>
      `${id}  ${createdAt.toISOString()}  ${name}${isTest ? "  (test clock)" : ""}`,
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

/** The new environment belongs to the organization of the first one: one installation is one organization. */
async function create({ settings, isJson, positionals: [name = ""], flags }: Parsed): Promise<number> {
  const now = systemClock.now();
  const work = async (database: Database) => {
    const organizationId = (await listEnvironments(database))[0]?.organizationId ?? newId(now.getTime());
    const made = await database.transaction(async (tx) => {
      await refuseTakenNames(tx, { id: "", name, identifier: null });
      const isTest = flags.test === true;
      const wanted = { name, organizationId, now, isTest, ...(await chosenKey(tx, settings)) };
      const fresh = await createEnvironment(tx, wanted);
      if (fresh) await seedEnvironment(tx, keyring, fresh.environment.id, now);
      return fresh;
    });
    if (!made) throw new AppError("conflict", `There is an environment named "${name}" already`);
    const { environment, apiKey } = made;
    const words = `Environment  ${environment.name} (${environment.id})\nAPI key      ${apiKey}   (shown only now)`;
    print(isJson ? JSON.stringify({ ...environment, apiKey }) : words);
    return 0;
  };
  const keyring = await openKeyring(settings, settings.dataDir);
  return withSecrets(settings, work, async () => keyring);
}

/** The same variable names the key of calls: one that opens another environment already was not meant for a new one. */
async function chosenKey(database: Queryable, { apiKey }: Settings): Promise<{ apiKey?: string }> {
  const isTaken = apiKey && (await findKeyOwner(database, hashApiKey(apiKey)));
  return apiKey && !isTaken ? { apiKey } : {};
}

async function rename({ settings, isJson, positionals: [which = "", name = ""] }: Parsed): Promise<number> {
  refuseNoStore(settings);
  refuseBadName(name);
  return withStore(settings, async (database) => {
    const renamed = await database.transaction(async (tx) => {
      const before = environmentNamed(await listEnvironments(tx), which);
      const wanted = { ...before, name };
      await refuseTakenNames(tx, wanted);
      return updateEnvironment(tx, before.organizationId, wanted);
    });
    print(isJson ? JSON.stringify(renamed) : `${which} is now called ${name}.`);
    return 0;
  });
}

async function remove({ settings, isJson, positionals: [which = ""], flags }: Parsed): Promise<number> {
  refuseNoStore(settings);
  return withStore(settings, async (database) => {
    const gone = await database.transaction(async (tx) => {
      const { organizationId } = environmentNamed(await listEnvironments(tx), which);
      await lockOrganization(tx, organizationId);
      // Looked for once more: another process may have deleted one before this one held the organization.
      const all = await listEnvironments(tx);
      const found = environmentNamed(all, which);
      if (all.length === 1) throw new AppError("bad_request", "The last environment cannot be deleted");
      if (!flags.yes)
        throw new AppError(
          "bad_request",
          `This deletes ${found.name} and all that belongs to it for good; add --yes to do it`,
        );
      await markDeleted(tx, organizationId, found.id);
      return found;
    });
    const words = `Deleted ${gone.name} (${gone.id}). Its keys end within 5 seconds; workers delete its rows.`;
    print(isJson ? JSON.stringify({ id: gone.id, name: gone.name }) : words);
    return 0;
  });
}
