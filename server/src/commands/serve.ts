import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSealing } from "../database/seal-old-rows.ts";
import { releaseForsaken } from "../delivery/claim-store.ts";
import { fillEmptyStore, SAMPLE_WORKFLOW } from "../first-start.ts";
import { systemClock } from "../foundation/clock.ts";
import { createLog, type Log } from "../foundation/log.ts";
import type { Settings } from "../foundation/settings.ts";
import { type House, openHouse } from "../house.ts";
import { CLEAR_CONFIGURATIONS } from "../integrations/integration-store.ts";
import { openKeyring, refuseOtherKeys } from "../keyring.ts";
import { CLEAR_ADDRESSES } from "../messages/sealed-address.ts";
import { openStore, type Store } from "../store.ts";
import { CLEAR_CHANNELS } from "../subscribers/sealed-channels.ts";
import type { Command } from "./command.ts";
import { parseSettings, settingsHelp, type Variables } from "./settings-flags.ts";

const HELP = `tidings serve: run the API and the worker

Usage: tidings serve [flags]

Every flag can also be set as the environment variable in brackets; the flag wins.

${settingsHelp()}

Examples:
  tidings serve
  tidings serve --port 8080 --data-dir /var/lib/tidings
  DATABASE_URL=postgres://me:secret@db/tidings tidings serve --role worker`;

const CLEAR = [CLEAR_CONFIGURATIONS, CLEAR_CHANNELS, CLEAR_ADDRESSES];

/** Longer than workers wait for their providers (20 s). */
const HOUSE_CLOSES_WITHIN_MS = 20_500;
/** PostgreSQL's fast shutdown; it goes on by itself where this is not enough. */
const STORE_CLOSES_WITHIN_MS = 3_500;
/** Supervisors kill after 30 s, some after 25. */
const KILL_AFTER_MS = 24_500;

export function serveCommand(env: Variables): Command {
  return {
    summary: "run the API and the worker",
    help: HELP,
    async run(argv) {
      const { settings } = parseSettings(argv, env);
      const stop = stopSignal();
      const log = createLog(settings.logLevel);
      const { store, house, apiKey } = await open(settings, log);
      const sealing = startSealing({ database: store.database, clear: CLEAR, log });
      process.stdout.write(welcome({ settings, store, house, apiKey }));
      const reason = await stop;
      process.stdout.write(`Stopping (${reason}): finishing what is in flight …\n`);
      return close({ house, store, sealing });
    },
  };
}

type Closing = { house: House; store: Store; sealing: { close(): Promise<void> } };

/**
 * Ends everything within 25 s, the embedded PostgreSQL with it, whatever still works: what does not end is left, and its
 * leases end by themselves. Threads that do not end would hold the exit of the process; then it kills itself.
 */
async function close({ house, store, sealing }: Closing): Promise<number> {
  setTimeout(killSelf, KILL_AFTER_MS).unref();
  const closing = Promise.all([house.close(), sealing.close()]);
  const isClosed = await endsWithin(closing, HOUSE_CLOSES_WITHIN_MS);
  const isStored = await endsWithin(store.close(), STORE_CLOSES_WITHIN_MS);
  if (!isClosed || !isStored || house.hasStuckThreads()) killSelf();
  return 0;
}

function killSelf(): void {
  process.kill(process.pid, "SIGKILL");
}

async function endsWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const ended = new AbortController();
  const late = sleep(timeoutMs, false, { signal: ended.signal }).catch(() => false);
  const isEnded = await Promise.race([work.then(() => true), late]);
  ended.abort();
  return isEnded;
}

type Opened = { store: Store; house: House; apiKey: string | undefined };

async function open(settings: Settings, log: Log): Promise<Opened> {
  const keyring = await openKeyring(settings, resolve(settings.dataDir));
  const store = await openStore({ settings, log, keyring });
  try {
    const clock = systemClock;
    const { database } = store;
    const apiKey = await fillEmptyStore({ database, keyring, clock, apiKey: settings.apiKey });
    // After filling: of two that start at once on an empty database, only one has the keys.
    await refuseOtherKeys(database, keyring);
    if (store.isOurs) await releaseForsaken(database);
    return { store, house: await openHouse({ settings, store, keyring, clock, log }), apiKey };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve(signal));
  });
}

/**
 * What a person needs to know at start. Standard output ends in journals, so the key is printed only when the program has
 * just made it up.
 */
function welcome({ settings, store, house, apiKey }: Opened & { settings: Settings }): string {
  const lines = [
    "",
    `  Tidings is ready at ${house.url}`,
    "",
    `  Store        ${store.description}`,
    `  Data         ${store.dataDirectory}`,
    `  Reference    ${house.url}/docs`,
  ];
  if (house.metricsUrl) lines.push(`  Metrics      ${house.metricsUrl}/metrics`);
  if (store.isHeld())
    lines.push(
      "  Deliveries   held, because the store was restored from a backup; release them: tidings release",
    );
  if (settings.role !== "all") lines.push(`  Role         ${settings.role}`);
  if (apiKey) {
    const isGiven = settings.apiKey !== "";
    lines.push(
      isGiven
        ? "  API key      the one given in the settings (environment Development)"
        : `  API key      ${apiKey}   (environment Development; shown only now)`,
      "",
      ...firstCurl(house.url, isGiven ? "<API_KEY>" : apiKey),
    );
  }
  return `${lines.join("\n")}\n\n`;
}

function firstCurl(url: string, apiKey: string): string[] {
  const body = JSON.stringify({
    name: SAMPLE_WORKFLOW,
    to: { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" },
    payload: { text: "Hello from Tidings." },
  });
  return [
    "  Deliver a first notification (an in-app message, and a mail in the outbox of the data directory):",
    "",
    `curl -X POST ${url}/v1/events/trigger -H 'Authorization: ApiKey ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`,
  ];
}
