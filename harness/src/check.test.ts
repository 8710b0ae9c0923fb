import { expect, test } from "vitest";
import { check } from "./check.ts";
import type { Evidence, JobRow, ProviderCall, WorkflowName } from "./evidence.ts";

/** Checks a good history, and the same history with one error at a time. */

const environmentId = "e1";
type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? Mutable<I>[] : T[K] };
type Draft = Omit<Mutable<Evidence>, "dump" | "deduplicating" | "secrets"> & {
  dump: Mutable<Evidence["dump"]>;
  deduplicating: string[];
  secrets: string[];
};

/** Three "news" for two recipients each, one of them sent twice because of a kill, and a digest of two events. */
function goodHistory(): Draft {
  const draft: Draft = {
    history: [],
    calls: [],
    faults: [{ at: 350, until: 350, what: "kill -9 of worker 1", isAmbiguous: true }],
    dump: {
      triggers: [],
      notifications: [],
      jobs: [],
      messages: [],
      windows: [],
      digestEvents: [],
      wrongCounters: [],
    },
    deduplicating: ["exact"],
    logs: "all quiet",
    secrets: ["hunter2-hunter2"],
    slowness: 1,
  };
  for (const n of [1, 2, 3]) addNews(draft, n);
  const again = draft.calls.find(({ mark }) => mark === "t3|bob|sms") as Mutable<ProviderCall>;
  draft.calls.push({ ...again, at: 900 });
  addTrigger(draft, { transactionId: "d1", workflow: "collect", recipients: ["ada"], at: 500 });
  addTrigger(draft, { transactionId: "d2", workflow: "collect", recipients: ["ada"], at: 510 });
  addJobs(draft, "d1-ada", [
    ["digest", "completed"],
    ["email", "completed"],
  ]);
  addJobs(draft, "d2-ada", [
    ["digest", "merged"],
    ["email", "merged"],
  ]);
  note(draft, "d2-ada").digestedInto = "d1-ada";
  const window = { environmentId, jobId: "d1-ada-0", notificationId: "d1-ada", key: "collect ada" };
  draft.dump.windows.push({ ...window, eventCount: 2, isOpen: false });
  for (const [index, id] of ["d1-ada", "d2-ada"].entries())
    draft.dump.digestEvents.push({
      environmentId,
      windowJobId: "d1-ada-0",
      notificationId: id,
      seq: index + 1,
    });
  addMessage(draft, "d1-ada", { jobId: "d1-ada-1", channel: "email", at: 700, events: ["d1", "d2"] });
  return draft;
}

function addNews(draft: Draft, n: number): void {
  const transactionId = `t${n}`;
  addTrigger(draft, { transactionId, workflow: "news", recipients: ["ada", "bob"], at: n * 100 });
  for (const recipient of ["ada", "bob"]) {
    const id = `${transactionId}-${recipient}`;
    addJobs(draft, id, [
      ["in_app", "completed"],
      ["email", "completed"],
      ["sms", "completed"],
    ]);
    for (const [index, channel] of ["in_app", "email", "sms"].entries())
      addMessage(draft, id, { jobId: `${id}-${index}`, channel, at: n * 100 + 10 + index, events: [] });
  }
}

type TriggerInput = { transactionId: string; workflow: WorkflowName; recipients: string[]; at: number };

function addTrigger(draft: Draft, { transactionId, workflow, recipients, at }: TriggerInput): void {
  const line = { transactionId, workflow, recipients };
  draft.history.push(
    { at, kind: "invoke", ...line },
    { at: at + 2, kind: "ok", answer: `201 ${transactionId}`, ...line },
  );
  draft.dump.triggers.push({ environmentId, id: `x${transactionId}`, transactionId, isOpen: false });
  for (const subscriberId of recipients) {
    const row = {
      environmentId,
      id: `${transactionId}-${subscriberId}`,
      triggerId: `x${transactionId}`,
      transactionId,
    };
    draft.dump.notifications.push({ ...row, subscriberId, digestedInto: null });
  }
}

function addJobs(draft: Draft, notificationId: string, steps: [type: string, status: string][]): void {
  for (const [position, [type, status]] of steps.entries()) {
    const row = {
      environmentId,
      id: `${notificationId}-${position}`,
      notificationId,
      position,
      type,
      status,
    };
    draft.dump.jobs.push({
      ...row,
      isDue: false,
      overdueMs: 0,
      updatedAt: 0,
      isGivenUp: false,
      isPutOff: false,
    });
  }
}

type MessageInput = { jobId: string; channel: string; at: number; events: string[] };

