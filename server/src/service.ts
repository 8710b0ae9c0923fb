import { createCallers } from "./callers.ts";
import { type Scope, unchanged } from "./database/scope.ts";
import type { Engine } from "./delivery/engine.ts";
import { createResumeWaiting } from "./delivery/rates/resume-waiting.ts";
import { createReadInstallation } from "./delivery/system/installation.ts";
import { createReadiness } from "./delivery/worker/readiness.ts";
import { announceWork, listenForWork } from "./delivery/worker/work-notifications.ts";
import { startWorker } from "./delivery/worker/worker.ts";
import { exposeMetrics } from "./exposed-metrics.ts";
import type { Time } from "./foundation/clock.ts";
import { newWorkerId } from "./foundation/id.ts";
import type { Log } from "./foundation/log.ts";
import type { LoopDelay } from "./foundation/loop-delay.ts";
import { createLoopTime } from "./foundation/loop-time.ts";
import type { Keyring } from "./foundation/secrets.ts";
import type { Settings } from "./foundation/settings.ts";
import { SHARE } from "./foundation/share.ts";
import { createBodyBudget } from "./http/body-budget.ts";
import { closeServer } from "./http/close-server.ts";
import { effectiveLimits } from "./http/effective-limits.ts";
import { usesEnvelope } from "./http/envelope.ts";
import { healthEndpoints } from "./http/health.ts";
import { listenAt } from "./http/listen.ts";
import { createLoadShedding } from "./http/load-shedding.ts";
import { createRateLimiter } from "./http/rate-limits.ts";
import { createServer } from "./http/server.ts";
import type { StartupListener } from "./http/startup-listener.ts";
import { createTurns, waitingIn } from "./http/turns.ts";
import { createExecuteBatch } from "./idempotency/execute-batch.ts";
import { createStoredResponseStore } from "./idempotency/stored-response-store.ts";
import { createInbox } from "./inbox/create-inbox.ts";
import { createDirectCalls } from "./integrations/direct-calls.ts";
import { createIntegrationStore } from "./integrations/integration-store.ts";
import { endpointsOf } from "./operations.ts";
import { createUnsubscribeUrl } from "./preferences/unsubscribe-token.ts";
import { seedEnvironment } from "./seed.ts";
import { createSending } from "./sending.ts";
import type { Store } from "./store.ts";
import { createInspectTexts } from "./templates/inspect-texts.ts";
import { createPrepareMail } from "./templates/prepare-mail.ts";
import { createThreads } from "./threads.ts";
import { startZones } from "./time-zones.ts";
import { createAcceptor } from "./triggers/accept.ts";
import type { TriggerApi } from "./triggers/api/accept-call.ts";
import { createBacklog } from "./triggers/backlog.ts";
import { startUpkeep } from "./upkeep.ts";
import { createPayloadChecks } from "./workflows/payload-checks.ts";
import { createVersionCache } from "./workflows/version-cache.ts";

export type ServiceParts = {
  settings: Settings;
  store: Store;
  keyring: Keyring;
  time: Time;
  /** How late the event loop is: then writes are refused (load shedding). */
  loopDelay: LoopDelay;
  log: Log;
  /** Restricts what an environment's calls see of the database; only tests set it. */
  scope?: Scope;
  /** How long work waits while no thread is ready, in milliseconds; default 10 s. Only tests set it: threads are slow on a busy machine. */
  threadWaitMs?: number;
  /** Holds the address until this service listens. */
  startupListener?: StartupListener;
};

export type Service = {
  /** The URL of the API; with the role `worker`, of the health endpoints only. */
  readonly url: string;
  /** The URL of the metrics port, when there is one. */
  readonly metricsUrl: string | undefined;
  /** Stops accepting requests; finishes or releases work in progress. The caller closes the store. */
  close(): Promise<void>;
  /** Whether threads are still running after they were terminated: they would block the exit of the process. */
  hasStuckThreads(): boolean;
  /** Starts one thread of each kind before there is work for it. */
  startThreads(): void;
};

