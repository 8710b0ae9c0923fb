import sql from "sql-template-tag";
import type { Engine } from "../../src/delivery/engine.ts";
import { processAnswered, processClaimed } from "../../src/delivery/process.ts";
import { claimJobs, claimTriggers } from "../../src/delivery/queue/claim-store.ts";
import { ticketsOf } from "../../src/delivery/rates/decide.ts";
import { createPauses } from "../../src/delivery/rates/pauses.ts";
import { createRates } from "../../src/delivery/rates/rates.ts";
import type { AdvancedRun } from "../../src/delivery/runs/advanced-run.ts";
import type { Outgoing } from "../../src/delivery/runs/claimed.ts";
import { advancedToNow } from "../../src/delivery/runs/run.ts";
import { createBreakers } from "../../src/delivery/send/circuit-breakers.ts";
import { send } from "../../src/delivery/send/send.ts";
import { setClock } from "../../src/environments/test-clock-store.ts";
import { systemTime } from "../../src/foundation/clock.ts";
import { createLog } from "../../src/foundation/log.ts";
import { createIntegrationStore } from "../../src/integrations/integration-store.ts";
import { UNCOUNTED } from "../../src/metrics/metrics.ts";
import type { ProviderIO } from "../../src/providers/provider.ts";
import { createProviders } from "../../src/providers/providers.ts";
import { createTokenCache } from "../../src/providers/token-cache.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { createPrepareMail, type PrepareMail } from "../../src/templates/prepare-mail.ts";
import { createTemplates, type Templates } from "../../src/templates/templates.ts";
import { createVersionCache } from "../../src/workflows/version-cache.ts";
import { PATIENCE_MS } from "../patience.ts";
import type { TestService } from "../test-service.ts";
import { crashable, ProcessCrashed } from "./crashable-database.ts";

/** The engine without its loops: the test makes every claim, so that a run of the model can be repeated exactly. */
export type HandDrivenEngine = {
  /** Does everything due at the environment's time, in one or two lanes. The process may crash; it is then replaced. */
  work(environmentId: string, how: { lanes: number; crashAt: number | undefined }): Promise<void>;
  /** Sets the environment's test clock. */
  setTime(environmentId: string, at: Date): Promise<void>;
  /** Sent mails by idempotency key. Mails with the subject `FLAKY` are refused twice first. */
  readonly mails: Map<string, number>;
  /** The bytes of all attempts at mails, by idempotency key. */
  readonly sources: Map<string, Buffer[]>;
  /** The number of crashes so far. */
  readonly crashes: number;
  close(): Promise<void>;
};

export const FLAKY = "flaky";
const REFUSALS = 2;

const SHARE = 7;
/** A restarted process keeps this id, since the model does not cover suspects. */
const workerId = 1;

/** Default: the parts of a service. */
type OwnParts = { templates?: Templates; prepareMail?: PrepareMail };

export function driveByHand(
  { database: real, keyring }: TestService,
  { templates = createTemplates({ maxWaitMs: PATIENCE_MS }), prepareMail }: OwnParts = {},
): HandDrivenEngine {
  const database = crashable(real);
  const mails = new Map<string, number>();
  const sources = new Map<string, Buffer[]>();
  const refusals = new Map<string, number>();
  const mailThreads = createSandbox({ kind: "mails", maxWaitMs: PATIENCE_MS });
  let crashes = 0;
  const closed = () => Promise.reject(new Error("the model's workflows go nowhere but to the outbox"));
  const io: ProviderIO = {
    // The only provider with HTTP is the fallback of the outbox, which refuses the account.
    request: async () => ({ kind: "answered", status: 401, headers: {}, body: "", isCut: false }),
    resolve: closed,
    now: () => new Date(),
    tokens: createTokenCache(systemTime.monotonicMs),
    keepMail: async (key: string, eml: Buffer) => {
      sources.set(key, [...(sources.get(key) ?? []), eml]);
      const refused = refusals.get(key) ?? 0;
      refusals.set(key, refused + 1);
      if (refused < REFUSALS && eml.includes(`Subject: ${FLAKY}`)) throw new Error("refused");
      mails.set(key, (mails.get(key) ?? 0) + 1);
      return key;
    },
  };
  const integrations = createIntegrationStore(keyring);
  const parts = { integrations, providers: createProviders(systemTime), versions: createVersionCache() };
  const breakers = createBreakers(systemTime);
  const engine: Engine = {
    workerId,
    time: systemTime,
    database,
    breakers,
    pauses: createPauses(systemTime),
    health: { record: () => {}, close: async () => {} },
    log: createLog("silent"),
    metrics: UNCOUNTED,
    io,
    templates,
    prepareMail: prepareMail ?? createPrepareMail(mailThreads),
    ...parts,
  };

  // Without timers: unused places go back with the next question, so that a run of the model can be repeated.
  const startRates = () =>
    createRates({ ...engine, time: { ...systemTime, after: () => () => {} }, isClosing: () => false });
  let rates = startRates();

  /** Claims a few rows and processes them to the end: small claims make lanes compete. */
  const lane = async (environmentId: string): Promise<boolean> => {
    const claim = { limit: SHARE, workerId, busyEnvironmentIds: [] };
    const triggers = await claimTriggers(database, claim);
    const jobs = await claimJobs(database, claim);
    const first = triggers[0] ?? jobs[0];
    if (!first) return false;
    const { now, isFrozen, defaultZone } = first;
    const claimed = { environmentId, triggers, jobs, now, isFrozen, defaultZone };
    await processClaimed(engine, claimed, async (outgoing) => {
      for (let out = outgoing; out.runs.length > 0; ) out = await sendAll(out);
    });
    return true;
  };
  const sendAll = async (outgoing: Outgoing): Promise<Outgoing> => {
    const { environmentId, context } = outgoing;
    const runs: AdvancedRun[] = [];
    const admissions = await rates.admit(environmentId, outgoing.runs, context);
    for (const run of outgoing.runs)
      runs.push(await send(engine, { environmentId, run, context, admissions }));
    rates.leave(outgoing.runs.flatMap((run) => ticketsOf(run, admissions)));
    const answered = { environmentId, runs, context: advancedToNow(context, systemTime) };
    return processAnswered({ ...engine, isGivenUp: () => true }, answered);
  };
  /** Expires the leases of crashed workers. */
  const endLeases = (environmentId: string) =>
    Promise.all([
      real.query(sql`update fanouts set due_at = now() - interval '1 second'
        where environment_id = ${environmentId} and unfinished_claims > 0`),
      real.query(sql`update jobs set due_at = now() - interval '1 second'
        where environment_id = ${environmentId} and due_at is not null and unfinished_claims > 0`),
    ]);

  return {
    work: async (environmentId, { lanes, crashAt }) => {
      if (crashAt !== undefined) database.crashAt(crashAt);
      for (let isMoving = true; isMoving; ) {
        const ends = await Promise.allSettled(Array.from({ length: lanes }, () => lane(environmentId)));
        const hasDied = database.restart();
        if (hasDied) {
          crashes += 1;
          rates = startRates();
        }
        const broken = ends.find(
          (end) => end.status === "rejected" && !(end.reason instanceof ProcessCrashed),
        );
        if (broken?.status === "rejected") throw broken.reason;
        if (hasDied) await endLeases(environmentId);
        isMoving = hasDied || ends.some((end) => end.status === "fulfilled" && end.value);
      }
    },
    setTime: (environmentId, at) => setClock(real, environmentId, at),
    mails,
    sources,
    get crashes() {
      return crashes;
    },
    close: async () => {
      await Promise.all([templates.close(), mailThreads.close()]);
    },
  };
}