function addMessage(
  draft: Draft,
  notificationId: string,
  { jobId, channel, at, events }: MessageInput,
): void {
  const { transactionId, subscriberId } = note(draft, notificationId);
  const row = {
    environmentId,
    id: `m-${jobId}`,
    notificationId,
    jobId,
    transactionId,
    subscriberId,
    channel,
  };
  draft.dump.messages.push({ ...row, status: "sent" });
  if (channel === "in_app") return;
  const provider = channel === "email" ? "exact" : "plain";
  const mark = `${transactionId}|${subscriberId}|${channel}`;
  const call = { at, provider, key: `k-${jobId}`, bodyHash: `b-${jobId}`, mark, events };
  draft.calls.push({ ...call, isEffect: true, outcome: "accepted" });
}

const found = <T>(item: T | undefined): T => {
  if (item === undefined) throw new Error("the good history does not have this item");
  return item;
};
const note = (draft: Draft, id: string) => found(draft.dump.notifications.find((row) => row.id === id));
const job = (draft: Draft, id: string) =>
  found(draft.dump.jobs.find((row) => row.id === id) as Mutable<JobRow>);
const call = (draft: Draft, mark: string) => found(draft.calls.find((item) => item.mark === mark));
const drop = <T>(items: T[], isOut: (item: T) => boolean) =>
  void items.splice(0, items.length, ...items.filter((item) => !isOut(item)));

test("a good history, with a duplicate that a kill explains, has no violations", () => {
  expect(check(goodHistory())).toEqual([]);
});

const ERRORS: [what: string, invariant: string, corrupt: (draft: Draft) => void][] = [
  [
    "an acknowledged trigger is missing",
    "I1",
    (draft) => drop(draft.dump.triggers, ({ id }) => id === "xt1"),
  ],
  [
    "one recipient of an acknowledged trigger has no notification",
    "I1",
    (draft) => {
      drop(draft.dump.notifications, ({ id }) => id === "t1-bob");
      drop(draft.dump.jobs, ({ notificationId }) => notificationId === "t1-bob");
      drop(draft.dump.messages, ({ notificationId }) => notificationId === "t1-bob");
    },
  ],
  [
    "a notification is not finished",
    "I1",
    (draft) => {
      job(draft, "t1-ada-2").status = "queued";
    },
  ],
  [
    "an email failed that no provider refused",
    "I1",
    (draft) => {
      job(draft, "t1-ada-2").status = "failed";
    },
  ],
  [
    "a trigger in doubt reached half of its recipients",
    "I2",
    (draft) => {
      for (const line of draft.history)
        if (line.transactionId === "t2" && line.kind === "ok") line.kind = "info";
      drop(draft.dump.notifications, ({ id }) => id === "t2-bob");
    },
  ],
  [
    "a refused trigger was expanded",
    "I2",
    (draft) => {
      for (const line of draft.history)
        if (line.transactionId === "t2" && line.kind === "ok") line.kind = "fail";
    },
  ],
  [
    "a recipient has two notifications of one transaction",
    "I3",
    (draft) => {
      draft.dump.notifications.push({ ...note(draft, "t1-ada"), id: "t1-ada-again" });
    },
  ],
  [
    "a transaction has two triggers",
    "I3",
    (draft) => {
      draft.dump.triggers.push({ ...found(draft.dump.triggers[0]), id: "twin" });
    },
  ],
  [
    "a job has two messages",
    "I3",
    (draft) => {
      draft.dump.messages.push({ ...found(draft.dump.messages[0]), id: "twin" });
    },
  ],
  [
    "a message is recorded as sent that no provider accepted",
    "I4",
    (draft) => drop(draft.calls, ({ mark }) => mark === "t1|ada|sms"),
  ],
  [
    "a repeated call has another key",
    "I4",
    (draft) => {
      found(draft.calls.find(({ at }) => at === 900)).key = "other";
    },
  ],
  [
    "a repeated call has another body",
    "I4",
    (draft) => {
      found(draft.calls.find(({ at }) => at === 900)).bodyHash = "other";
    },
  ],
  [
    "a provider got a message that is not recorded",
    "I4",
    (draft) => {
      call(draft, "t1|ada|sms").mark = "ghost|ada|sms";
    },
  ],
  [
    "a message was sent twice without a fault",
    "I5",
    (draft) => {
      draft.faults.length = 0;
    },
  ],
  [
    "a message was sent again long before the only fault",
    "I5",
    (draft) => {
      draft.calls.push({ ...call(draft, "t1|ada|sms"), at: 200 });
    },
  ],
  [
    "a deduplicating provider delivered twice",
    "I6",
    (draft) => {
      draft.calls.push({ ...call(draft, "t3|bob|email"), at: 901 });
    },
  ],
  [
    "the SMS was sent before the email",
    "I7",
    (draft) => {
      call(draft, "t1|ada|sms").at = 1;
    },
  ],
  [
    "the numbers of a digest's events have a gap",
    "I7",
    (draft) => {
      found(draft.dump.digestEvents[1]).seq = 3;
    },
  ],
  [
    "an event is in no digest window",
    "I8",
    (draft) => {
      draft.dump.digestEvents.pop();
      found(draft.dump.windows[0]).eventCount = 1;
    },
  ],
  [
    "an event is in a window and not in its email",
    "I8",
    (draft) => {
      call(draft, "d1|ada|email").events.pop();
    },
  ],
  [
    "two windows of one key are open",
    "I8",
    (draft) => {
      found(draft.dump.windows[0]).isOpen = true;
      draft.dump.windows.push({ ...found(draft.dump.windows[0]), jobId: "twin", eventCount: 0 });
    },
  ],
  [
    "a delayed job is not in the queue",
    "I9",
    (draft) => {
      job(draft, "t2-ada-1").status = "delayed";
    },
  ],
  [
    "a finished job is still in the queue",
    "I9",
    (draft) => {
      job(draft, "t2-ada-1").isDue = true;
    },
  ],
  [
    "a job's notification is in another environment",
    "I10",
    (draft) => {
      job(draft, "t2-ada-1").environmentId = "e2";
    },
  ],
  [
    "a repeated trigger got another response",
    "I11",
    (draft) => {
      draft.history.push({ ...found(draft.history[1]), answer: "201 somebody else" });
    },
  ],
  [
    "a notification is for a subscriber of another environment",
    "I10",
    (draft) => {
      note(draft, "t1-ada").recipientEnvironmentId = "e2";
    },
  ],
  [
    "a call with one key was executed twice",
    "I11",
    (draft) => {
      draft.history.push({ ...found(draft.history[1]), isKeyed: true, isReplay: false });
    },
  ],
  [
    "a log has an unhandled rejection",
    "I12",
    (draft) => {
      draft.logs += "\nunhandledRejection";
    },
  ],
  [
    "a counter differs from its rows",
    "I15",
    (draft) => {
      draft.dump.wrongCounters.push({ environmentId, what: "messages email sent", counted: 8, rows: 7 });
    },
  ],
  [
    "a provider had more calls at the same time than its rate allows",
    "I17",
    (draft) => {
      draft.concurrency = { plain: 1 };
      call(draft, "t1|ada|sms").until = 300;
    },
  ],
  [
    "a secret is in a log",
    "I14",
    (draft) => {
      draft.logs += "\nlogging in with hunter2-hunter2";
    },
  ],
];

