import { checkDigests } from "./check-digests.ts";
import { checkProviders } from "./check-providers.ts";
import { checkRates } from "./check-rates.ts";
import type { Evidence, Violation } from "./evidence.ts";
import { buildLedger, isNameless, type Ledger } from "./ledger.ts";

/** Checks the evidence of a run against the invariants I1 to I15, and I17. Pure: no clock, no network, no files. */
export function check(evidence: Evidence): Violation[] {
  const ledger = buildLedger(evidence);
  return [
    ...checkAcknowledged(ledger),
    ...checkInDoubt(ledger),
    ...checkUnique(ledger),
    ...checkMessages(ledger),
    ...checkProviders(ledger),
    ...checkOrder(ledger),
    ...checkDigests(ledger),
    ...checkQueue(ledger),
    ...checkEnvironments(ledger),
    ...checkReplays(ledger),
    ...checkLogs(ledger),
    ...checkCounters(ledger),
    ...checkRates(evidence),
  ];
}

const OPEN_STATUSES = ["pending", "queued", "delayed", "running"];

/** I1: each acknowledged trigger has a row, and one finished notification per recipient. */
function checkAcknowledged({ acknowledged, triggersOf, notificationsOf, jobsOf }: Ledger): Violation[] {
  const violations: Violation[] = [];
  const report = (what: string) => violations.push({ invariant: "I1", what });
  for (const [transactionId, { recipients }] of acknowledged) {
    const trigger = triggersOf.get(transactionId)?.[0];
    if (!trigger) report(`${transactionId} was acknowledged and does not exist`);
    else if (trigger.isOpen) report(`${transactionId} was acknowledged and is not expanded`);
    const notifications = notificationsOf.get(transactionId) ?? [];
    const reached = new Set(notifications.map(({ subscriberId }) => subscriberId));
    const missing = recipients.filter((recipient) => !reached.has(recipient));
    for (const recipient of missing.slice(notifications.filter(isNameless).length))
      report(`${transactionId} was acknowledged, but ${recipient} has no notification`);
    for (const { id } of notifications) {
      const jobs = jobsOf.get(id) ?? [];
      if (jobs.length === 0) report(`notification ${id} of ${transactionId} has no jobs`);
      const open = jobs.find(({ status }) => OPEN_STATUSES.includes(status));
      if (open)
        report(`notification ${id} of ${transactionId} is not finished: ${open.type} is ${open.status}`);
    }
  }
  return violations;
}

/** I2: a trigger in doubt reached all recipients or none. A refused trigger reached none. */
function checkInDoubt({ inDoubt, refused, notificationsOf }: Ledger): Violation[] {
  const partial = [...inDoubt].flatMap(([transactionId, { recipients }]) => {
    const reached = notificationsOf.get(transactionId)?.length ?? 0;
    const what = `${transactionId} is in doubt and reached ${reached} of ${recipients.length}`;
    return reached === 0 || reached >= recipients.length ? [] : [{ invariant: "I2", what }];
  });
  const expanded = [...refused.keys()].flatMap((transactionId) =>
    notificationsOf.has(transactionId)
      ? [{ invariant: "I2", what: `${transactionId} was refused, but it was expanded` }]
      : [],
  );
  return [...partial, ...expanded];
}

/** I3: one trigger per transactionId, one notification per recipient. */
function checkUnique({ triggersOf, notificationsOf }: Ledger): Violation[] {
  const violations: Violation[] = [];
  for (const [transactionId, rows] of triggersOf)
    if (new Set(rows.map(({ environmentId }) => environmentId)).size < rows.length)
      violations.push({ invariant: "I3", what: `${transactionId} has ${rows.length} triggers` });
  for (const [transactionId, rows] of notificationsOf) {
    const distinct = new Set(
      rows.map(({ environmentId, subscriberId }) => `${environmentId} ${subscriberId}`),
    );
    const what = `${transactionId} has ${rows.length} notifications for ${distinct.size} recipients`;
    if (distinct.size < rows.length) violations.push({ invariant: "I3", what });
  }
  return violations;
}

const CHANNELS = ["in_app", "email", "sms", "chat"];

/** I1, I3, I4: a channel job has exactly one message, and is completed unless the provider refused the message. */
function checkMessages({ evidence, messagesOf, notification, callsOf }: Ledger): Violation[] {
  const violations: Violation[] = [];
  for (const job of evidence.dump.jobs) {
    if (!CHANNELS.includes(job.type) || OPEN_STATUSES.includes(job.status)) continue;
    const messages = messagesOf.get(job.id) ?? [];
    const owner = notification.get(job.notificationId);
    if (evidence.mayFail?.includes(owner?.transactionId ?? "")) continue;
    const mark = `${owner?.transactionId}|${owner?.subscriberId}|${job.type}`;
    if (messages.length > 1)
      violations.push({ invariant: "I3", what: `${mark} has ${messages.length} messages of one job` });
    if (job.status === "completed" && messages.length === 0)
      violations.push({ invariant: "I4", what: `${mark} is completed without a message` });
    const isRefused = callsOf.get(mark)?.at(-1)?.outcome === "refused";
    const isDone = job.status === "completed" || job.status === "merged" || isRefused;
    if (!isDone)
      violations.push({ invariant: "I1", what: `${mark} is ${job.status}, but no provider refused it` });
  }
  return violations;
}

