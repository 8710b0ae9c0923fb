import type { TimeUnit } from "@tidings/contract";
import { durationMs } from "../src/foundation/duration.ts";
import { assertExplained } from "./assert-explained.ts";
import type { TestEnvironment, TriggerOptions } from "./test-environment.ts";
import type { TestService } from "./test-service.ts";

/** Stories in which time passes: the environment's clock stands, and goes on only when a story says so. */

/** A new environment whose clock stands at this moment. */
export async function frozenAt(service: TestService, now: string): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("test");
  await move(environment, { now });
  return environment;
}

/** Goes on by so much; all that is due on the way has happened then. */
export async function advance(environment: TestEnvironment, amount: number, unit: TimeUnit): Promise<any> {
  const { now } = await settled(environment);
  return goTo(environment, new Date(Date.parse(now) + durationMs(amount, unit)).toISOString());
}

/** Goes on to this moment. */
export const goTo = (environment: TestEnvironment, now: string) => move(environment, { now });

/** Stays, until all that is due now has happened. */
export const settled = (environment: TestEnvironment) => move(environment, {});

/** A machine with much to do answers before all is settled; then the same is asked again. */
async function move(environment: TestEnvironment, body: object): Promise<any> {
  for (;;) {
    const answer = await environment.post("/v1/test-clock", body);
    if (answer.status !== 200) throw new Error(`the clock answered ${JSON.stringify(answer.body)}`);
    if (answer.body.isSettled) return answer.body;
  }
}

/** Triggers and waits until everything has happened that happens at once; answers the transactionId. */
export async function begin(
  environment: TestEnvironment,
  name: string,
  payload: object = {},
  { to = "ada", ...more }: TriggerOptions & { to?: unknown } = {},
): Promise<string> {
  const transactionId = await environment.trigger(name, to, { payload, ...more });
  await settled(environment);
  return transactionId;
}

/** The notification of a transaction as it is now. */
export async function runOf(environment: TestEnvironment, transactionId: string): Promise<any> {
  const path = `/v1/notifications?transactionId=${encodeURIComponent(transactionId)}`;
  return (await environment.get(path)).body.data[0];
}

/** The notifications of a transaction at their end, each job of which is explained. */
export async function endsOf(environment: TestEnvironment, transactionId: string, count = 1): Promise<any[]> {
  return (await environment.finished(transactionId, count)).map(assertExplained);
}

/** The only notification of a transaction at its end. */
export async function endOf(environment: TestEnvironment, transactionId: string): Promise<any> {
  return (await endsOf(environment, transactionId))[0];
}

/** The messages of the environment, the newest first. */
export const messagesOf = async (environment: TestEnvironment): Promise<any[]> =>
  (await environment.get("/v1/messages?limit=100")).body.data;

/** What the messages say and when they were made, the oldest first. */
export async function sentBy(environment: TestEnvironment): Promise<[content: string, at: string][]> {
  const messages = (await messagesOf(environment)).toReversed();
  return messages.map(({ content, createdAt }) => [content, createdAt]);
}

/** What the messages say, the oldest first. */
export const textsOf = async (environment: TestEnvironment): Promise<string[]> =>
  (await sentBy(environment)).map(([content]) => content);

/** Until when a job of the notification waits, as its last detail says it. */
export function waitsUntil(notification: any, position = 0): string {
  return JSON.parse(notification.jobs[position].executionDetails.at(-1).raw).untilDate;
}
