import type { TimeUnit } from "@tidings/contract";
import { durationMs } from "../src/foundation/duration.ts";
import { assertExplained } from "./assert-explained.ts";
import { move, settled } from "./test-clock.ts";
import type { TestEnvironment } from "./test-environment.ts";
import type { TestService } from "./test-service.ts";

/** Tests with a test clock: the environment's time is frozen and advances only when a test moves it. */

export const NEW_YEAR = "2026-01-01T00:00:00.000Z";

/** A new environment whose clock is frozen at this time. */
export async function frozenAt(service: TestService, now = NEW_YEAR): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("test");
  await move(environment, { now });
  return environment;
}

/** Advances the clock by this duration; everything due on the way has happened afterwards. */
export async function advance(environment: TestEnvironment, amount: number, unit: TimeUnit): Promise<any> {
  const { now } = await settled(environment);
  return goTo(environment, new Date(Date.parse(now) + durationMs(amount, unit)).toISOString());
}

/** Advances the clock to this time. */
export const goTo = (environment: TestEnvironment, now: string) => move(environment, { now });

/** The current notification of a transaction. */
export async function runOf(environment: TestEnvironment, transactionId: string): Promise<any> {
  const path = `/v1/notifications?transactionId=${encodeURIComponent(transactionId)}`;
  return (await environment.get(path)).body.data[0];
}

/** The ended notifications of a transaction; asserts that every job is explained. */
export async function endsOf(environment: TestEnvironment, transactionId: string, count = 1): Promise<any[]> {
  return (await environment.finished(transactionId, count)).map(assertExplained);
}

/** The ended notification of a transaction with one recipient. */
export async function endOf(environment: TestEnvironment, transactionId: string): Promise<any> {
  return (await endsOf(environment, transactionId))[0];
}

/** The messages of the environment, newest first. */
export const messagesOf = async (environment: TestEnvironment): Promise<any[]> =>
  (await environment.get("/v1/messages?limit=100")).body.data;

/** Contents and creation times of the messages, oldest first. */
export async function sentBy(environment: TestEnvironment): Promise<[content: string, at: string][]> {
  const messages = (await messagesOf(environment)).toReversed();
  return messages.map(({ content, createdAt }) => [content, createdAt]);
}

/** Contents of the messages, oldest first. */
export const textsOf = async (environment: TestEnvironment): Promise<string[]> =>
  (await sentBy(environment)).map(([content]) => content);

/** The time until which a job of the notification waits, from its last execution detail. */
export function waitsUntil(notification: any, position = 0): string {
  return JSON.parse(notification.jobs[position].executionDetails.at(-1).raw).untilDate;
}
