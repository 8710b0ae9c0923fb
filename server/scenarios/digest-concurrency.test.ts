import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Answer } from "../testing/caller.ts";
import { digest, inApp, lasting } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endsOf, frozenAt, goTo, textsOf } from "../testing/virtual-time.ts";

const service = await useTestService();

const COUNT = "{{ steps.collect.eventCount }}";
const NOON = "2026-01-31T12:00:00.000Z";
const hourly = digest(lasting(1, "hours"));

test("digest: 15 concurrent triggers give each of 20 subscribers one window with 15 events", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("rush", [hourly, inApp(COUNT)]);
  const to = Array.from({ length: 20 }, (_, index) => `s${index}`);
  const ids = await Promise.all(
    Array.from({ length: 15 }, (_, n) => environment.trigger("rush", to, { payload: { n } })),
  );
  await settled(environment);
  await advance(environment, 1, "hours");
  expect(await textsOf(environment)).toEqual(Array(20).fill("15"));
  for (const id of ids) await endsOf(environment, id, 20);
});

test("digest: 10,000 events on one key give one message with the exact count", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("flood", [hourly, inApp(`${COUNT} {{ step.total_count }}`)]);
  const events = Array.from({ length: 100 }, () => ({ name: "flood", to: "ada", payload: { a: 1 } }));
  const bulks = Array.from({ length: 100 }, () =>
    accepted(() => environment.post("/v1/events/trigger/bulk", { events })),
  );
  await Promise.all(bulks);
  await settled(environment);
  await goTo(environment, "2026-01-31T13:00:00.000Z");
  expect(await textsOf(environment)).toEqual(["10000 10000"]);
});

/** On a slow machine, the service refuses some of these calls as overload: nothing of them is stored, and clients send them again. */
async function accepted(send: () => Promise<Answer>): Promise<void> {
  let answer = await send();
  for (; answer.status === 503; answer = await send()) {
    await sleep(Number(answer.headers.get("retry-after")) * 1_000);
  }
  expect(answer.status).toBe(201);
}
