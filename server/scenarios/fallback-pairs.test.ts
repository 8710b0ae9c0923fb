import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { FALLBACK_ROWS, type FallbackPair } from "../testing/model/fallback-pairs.ts";
import { type Behaviour, cut, ok, status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { sms } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, NEW_YEAR } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();

/** The answers of the gateway, before it accepts. More calls than these would be a mistake of their own. */
const ANSWERS: Record<string, readonly Behaviour[]> = {
  accepts: [ok],
  "is down": [status(503)],
  "limits the rate": [status(429)],
  // Not called while its breaker is open.
  "is paused": [],
  "refuses the account": Array(9).fill(status(401)),
  "refuses the address": [status(410)],
  "refuses the message": [status(400)],
  "is unclear": [cut],
};

/** As if the provider had failed for a while: its circuit breaker is open for 30 s. */
async function pause({ id }: TestEnvironment, integrationId: string): Promise<void> {
  const until = new Date(Date.parse(NEW_YEAR) + 30_000);
  await service.database.query(sql`
    update integrations set breaker_open_until = ${until}, breaker_trips = 1
    where environment_id = ${id} and id = ${integrationId}`);
}

async function courseOf(first: string, { fallback }: FallbackPair): Promise<string> {
  const environment = await frozenAt(service);
  const path = `/${first}-${fallback}`.replaceAll(" ", "-");
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}${path}/A`);
  await environment.given.integration("generic-sms", `${provider.url}${path}/B`);
  await environment.given.workflow("otp", [sms("Code")]);
  if (first === "is paused") await pause(environment, _id);
  provider.script(`${path}/A`, ...(ANSWERS[first] ?? []));
  provider.script(`${path}/B`, ...(ANSWERS[fallback] ?? []));
  const transactionId = await environment.trigger("otp", ada);
  await advance(environment, 50, "minutes");
  await environment.finished(transactionId);
  const called = provider.calls.flatMap((call) =>
    call.path.startsWith(`${path}/`) ? [call.path.slice(-1)] : [],
  );
  const { counts } = (await environment.get("/v1/dead-letters")).body;
  const [end = "sent"] = Object.keys(counts);
  return [...called, end].join(" ");
}

for (const { first, pairs } of FALLBACK_ROWS) {
  test(`fallback pairs: the first gateway ${first}`, async () => {
    const courses = await Promise.all(pairs.map((pair) => courseOf(first, pair)));
    const table = pairs.map(({ fallback, course }) => `${fallback}: ${course}`);
    expect(pairs.map(({ fallback }, index) => `${fallback}: ${courses[index]}`)).toEqual(table);
  });
}

test("fallback pairs: the table has each answer of the first gateway and of its fallback", () => {
  const answers = Object.keys(ANSWERS);
  expect(FALLBACK_ROWS.map(({ first }) => first).toSorted()).toEqual(
    answers.filter((answer) => answer !== "accepts").toSorted(),
  );
  for (const { pairs } of FALLBACK_ROWS) {
    expect(pairs.map(({ fallback }) => fallback).toSorted()).toEqual(
      answers.filter((answer) => answer !== "is paused").toSorted(),
    );
  }
});
