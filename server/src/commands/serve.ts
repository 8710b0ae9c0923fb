import { resolve } from "node:path";
import { createSignInLink } from "../dashboard/sign-in.ts";
import { startSealing } from "../database/seal-old-rows.ts";
import { releaseAllLeases } from "../delivery/queue/claim-store.ts";
import { returnAllPlaces } from "../delivery/rates/rate-store.ts";
import { type GivenKey, takeGivenKey } from "../environments/given-key.ts";
import { systemTime as time } from "../foundation/clock.ts";
import { limitHeapGrowth } from "../foundation/heap-growth.ts";
import { createLog, type Log } from "../foundation/log.ts";
import { createLoopDelay } from "../foundation/loop-delay.ts";
import type { Settings } from "../foundation/settings.ts";
import { openStartupListener, type StartupListener } from "../http/startup-listener.ts";
import { CLEAR_CONFIGURATIONS } from "../integrations/sealed-integrations.ts";
import { openKeyring, refuseOtherKeys } from "../keyring.ts";
import { CLEAR_ADDRESSES } from "../messages/sealed-address.ts";
import { seedFirstEnvironment } from "../seed.ts";
import type { Service } from "../service.ts";
import { openStore, type Store } from "../store.ts";
import { CLEAR_CHANNELS } from "../subscribers/sealed-channels.ts";
import { banner, keyNotice } from "./banner.ts";
import type { Command } from "./command.ts";
import { signInLink } from "./dashboard.ts";
import { parseSettings, settingsHelp, type Variables } from "./settings-flags.ts";
import { stopSignal } from "./stop-signal.ts";

const HELP = `tidings serve: run the API and the worker

Usage: tidings serve [flags]

Every flag can also be set by the environment variable in brackets; the flag takes precedence.

${settingsHelp()}

Examples:
  tidings serve
  tidings serve --port 8080 --data-dir /var/lib/tidings
  DATABASE_URL=postgres://me:secret@db/tidings tidings serve --role worker`;

const CLEAR = [CLEAR_CONFIGURATIONS, CLEAR_CHANNELS, CLEAR_ADDRESSES];

/** Longer than workers wait for providers (20 s). */
const SERVICE_CLOSES_WITHIN_MS = 20_500;
/** Time for PostgreSQL's fast shutdown, which continues on its own when this is too short. */
const STORE_CLOSES_WITHIN_MS = 3_500;
/** Supervisors kill after 30 s, some after 25. */
const KILL_AFTER_MS = 24_500;

export function serveCommand(env: Variables): Command {
  return {
    summary: "run the API and the worker",
    help: HELP,
    async run(argv) {
      limitHeapGrowth();
      const { settings } = parseSettings(argv, env);
      const stop = stopSignal(env);
      const log = createLog(settings.logLevel);
      const { store, service, apiKey, link, givenKey } = await open(settings, log);
      const sealing = startSealing({ database: store.database, clear: CLEAR, log, time });
      process.stdout.write(banner({ settings, store, service, apiKey, link, givenKey }));
      const reason = await stop;
      process.stdout.write(`Stopping (${reason}): finishing work in progress …\n`);
      return close({ service, store, sealing });
    },
  };
}

type Closing = { service: Service; store: Store; sealing: { close(): Promise<void> } };

/**
 * Stops everything, the embedded PostgreSQL included, within 25 s. Work that does not end in time is abandoned; its leases
 * expire. Stuck threads would block the exit of the process, so the process then kills itself.
 */
async function close({ service, store, sealing }: Closing): Promise<number> {
  time.after(KILL_AFTER_MS, killSelf);
  const closing = Promise.all([service.close(), sealing.close()]);
  const isClosed = await endsWithin(closing, SERVICE_CLOSES_WITHIN_MS);
  const isStored = await endsWithin(store.close(), STORE_CLOSES_WITHIN_MS);
  if (!isClosed || !isStored || service.hasStuckThreads()) killSelf();
  return 0;
}

function killSelf(): void {
  process.kill(process.pid, "SIGKILL");
}

async function endsWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const ended = new AbortController();
  const late = time.sleep(timeoutMs, ended.signal).then(() => false);
  const isEnded = await Promise.race([work.then(() => true), late]);
  ended.abort();
  return isEnded;
}

type Opened = {
  store: Store;
  service: Service;
  apiKey: string | undefined;
  link: string | undefined;
  givenKey: GivenKey | undefined;
};

/** Takes the address first: when the port is in use, nothing has been created yet. */
async function open(settings: Settings, log: Log): Promise<Opened> {
  const startupListener = await openStartupListener(settings, time);
  try {
    return await openBehind(startupListener, settings, log);
  } finally {
    await startupListener.close();
  }
}

async function openBehind(startupListener: StartupListener, settings: Settings, log: Log): Promise<Opened> {
  const keyring = await openKeyring(settings, resolve(settings.dataDir));
  const loopDelay = createLoopDelay(time);
  const store = await openStore({ settings, log, time, loopDelay, keyring, say });
  try {
    const { database } = store;
    const show = settings.apiKey ? undefined : (apiKey: string) => say(keyNotice(apiKey));
    const apiKey = await seedFirstEnvironment({
      database,
      keyring,
      clock: time,
      apiKey: settings.apiKey,
      show,
    });
    // After the seed: when two processes start at once on an empty database, only one of them has its keys.
    await refuseOtherKeys(database, keyring);
    const hasEnvironments = apiKey === undefined && settings.apiKey !== "";
    const givenKey = hasEnvironments ? await takeGivenKey(database, settings.apiKey, time.now()) : undefined;
    if (store.isOurs) await Promise.all([releaseAllLeases(database), returnAllPlaces(database)]);
    // Imported late: a refused start (port taken, store in use) ends before half of the program is loaded.
    const { startService } = await import("../service.ts");
    const service = await startService({ settings, store, keyring, time, loopDelay, log, startupListener });
    service.startThreads();
    const hasLink = apiKey !== undefined && settings.dashboard && settings.role !== "worker";
    const link = hasLink ? signInLink(service.url, await createSignInLink(database, "Operator")) : undefined;
    return { store, service, apiKey, link, givenKey };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Resolves when the text is written. */
function say(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (error) => (error ? reject(error) : resolve()));
  });
}
