import type { IntegrationRates } from "@tidings/contract";
import sql, { raw } from "sql-template-tag";
import { expect, test, vi } from "vitest";
import { systemTime, type Time } from "../src/foundation/clock.ts";
import { codesOf } from "../testing/job-readings.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { sms } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** The moments of waiting messages are estimates. A rate that has room is used, whatever was estimated. */

/** The provider answers from here on. */
let opened: Promise<void>;
const provider = await useHttpReceiver((_call, response) => {
  void opened.then(() => response.end('{"id":"p1"}'));
});
/** The provider holds calls for longer than the 10 s after which one is given up. */
const patient: Time = {
  ...systemTime,
  after: (ms, work) => systemTime.after(ms < 5_000 ? ms : 2 * PATIENCE_MS, work),
};
const service = await useTestService({}, { time: patient });
const RECIPIENTS = 50;
const AN_HOUR = raw("interval '1 hour'");

/** The integration waits as if its calls took minutes. @returns the number of messages that wait for the rate. */
async function putOffWaiting({ id }: TestEnvironment): Promise<number> {
  const moved = await service.database.query(sql`
    with waiting as (
      update jobs j set due_at = j.due_at + ${AN_HOUR} from messages m
      where j.environment_id = ${id} and j.due_at is not null and j.unfinished_claims = 0
        and m.environment_id = j.environment_id and m.notification_id = j.notification_id and m.position = j.position
        and m.error_id = 'waits_for_rate'
      returning m.id
    )
    update messages m set next_attempt_at = m.next_attempt_at + ${AN_HOUR} from waiting
    where m.environment_id = ${id} and m.id = waiting.id
    returning m.id`);
  return moved.length;
}

async function countMessages({ id }: TestEnvironment): Promise<number> {
  return (
    await service.database.query(sql`
    select from messages where environment_id = ${id} and (error_id is not null or status is null)`)
  ).length;
}

const RATES: [string, IntegrationRates][] = [
  ["concurrent calls", { concurrency: 1 }],
  ["a rate a second", { perSecond: 20 }],
];

test.each(RATES)(
  "messages that wait for %s: are sent when it has room, not when it was estimated",
  async (path, rates) => {
    let open = () => {};
    opened = new Promise((resolve) => {
      open = resolve;
    });
    const environment = await service.newEnvironment();
    const url = `${provider.url}/${path.length}`;
    await environment.given.integration("generic-sms", url, { rates });
    await environment.given.workflow("otp", [sms("Code")]);
    const ids: string[] = [];
    for (const trigger of [0, 1]) {
      const to = Array.from({ length: RECIPIENTS }, (_, n) => ({
        subscriberId: `s${trigger}-${n}`,
        phone: `+316000${10_000 + trigger * RECIPIENTS + n}`,
      }));
      ids.push(await environment.trigger("otp", to));
    }
    await vi.waitFor(async () => expect(await countMessages(environment)).toBe(2 * RECIPIENTS), PATIENCE_MS);
    let waiting = 0;
    await vi.waitFor(async () => {
      waiting += await putOffWaiting(environment);
      expect(waiting).toBeGreaterThan(0);
    }, PATIENCE_MS);
    open();
    for (const id of ids) {
      for (const notification of await environment.finished(id, RECIPIENTS)) {
        const codes = codesOf(notification);
        expect(codes).not.toContain("attempt_failed");
        expect(codes.filter((code) => code === "waits_for_rate").length).toBeLessThanOrEqual(1);
      }
    }
    const calls = provider.calls.filter((call) => call.path === `/${path.length}`);
    expect(calls).toHaveLength(2 * RECIPIENTS);
    expect(new Set(calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(2 * RECIPIENTS);
  },
);