/** Creates all parts of the service once and connects them; `close` ends them in reverse order. */
export async function startService(parts: ServiceParts): Promise<Service> {
  const { settings, store, keyring, time, loopDelay, log, scope = unchanged, startupListener } = parts;
  const { monotonicMs: nowMs } = time;
  const { databases, outboxDirectory } = store;
  const { work: database, triggers } = databases;
  const zones = await startZones({ settings, database, log, time });
  const sending = createSending({ settings, store, time, log });
  const { outbox, providers, io, breakers, pauses, health } = sending;
  const threads = createThreads({ time, maxWaitMs: parts.threadWaitMs });
  const { sandbox, mailThreads, templates } = threads;
  const prepareMail = createPrepareMail(mailThreads);
  const payloadChecks = createPayloadChecks(sandbox);
  const integrations = createIntegrationStore(keyring);
  const versions = createVersionCache();
  const exposed = await exposeMetrics({ settings, databases, ...threads, zones, time });
  const { metrics, scrapes } = exposed;
  const workerId = newWorkerId();
  const loopTime = createLoopTime(nowMs);
  const turns = createTurns(databases, time);
  const { of: databaseOf } = turns.reads;
  const { role } = settings;
  const inbox = await createInbox({ database, databaseOf, integrations, role, time, log });
  const engine: Engine = {
    workerId,
    time,
    database,
    log,
    metrics,
    breakers,
    pauses,
    health,
    integrations,
    providers,
    io,
    templates,
    prepareMail,
    unsubscribeUrl: createUnsubscribeUrl(settings.publicUrl, database.secrets),
    versions,
    chargeLoop: (environmentId, ms) => loopTime.charge(SHARE.environment(environmentId), ms),
    inboxHints: inbox.hints,
    isHeld: store.isHeld,
  };

  const worker = role === "api" ? undefined : startWorker(engine);
  const hints = worker ? await listenForWork(database, worker, workerId) : announceWork(database, log, time);
  const backlog = createBacklog({ database, max: settings.maxBacklog, time });
  const { handover } = worker ?? {};
  const acceptance = { scope, clock: time, backlog, payloadChecks, versions, log, metrics, handover };
  const acceptor = createAcceptor({ ...acceptance, database: triggers, onAccepted: hints.announce });
  const loadShedding = createLoadShedding({ waitingOf: waitingIn(turns), time, loopDelay, loopTime });
  const trouble = createReadiness({ ...databases, memory: loadShedding }, worker, time);
  const showsCredentials = settings.credentials === "plain";
  const { brand } = settings;
  const limits = effectiveLimits(settings);
  const api: TriggerApi = {
    clock: time,
    time,
    limits,
    brand,
    integrations,
    providers,
    checkDestination: sending.checkDestination,
    io,
    directCalls: createDirectCalls(),
    forgetBreaker: breakers.forget,
    resumeWaiting: createResumeWaiting(pauses),
    versions,
    acceptor,
    announceWork: hints.announce,
    announceMove: () => {
      hints.announce();
      inbox.endSnoozes();
    },
    inboxHints: inbox.hints,
    templates,
    payloadChecks,
    inspectTexts: createInspectTexts(sandbox, time),
    prepareMail,
    log,
    seedEnvironment: (tx, environmentId, now) =>
      seedEnvironment(tx, { keyring, environmentId, now, isHashNeeded: true }),
    metrics,
    showsCredentials,
    workflowSync: settings.workflowSync,
    trouble,
    readInstallation: createReadInstallation({
      database: databaseOf(SHARE.process("installation")),
      isEmbedded: store.isOurs,
      zones,
      nowMs,
    }),
    retention: settings.retention,
  };
  const endpoints = role === "worker" ? healthEndpoints(api) : endpointsOf(api);
  const { dashboard, keyUses, ...senders } = createCallers({ settings, database, databaseOf, time, log });
  const responses = createStoredResponseStore(keyring);
  const upkeep = startUpkeep({ settings, outboxDirectory, outbox, database, log, time });
  const executeBatch = createExecuteBatch({ database: triggers, responses });
  const rateLimiter = createRateLimiter({ limits: settings.rateLimits, nowMs });
  const callers = { ...senders, verifySession: inbox.verifySession, dashboard: dashboard.access };
  const bounds = { rateLimiter, bodyBudget: createBodyBudget() };
  const access = { turns, scope, responses, loadShedding, chargeLoop: loopTime.charge };
  const gate = {
    ...callers,
    ...bounds,
    ...access,
    executeBatch,
    brand,
    limits,
    hasEnvelope: usesEnvelope(settings),
  };
  const { secrets } = database;
  const receipts = role === "worker" ? undefined : { call: io.request, publicUrl: settings.publicUrl };
  const { connections } = inbox;
  const { inboxOrigins } = settings;
  const routes = { endpoints, gate, secrets, connections, inboxOrigins, receipts, dashboard };
  const server = createServer({ api, ...routes, log, metrics, scrapes, role });
  const close = async () => {
    inbox.connections.close();
    await dashboard.watch.close();
    await Promise.all([closeServer(server, time), worker?.stop()]);
    await inbox.close();
    await exposed.close();
    await Promise.all([upkeep?.close(), keyUses.close(), zones.close()]);
    await hints.close();
    await threads.close();
    loadShedding.close();
    await sending.close();
  };
  try {
    await startupListener?.close();
    const url = await listenAt(server, settings);
    const metricsUrl = await exposed.listen();
    loadShedding.begin();
    return { url, metricsUrl, close, hasStuckThreads: threads.hasStuck, startThreads: threads.startEach };
  } catch (error) {
    await close();
    throw error;
  }
}
