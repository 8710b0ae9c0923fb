import sql, { raw } from "sql-template-tag";
import { expect, vi } from "vitest";
import { PATIENCE_MS } from "./patience.ts";
import type { TestEnvironment } from "./test-environment.ts";
import type { TestService } from "./test-service.ts";

const CLOSED_PORT = "http://127.0.0.1:80/sms";
const TO = { subscriberId: "held", phone: "+31600000001" };
/** With so many attempts made, the next ones are hours apart. */
const ATTEMPTS = 5;
/** Test clocks know no microseconds. */
const TOMORROW = raw("date_trunc('milliseconds', now()) + interval '1 day'");

/** Creates the only SMS of an environment, which waits for its next attempt, for a day. @returns its id. */
export async function storeWaitingMessage(
  { database }: Pick<TestService, "database">,
  environment: TestEnvironment,
): Promise<string> {
  await environment.given.integration("generic-sms", CLOSED_PORT, { identifier: "held" });
  const delivery = { maxAttempts: 8, lifetime: { amount: 3, unit: "days" } };
  const step = { name: "Held", type: "sms", stepId: "held", delivery, controlValues: { body: "Hello" } };
  await environment.given.workflow("held", [step]);
  await environment.trigger("held", TO);
  return vi.waitFor(async () => {
    const [message] = await database.queryPlanned<{ id: string }>(sql`
      with job as (
        update jobs set due_at = ${TOMORROW}
        where environment_id = ${environment.id} and type = 'sms' and status = 'running' and unfinished_claims = 0
        returning environment_id, notification_id, position
      )
      update messages m set attempts = ${ATTEMPTS}, next_attempt_at = ${TOMORROW} from job
      where m.environment_id = job.environment_id and m.notification_id = job.notification_id
        and m.position = job.position and m.status is null
      returning m.id`);
    expect(message).toBeDefined();
    return (message as { id: string }).id;
  }, PATIENCE_MS);
}
