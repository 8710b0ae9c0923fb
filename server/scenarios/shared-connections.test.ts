import { setTimeout as sleep } from "node:timers/promises";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestService } from "../testing/test-service.ts";

/** How other environments, workers and health checks fare while one environment's requests wait in the database. */

const service = await useTestService();
const greedy = await service.newEnvironment();
const other = await service.newEnvironment();

const timed = async <T>(work: Promise<T>): Promise<{ answer: T; ms: number }> => {
  const start = performance.now();
  return { answer: await work, ms: performance.now() - start };
};

test("given 40 blocked writes of one environment, other environments are served at once", async () => {
  await greedy.given.subscriber("ada");
  await other.given.subscriber("ada");
  let unlock = () => {};
  const locked = service.database.transaction(async (tx) => {
    await tx.query(sql`
      select id from subscribers where environment_id = ${greedy.id} and subscriber_id = 'ada' for update`);
    await new Promise<void>((resolve) => {
      unlock = resolve;
    });
  });
  await sleep(100);
  const waiting = Array.from({ length: 40 }, () => greedy.patch("/v2/subscribers/ada", { firstName: "Ada" }));
  await sleep(300);
  const ready = await timed(fetch(`${service.url}/readyz`));
  const written = await timed(other.patch("/v2/subscribers/ada", { firstName: "Ada" }));
  const read = await timed(other.get("/v2/subscribers/ada"));
  const readOfGreedy = await timed(greedy.get("/v2/subscribers/ada"));
  const delivered = await timed(other.trigger("welcome", "ada").then((id) => other.finished(id, 1)));
  expect([ready.answer.status, written.answer.status, read.answer.status]).toEqual([200, 200, 200]);
  for (const { ms } of [ready, written, read, readOfGreedy, delivered]) expect(ms).toBeLessThan(2_000);
  await sleep(5_500);
  unlock();
  await locked;
  const refused = (await Promise.all(waiting)).filter(({ status }) => status !== 200);
  // Requests with a connection waited 5 s for the lock, the others 5 s for a connection: all get Retry-After.
  expect(refused.length).toBeGreaterThan(30);
  for (const { status, headers } of refused)
    expect([status, headers.has("retry-after")]).toEqual([503, true]);
});
