import { afterEach, expect, test } from "vitest";
import { type Ran, tidings } from "../../testing/command-line.ts";
import { type Asked, openStubService, type StubService } from "../../testing/stub-service.ts";

let service: StubService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const run = (args: string[]): Promise<Ran> =>
  tidings(["dead-letters", ...args], { env: { TIDINGS_URL: service?.url ?? "", TIDINGS_API_KEY: "secret" } });

const PLAN = { replayId: null, replayed: 2, skipped: { reached: 1, gone: 0 }, ids: ["d1", "d2"] };
const SENT = { replayId: "r1", replayed: 1, skipped: { reached: 0, gone: 1 }, ids: ["d1"] };

/** The service tells the plan when asked for a dry run, and sends otherwise. */
async function replay(args: string[], plan: object = PLAN): Promise<Ran> {
  service = await openStubService(({ body }: Asked) => ({
    body: (body as { dryRun?: boolean }).dryRun ? plan : SENT,
  }));
  return run(["replay", ...args]);
}
const asked = () => service?.asked.map(({ body }) => body);

test("a list of dead letters is filtered, and counts them by reason", async () => {
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
  const ran = await run(["list", ...flags]);
  expect(ran.out).toBe(
    [
      "ID  DIED (UTC)           CHANNEL  REASON          WORKFLOW  TO   ATTEMPTS  ERROR      TRANSACTION",
      "d1  2026-01-31 08:00:00  email    attempts_spent  welcome   ada  8         no answer  txn_1\n",
    ].join("\n"),
  );
  expect(ran.err).toBe(
    "3 in all: 2 attempts_spent, 1 rejected. Next page: tidings dead-letters list --channel email --workflow welcome --replayed --limit 1 --after d1\n",
  );
  expect(service?.asked[0]?.path).toBe(
    "/v1/dead-letters?channel=email&workflowId=welcome&replayed=true&limit=1",
  );
});

test("a replay says what it will do, then does exactly that, and says what came of it", async () => {
  const ran = await replay(["--reason", "rejected", "--include-reached"]);
  expect(ran).toEqual({
    code: 0,
    out: "To send again: 2 dead letters. Left alone: 1 to people whom another channel has reached (--include-reached sends them too).\nOn the way again: 1 dead letter (replay r1).\n",
    err: "",
  });
  const wish = { filter: { reason: "rejected" }, includeReached: true };
  expect(asked()).toEqual([
    { ...wish, dryRun: true },
    { ...wish, ids: ["d1", "d2"] },
  ]);
});

test("a dry run sends nothing, nor does a replay of nothing", async () => {
  const dry = await replay(["--id", "d1", "--id", "d2", "--dry-run", "--json"]);
  expect(JSON.parse(dry.out)).toEqual(PLAN);
  expect(asked()).toEqual([{ filter: {}, ids: ["d1", "d2"], dryRun: true }]);
  await service?.close();
  const none = await replay(["--all"], { ...PLAN, replayed: 0, skipped: { reached: 0, gone: 2 }, ids: [] });
  expect(none.out).toBe("To send again: 0 dead letters. Left alone: 2 gone or on the way already.\n");
  expect(asked()).toEqual([{ filter: {}, dryRun: true }]);
});

test("with --json the answer counts all that were left alone; a full replay says there may be more", async () => {
  const ran = await replay(["--all", "--json"]);
  expect(JSON.parse(ran.out)).toEqual({ ...SENT, skipped: { reached: 1, gone: 1 } });
  await service?.close();
  // As many as the service replays at once, or as many as it looks at; whoever was left alone takes up no place.
  const full = await replay(["--all"], { ...PLAN, replayed: 1_000 });
  expect(full.err).toBe("These are the oldest 1000; there may be more to send after them.\n");
  await service?.close();
  const looked = { ...PLAN, replayed: 7, skipped: { reached: 9_000, gone: 993 } };
  expect((await replay(["--all"], looked)).err).toBe(
    "These are the oldest 7; there may be more to send after them.\n",
  );
  await service?.close();
  expect((await replay(["--all"], { ...PLAN, replayed: 999 })).err).toBe("");
});