test.each(ERRORS)("given %s, the checker reports %s", (_what, invariant, corrupt) => {
  const draft = goodHistory();
  corrupt(draft);
  expect(check(draft).map((violation) => violation.invariant)).toContain(invariant);
});

/** Notifications of a deleted subscriber have the internal id of the row. */
function deleteSubscriber(draft: Draft, id: string): void {
  Object.assign(note(draft, id), { subscriberId: "s1", recipientEnvironmentId: null });
}

test("given a deleted subscriber, whose notification has lost its name: no violation", () => {
  const draft = goodHistory();
  deleteSubscriber(draft, "t1-ada");
  draft.mayFail = ["t1"];
  expect(check(draft)).toEqual([]);
});

test("given a deleted subscriber, and another recipient without a notification: I1", () => {
  const draft = goodHistory();
  deleteSubscriber(draft, "t1-ada");
  draft.mayFail = ["t1"];
  draft.calls = draft.calls.filter(({ mark }) => !mark.startsWith("t1|bob"));
  drop(draft.dump.notifications, ({ id }) => id === "t1-bob");
  drop(draft.dump.jobs, ({ notificationId }) => notificationId === "t1-bob");
  drop(draft.dump.messages, ({ notificationId }) => notificationId === "t1-bob");
  expect(check(draft)).toEqual([
    { invariant: "I1", what: "t1 was acknowledged, but bob has no notification" },
  ]);
});

test("given the SMS was sent before an email that was put off: no violation", () => {
  const draft = goodHistory();
  call(draft, "t1|ada|sms").at = 1;
  for (const job of draft.dump.jobs) job.isPutOff = true;
  expect(check(draft)).toEqual([]);
});
