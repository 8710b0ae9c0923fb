import { afterEach, expect, test } from "vitest";
import { type CommandResult, tidings } from "../../testing/command-line.ts";
import { openStubService, type RecordedRequest, type StubService } from "../../testing/stub-service.ts";

let service: StubService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const run = (args: string[]): Promise<CommandResult> =>
  tidings(["dead-letters", ...args], { env: { TIDINGS_URL: service?.url ?? "", TIDINGS_API_KEY: "secret" } });

const NONE = { reached: 0, gone: 0, discarded: 0 };
const reachedBy = [{ stepId: "push", channel: "push", reason: "stands_in", count: 1 }];
const news = { workflowId: "news", replayed: 2, skipped: { reached: 1, gone: 0 }, reachedBy };
const PLAN = {
  replayId: null,
  replayed: 2,
  skipped: { ...NONE, reached: 1 },
  ids: ["d1", "d2"],
  workflows: [news],
};
const SENT = {
  replayId: "r1",
  replayed: 1,
  skipped: { ...NONE, gone: 1 },
  ids: ["d1"],
  workflows: [{ workflowId: "news", replayed: 1, skipped: { reached: 0, gone: 1 }, reachedBy: [] }],
};

/** The stub answers a dry run with the plan, and anything else with SENT. */
async function replay(args: string[], plan: object = PLAN): Promise<CommandResult> {
  service = await openStubService(({ body }: RecordedRequest) => ({
    body: (body as { dryRun?: boolean }).dryRun ? plan : SENT,
  }));
  return run(["replay", ...args]);
}
const bodies = () => service?.requests.map(({ body }) => body);

test("dead-letters list: passes filters and prints counts by reason", async () => {
  const letter = {
    _id: "d1",
    _messageId: "m1",
    _notificationId: "n1",
    transactionId: "txn_1",
    workflowId: "welcome",
    subscriberId: "ada",
    channel: "email",
    providerId: "sendgrid",
    _integrationId: "i1",
    attempts: 8,
    reason: "attempts_spent",
    errorText: "no answer",
    diedAt: "2026-01-31T08:00:00.000Z",
    replayedAt: null,
    replayId: null,
  };
  const counts = { attempts_spent: 2, rejected: 1 };
  const body = { data: [letter], next: "d1", totalCount: 3, counts };
  service = await openStubService(() => ({ body }));
  const flags = ["--channel", "email", "--workflow", "welcome", "--replayed", "--limit", "1"];
  const result = await run(["list", ...flags]);
  expect(result.out).toBe(
    [
      "ID  DIED (UTC)           CHANNEL  REASON          WORKFLOW  TO   ATTEMPTS  ERROR      TRANSACTION",
      "d1  2026-01-31 08:00:00  email    attempts_spent  welcome   ada  8         no answer  txn_1\n",
    ].join("\n"),
  );
  expect(result.err).toBe(
    "3 in total: 2 attempts_spent, 1 rejected. Next page: tidings dead-letters list --channel email --workflow welcome --replayed --limit 1 --after d1\n",
  );
  expect(service?.requests[0]?.path).toBe(
    "/v1/dead-letters?channel=email&workflowId=welcome&replayed=true&limit=1",
  );
});

test("dead-letters replay: prints the plan, replays exactly the planned ids, and prints the result", async () => {
  const result = await replay(["--reason", "rejected", "--include-reached"]);
  expect(result).toEqual({
    code: 0,
    out: "To replay: 2 dead letters. Skipped: 1 already reached (--include-reached replays them too).\n  news: 2 to replay, 1 reached by step push (it stands in for the failed step)\nSending again: 1 dead letter (replay r1).\n",
    err: "",
  });
  const input = { filter: { reason: "rejected" }, includeReached: true };
  expect(bodies()).toEqual([
    { ...input, dryRun: true },
    { ...input, ids: ["d1", "d2"] },
  ]);
});

