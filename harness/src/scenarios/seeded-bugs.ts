import type pg from "pg";
import type { Script } from "../scripted-provider.ts";
import { freezeUntilStoredTwice, killAfterAnswers, killAt, killWhile, untilSeen } from "./drive.ts";
import { outageBesideRefusal } from "./fallback-pairs.ts";
import { type SeededBugCase, seeded, small } from "./seeded-bug.ts";
import { CAMPAIGN_BUGS } from "./seeded-campaign.ts";
import { acknowledgedSince, overtakenMails, repetitions } from "./shown-bugs.ts";

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

/** Work of these bugs never ends, and what remains shows them. */
const NEVER_SETTLES_MS = 2_000;

export const SEEDED_BUGS: readonly SeededBugCase[] = [
  {
    bug: "ack_before_commit",
    foundBy: ["I1"],
    scenario: seeded("ack_before_commit", {
      title: "201 before COMMIT",
      ...small,
      perSecond: 40,
      repeats: 0,
      run: killAfterAnswers,
    }),
  },
  {
    bug: "no_unique",
    foundBy: ["I3"],
    scenario: seeded("no_unique", {
      title: "transactionId not unique",
      ...small,
      repeats: 0.5,
      run: async (testBed) => {
        await testBed.cluster.withDatabase((client) =>
          client.query("alter table triggers drop constraint triggers_environment_id_transaction_id_key"),
        );
        const before = repetitions(testBed, ({ isKeyed }) => !isKeyed);
        await untilSeen(testBed, () => repetitions(testBed, ({ isKeyed }) => !isKeyed) - before);
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
      leaseSeconds: 2,
      // A frozen worker stores the outcomes of its emails late, and its own next messages.
      perSecond: 30,
      nextTrigger: (traffic, n) => traffic.of("news", n),
      providerMs: 800,
      run: freezeUntilStoredTwice,
    }),
  },
  {
    bug: "random_provider_key",
    foundBy: ["I4"],
    scenario: seeded("random_provider_key", {
      title: "a new key for each attempt",
      ...small,
      run: killAt("workers", "W5"),
    }),
  },
  {
    bug: "enqueue_after_commit",
    foundBy: ["I1"],
    scenario: seeded("enqueue_after_commit", {
      title: "jobs stored after the commit of their notification",
      ...small,
      run: killAt("workers", "W2B"),
    }),
  },
  {
    bug: "swallow_error",
    foundBy: ["I4"],
    scenario: seeded("swallow_error", {
      title: "a refused message recorded as sent",
      ...small,
      script: REFUSE_HALF,
      run: (testBed) =>
        untilSeen(
          testBed,
          () => testBed.mailProvider.calls.filter(({ outcome }) => outcome === "refused").length,
        ),
    }),
  },
  {
    bug: "refused_fallback",
    // What the scenario itself expects: to the checker, the last provider refused these emails.
    foundBy: ["refused_fallback"],
    scenario: seeded("refused_fallback", {
      title: "given up although the first integration is only out",
      ...small,
      failpoints: "breaker_ms=1000",
      settleMs: 20_000,
      perSecond: 20,
      nextTrigger: (traffic, n) => traffic.of("email", n),
      run: outageBesideRefusal,
    }),
  },
  {
    bug: "steps_at_once",
    foundBy: ["I7"],
    scenario: seeded("steps_at_once", {
      title: "a step begins before the step before it",
      ...small,
      nextTrigger: (traffic, n) => traffic.of("news", n),
      // A slow mail server has few connections, for which mails wait; they are not put off.
      isMailSmtp: true,
      providerMs: 500,
      run: (testBed) => untilSeen(testBed, () => overtakenMails(testBed)),
    }),
  },
  {
    bug: "naive_digest",
    foundBy: ["I8"],
    scenario: seeded("naive_digest", {
      title: "a digest window read, but not closed",
      ...small,
      settleMs: NEVER_SETTLES_MS,
      nextTrigger: (traffic, n) => traffic.of("collect", n),
      run: async (testBed) => {
        // Its four subscribers get one digest each, because the windows stay open; later events join them.
        await untilSeen(testBed, () => testBed.mailProvider.calls.length, 3);
        await untilSeen(testBed, acknowledgedSince(testBed));
      },
    }),
  },
  {
    bug: "unscoped_query",
    foundBy: ["I10"],
    scenario: seeded("unscoped_query", {
      title: "subscribers looked up in all environments",
      ...small,
      run: async (testBed) => {
        // Its subscribers are copies of those that exist.
        await untilSeen(testBed, acknowledgedSince(testBed));
        await testBed.cluster.withDatabase(addSecondEnvironment);
        await untilSeen(testBed, acknowledgedSince(testBed), 20);
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
      run: (testBed) => untilSeen(testBed, () => repetitions(testBed, ({ isReplay }) => isReplay === true)),
    }),
  },
  {
    bug: "timer_in_memory",
    foundBy: ["I9"],
    scenario: seeded("timer_in_memory", {
      title: "delays as timers in memory",
      ...small,
      settleMs: NEVER_SETTLES_MS,
      nextTrigger: (traffic, n) => traffic.of("later", n),
      run: killWhile("jobs where status = 'delayed' and due_at is null"),
    }),
  },
  {
    bug: "no_lease",
    foundBy: ["rest"],
    scenario: {
      id: "no_lease",
      title: "leases of a dead worker do not expire",
      ...small,
      leaseSeconds: 86_400,
      providerMs: 100,
      settleMs: 8_000,
      run: killWhile("jobs where status = 'running'"),
    },
  },
  {
    bug: "uncounted_updates",
    foundBy: ["I15"],
    scenario: {
      id: "uncounted_updates",
      title: "counters leave out the results of attempts",
      ...small,
      run: async (testBed) => {
        await testBed.cluster.withDatabase((client) =>
          client.query("alter table messages disable trigger count_updated"),
        );
        const before = testBed.smsProvider.calls.length;
        await untilSeen(testBed, () => testBed.smsProvider.calls.length - before);
      },
    },
  },
  ...CAMPAIGN_BUGS,
];
