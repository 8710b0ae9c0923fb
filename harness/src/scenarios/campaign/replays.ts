import type { TestBed } from "../../scenario.ts";
import type { Activity } from "./activity.ts";
import { type Api, type ApiRequest, openApi } from "./api.ts";
import { listAt, numberAt, textAt } from "./fields.ts";

const PAUSE_MS = 4_000;

/** By the ids of acknowledged replays: how many messages each was to send again. */
type Replays = Map<string, number>;

/**
 * Lists dead letters, and replays them under an Idempotency-Key. A replay without an answer is requested again, and every second one
 * with an answer, too: it must be executed once.
 */
export function replays(): Activity {
  const acknowledged: Replays = new Map();
  return {
    name: "replays",
    pauseMs: PAUSE_MS,
    count: () => acknowledged.size,
    begin: async (testBed) => {
      const replaying = { testBed, api: openApi(testBed, "replays"), acknowledged };
      testBed.afterSettling(() => expectOnce(testBed, acknowledged));
      return (n) => replayOnce(replaying, n);
    },
  };
}

type Replaying = { testBed: TestBed; api: Api; acknowledged: Replays };

async function replayOnce({ testBed, api, acknowledged }: Replaying, n: number): Promise<void> {
  const listed = await api.ask({ method: "GET", path: "/v1/dead-letters?limit=100", expects: [200] });
  const ids = listAt(listed?.body, "data").map((one) => textAt(one, "_id"));
  if (ids.length === 0) return;
  const path = "/v1/dead-letters/replay";
  const request: ApiRequest = { method: "POST", path, body: { ids }, key: `replay-${n}`, expects: [200] };
  const first = await api.ask(request);
  if (!first) return;
  const replayId = textAt(first.body, "replayId");
  acknowledged.set(replayId, numberAt(first.body, "replayed"));
  if (acknowledged.size % 2 === 0) return;
  const again = await api.ask(request);
  const isSame = again?.isReplay === true && textAt(again.body, "replayId") === replayId;
  testBed.expect(
    again === undefined || isSame,
    `replay ${replayId} was requested again under its key, and executed again: ${again?.text}`,
  );
}

/** The details of messages name each acknowledged replay as often as its answer says, and no other replay. */
async function expectOnce({ cluster, expect, log }: TestBed, acknowledged: Replays): Promise<void> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query<{ replayId: string; count: number }>(
      `select raw::json->>'replayId' as "replayId", count(*)::int as count from execution_details
       where code = 'message_replayed' group by 1`,
    ),
  );
  const executed = new Map(rows.map(({ replayId, count }) => [replayId, count]));
  for (const [replayId, count] of acknowledged) {
    const found = executed.get(replayId) ?? 0;
    expect(found === count, `replay ${replayId} has sent ${found} messages again instead of ${count}`);
  }
  for (const replayId of executed.keys())
    expect(acknowledged.has(replayId), `replay ${replayId} was executed, and no answer names it`);
  const sum = [...acknowledged.values()].reduce((total, count) => total + count, 0);
  log(`${acknowledged.size} replays have sent ${sum} messages again`);
}