test("dead-letters replay: a dry run or an empty plan sends nothing", async () => {
  const dry = await replay(["--id", "d1", "--id", "d2", "--dry-run", "--json"]);
  expect(JSON.parse(dry.out)).toEqual(PLAN);
  expect(bodies()).toEqual([{ filter: {}, ids: ["d1", "d2"], dryRun: true }]);
  await service?.close();
  const none = await replay(["--all"], {
    ...PLAN,
    replayed: 0,
    skipped: { ...NONE, gone: 2 },
    ids: [],
    workflows: [{ workflowId: "news", replayed: 0, skipped: { reached: 0, gone: 2 }, reachedBy: [] }],
  });
  expect(none.out).toBe(
    "To replay: 0 dead letters. Skipped: 2 deleted or already being sent.\n  news: 0 to replay, 2 deleted or already being sent\n",
  );
  expect(bodies()).toEqual([{ filter: {}, dryRun: true }]);
});

test("dead-letters replay: --json sums the skipped; a full replay reports that more may remain", async () => {
  const result = await replay(["--all", "--json"]);
  const sums = { reached: 1, gone: 1 };
  expect(JSON.parse(result.out)).toEqual({
    ...SENT,
    skipped: { ...NONE, ...sums },
    workflows: [{ ...news, replayed: 1, skipped: sums }],
  });
  await service?.close();
  // The limit of replayed or of examined dead letters is reached; skipped ones do not count as replayed.
  const full = await replay(["--all"], { ...PLAN, replayed: 1_000 });
  expect(full.err).toBe("These are the oldest 1000; more may remain.\n");
  await service?.close();
  const examined = { ...PLAN, replayed: 7, skipped: { ...NONE, reached: 9_000, gone: 993 } };
  expect((await replay(["--all"], examined)).err).toBe("These are the oldest 7; more may remain.\n");
  await service?.close();
  expect((await replay(["--all"], { ...PLAN, replayed: 999 })).err).toBe("");
});

test("dead-letters replay: ids that were discarded are named", async () => {
  const plan = { ...PLAN, replayed: 0, skipped: { ...NONE, discarded: 2 }, ids: [] };
  expect((await replay(["--id", "d1", "--id", "d2"], plan)).out).toBe(
    "To replay: 0 dead letters. Skipped: 2 discarded (tidings messages resend sends a single message).\n",
  );
});

/** The stub answers a dry run with the plan, and anything else with one that was discarded. */
async function discard(args: string[], plan: object): Promise<CommandResult> {
  const done = { discarded: 1, skipped: 1, ids: ["d1"] };
  service = await openStubService(({ body }: RecordedRequest) => ({
    body: (body as { dryRun?: boolean }).dryRun ? plan : done,
  }));
  return run(["discard", ...args]);
}

test("dead-letters discard: prints the plan, discards exactly the planned ids, and prints the result", async () => {
  const plan = { discarded: 2, skipped: 0, ids: ["d1", "d2"] };
  const result = await discard(["--died-before", "2026-01-31", "--reason", "rejected"], plan);
  expect(result).toEqual({
    code: 0,
    out: "To discard: 2 dead letters.\nDiscarded: 1 dead letter.\n",
    err: "",
  });
  const filter = { reason: "rejected", diedBefore: "2026-01-31" };
  expect(bodies()).toEqual([
    { filter, dryRun: true },
    { filter, ids: ["d1", "d2"] },
  ]);
});

test("dead-letters discard: a dry run discards nothing; a full plan reports that more may remain", async () => {
  const plan = { discarded: 1_000, skipped: 3, ids: [] };
  const result = await discard(["--all", "--dry-run"], plan);
  expect(result.out).toBe("To discard: 1000 dead letters. Skipped: 3 unknown, replayed or discarded.\n");
  expect(result.err).toBe("These are the oldest 1000; more may remain.\n");
  expect(bodies()).toEqual([{ filter: {}, dryRun: true }]);
});