/** I7: the steps of one notification run in order; they do not wait for a mail that was put off. */
function checkOrder({ evidence, callsOf, jobsOf }: Ledger): Violation[] {
  return evidence.dump.notifications.flatMap(({ id, transactionId, subscriberId }) => {
    const mailJob = jobsOf.get(id)?.find(({ type }) => type === "email");
    if (!mailJob || mailJob.isPutOff) return [];
    const mail = callsOf.get(`${transactionId}|${subscriberId}|email`)?.[0];
    const sms = callsOf.get(`${transactionId}|${subscriberId}|sms`)?.[0];
    if (!sms || (mail && mail.at <= sms.at)) return [];
    return [
      { invariant: "I7", what: `the SMS of ${transactionId} to ${subscriberId} was sent before the email` },
    ];
  });
}

/** On an idle machine. */
const MAX_OVERDUE_MS = 65_000;

/** I9: every notification that is not finished has a job in the queue, and no finished job is in it. */
function checkQueue({ evidence, jobsOf }: Ledger): Violation[] {
  const violations: Violation[] = [];
  for (const [notificationId, jobs] of jobsOf) {
    const current = jobs.find(({ status }) => OPEN_STATUSES.includes(status));
    if (!current) continue;
    const what = `${current.type} of notification ${notificationId} is ${current.status}`;
    if (!current.isDue) violations.push({ invariant: "I9", what: `${what}, but not in the queue` });
    else if (current.overdueMs > MAX_OVERDUE_MS * evidence.slowness)
      violations.push({ invariant: "I9", what: `${what}, ${current.overdueMs} ms overdue` });
  }
  for (const job of evidence.dump.jobs)
    if (job.isDue && !OPEN_STATUSES.includes(job.status))
      violations.push({
        invariant: "I9",
        what: `${job.type} ${job.id} is ${job.status}, but still in the queue`,
      });
  return violations;
}

/** I10: every row has its parent in its own environment. */
function checkEnvironments({ evidence: { dump }, notification }: Ledger): Violation[] {
  const trigger = new Map(dump.triggers.map((row) => [row.id, row]));
  const strays = [
    ...dump.notifications.filter(
      ({ environmentId, triggerId, recipientEnvironmentId }) =>
        trigger.get(triggerId)?.environmentId !== environmentId ||
        (recipientEnvironmentId ?? environmentId) !== environmentId,
    ),
    ...[...dump.jobs, ...dump.messages].filter(
      ({ environmentId, notificationId }) =>
        notification.get(notificationId)?.environmentId !== environmentId,
    ),
  ];
  return strays.map(({ id }) => ({ invariant: "I10", what: `${id} has no parent in its environment` }));
}

/** I11: a repeated trigger gets the same response; with an idempotency key the response is marked as a replay. */
function checkReplays({ evidence }: Ledger): Violation[] {
  const answers = new Map<string, string>();
  return evidence.history.flatMap(({ kind, transactionId, answer, isKeyed, isReplay }) => {
    if (kind !== "ok" || answer === undefined) return [];
    const first = answers.get(transactionId);
    answers.set(transactionId, first ?? answer);
    if (first !== undefined && first !== answer)
      return [{ invariant: "I11", what: `${transactionId} was answered ${first}, then ${answer}` }];
    const isRepeated = first !== undefined && isKeyed && !isReplay;
    return isRepeated ? [{ invariant: "I11", what: `${transactionId} was executed twice with one key` }] : [];
  });
}

/** I12, I14: the logs contain no uncaught error and no secret. */
function checkLogs({ evidence: { logs, secrets } }: Ledger): Violation[] {
  const uncaught = /unhandledRejection|uncaughtException|UnhandledPromise/i.exec(logs);
  const leaked = secrets.filter((secret) => logs.includes(secret));
  return [
    ...(uncaught ? [{ invariant: "I12", what: `a log contains ${uncaught[0]}` }] : []),
    ...leaked.map((secret) => ({
      invariant: "I14",
      what: `a log contains the secret ${secret.slice(0, 4)}…`,
    })),
  ];
}

/** I15: the counters of messages, notifications and dead letters equal the rows. */
function checkCounters({ evidence: { dump } }: Ledger): Violation[] {
  return dump.wrongCounters.map(({ environmentId, what, counted, rows }) => ({
    invariant: "I15",
    what: `${environmentId}: the counter of ${what} is ${counted}, but there are ${rows} rows`,
  }));
}
