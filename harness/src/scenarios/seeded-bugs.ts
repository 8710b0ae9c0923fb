import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Slot } from "../cluster.ts";
import type { Scenario, TestBed } from "../scenario.ts";
import type { Script } from "../scripted-provider.ts";
import type { SeededBug } from "../seeding/patches.ts";

/** A seeded bug, the scenario that must find it, and the invariants that it must violate. */
export type SeededBugCase = { bug: string; foundBy: readonly string[]; scenario: Scenario };

const seeded = (seededBug: SeededBug, rest: Omit<Scenario, "id">): Scenario => ({
  ...rest,
  id: seededBug,
  seededBug,
});

/** Kills a process at `place` repeatedly, and restarts it. */
const killAt = (role: "apis" | "workers", place: string, times: number) => async (testBed: TestBed) => {
  const slot = testBed.cluster[role][0] as Slot;
  for (let n = 0; n < times; n += 1) {
    await testBed.cluster.end(slot, "SIGTERM");
    await testBed.cluster.start(slot, `${place}=kill@${testBed.random.integer(2, 5)}`).catch(() => {});
    await Promise.race([slot.process?.ended, sleep(6_000)]);
    testBed.recordFault(place);
    await testBed.cluster.end(slot, "SIGKILL");
    await testBed.cluster.start(slot);
    await sleep(500);
  }
};

const killRandomly = (role: "apis" | "workers", times: number) => async (testBed: TestBed) => {
  for (let n = 0; n < times; n += 1) {
    await sleep(testBed.random.integer(400, 900));
    await testBed.kill(testBed.random.pick(testBed.cluster[role]));
  }
};

const ENOUGH_TAKEN_OVER = 10;
const MAX_FREEZES = 10;

/** Freezes one worker after the other for longer than its leases, until others have sent mails again that a frozen one was sending. */
const freezeUntilTakenOver = async (testBed: TestBed): Promise<void> => {
  const { cluster, mailProvider } = testBed;
  const takenOver = () => mailProvider.calls.length - new Set(mailProvider.calls.map(({ key }) => key)).size;
  for (let n = 0; n < MAX_FREEZES && takenOver() < ENOUGH_TAKEN_OVER; n += 1) {
    const slot = cluster.workers[n % cluster.workers.length] as Slot;
    await sleep(1_000);
    await testBed.injectFault("frozen", true, async () => {
      slot.process?.signal("SIGSTOP");
      await sleep(7_000);
      slot.process?.signal("SIGCONT");
    });
  }
};

const REFUSE_HALF: Script = ({ mark }) =>
  mark.length % 2 === 0 ? { kind: "status", status: 400 } : { kind: "ok" };

/** Adds an environment whose subscribers have the same subscriberIds. */
const addSecondEnvironment = (client: pg.Client): Promise<unknown> =>
  client.query(
    `with neighbour as (insert into environments (id, organization_id, name)
       select 'zzz', organization_id, 'neighbour' from environments limit 1 returning id)
     insert into subscribers (environment_id, id, subscriber_id, email, phone)
     select neighbour.id, 'zzz' || s.id, s.subscriber_id, s.email, s.phone from subscribers s, neighbour`,
  );

const small = { apis: 1, workers: 1 };

export const SEEDED_BUGS: readonly SeededBugCase[] = [
  {
    bug: "ack_before_commit",
    foundBy: ["I1"],
    scenario: seeded("ack_before_commit", {
      title: "201 before COMMIT",
      apis: 2,
      workers: 1,
      perSecond: 40,
      run: killRandomly("apis", 4),
    }),
  },
  {
    bug: "no_unique",
    foundBy: ["I3"],
    scenario: seeded("no_unique", {
      title: "transactionId not unique",
      ...small,
      repeats: 0.5,
      run: async ({ cluster }) => {
        await cluster.withDatabase((client) =>
          client.query("alter table triggers drop constraint triggers_environment_id_transaction_id_key"),
        );
        await sleep(2_000);
      },
    }),
  },
  {
    bug: "no_fence",
    foundBy: ["I3"],
    scenario: seeded("no_fence", {
      title: "stale outcomes stored",
      apis: 1,
      workers: 2,
      failpoints: "lease_seconds=2,heartbeat_ms=600",
      // A frozen worker stores the outcomes of its emails late, and its own next messages.
      perSecond: 30,
      nextTrigger: (traffic, n) => traffic.of("news", n),
      providerMs: 800,
      run: freezeUntilTakenOver,
    }),
  },
  {
    bug: "random_provider_key",
    foundBy: ["I4"],
    scenario: seeded("random_provider_key", {
      title: "a new key for each attempt",
      ...small,
      run: killAt("workers", "W5", 2),
    }),
  },
  {
    bug: "enqueue_after_commit",
    foundBy: ["I1"],
    scenario: seeded("enqueue_after_commit", {
      title: "jobs stored after the commit of their notification",
      ...small,
      run: killAt("workers", "W2B", 2),
    }),
  },
  {
    bug: "swallow_error",
    foundBy: ["I4"],
    scenario: seeded("swallow_error", {
      title: "a refused message recorded as sent",
      ...small,
      script: REFUSE_HALF,
      run: () => sleep(2_000),
    }),
  },
  {
    bug: "naive_digest",
    foundBy: ["I8"],
    scenario: seeded("naive_digest", {
      title: "a digest window read, but not closed",
      ...small,
      settleMs: 8_000,
      nextTrigger: (traffic, n) => traffic.of("collect", n),
      run: () => sleep(4_000),
    }),
  },
  {
    bug: "unscoped_query",
    foundBy: ["I10"],
    scenario: seeded("unscoped_query", {
      title: "subscribers looked up in all environments",
      ...small,
      run: async ({ cluster }) => {
        await sleep(1_000);
        await cluster.withDatabase(addSecondEnvironment);
        await sleep(2_000);
      },
    }),
  },
  {
    bug: "status_lost_on_replay",
    foundBy: ["I11"],
    scenario: seeded("status_lost_on_replay", {
      title: "a replay with another status",
      ...small,
      repeats: 0.5,
      run: () => sleep(2_000),
    }),
  },
  {
    bug: "timer_in_memory",
    foundBy: ["I9"],
    scenario: seeded("timer_in_memory", {
      title: "delays as timers in memory",
      ...small,
      settleMs: 8_000,
      nextTrigger: (traffic, n) => traffic.of("later", n),
      run: killRandomly("workers", 2),
    }),
  },
  {
    bug: "no_lease",
    foundBy: ["rest"],
    scenario: {
      id: "no_lease",
      title: "leases of a dead worker do not expire",
      ...small,
      failpoints: "lease_seconds=86400",
      providerMs: 100,
      settleMs: 8_000,
      run: killRandomly("workers", 2),
    },
  },
  {
    bug: "uncounted_updates",
    foundBy: ["I15"],
    scenario: {
      id: "uncounted_updates",
      title: "counters leave out the results of attempts",
      ...small,
      run: async ({ cluster }) => {
        await cluster.withDatabase((client) =>
          client.query("alter table messages disable trigger count_updated"),
        );
        await sleep(2_000);
      },
    },
  },
];
