import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { captureLog } from "../testing/captured-log.ts";
import { openRawClient } from "../testing/raw-http.ts";
import { readEverything } from "../testing/read-everything.ts";
import { useScriptedProvider } from "../testing/scripted-provider.ts";
import { seedNewWorld } from "../testing/seeded-world.ts";
import { email, inApp, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { endsOf, frozenAt } from "../testing/virtual-time.ts";

/** A marker is in everything that clients and providers can send; the log at level `trace` repeats none of it. */

const MARK = "markerofasecret";
const captured = captureLog("trace");
const provider = await useScriptedProvider();
const service = await useTestService({ wrongKeysPerMinute: 0 }, { log: captured.log });

/** Log lines are searched by transactionId; those of the test end with the marker. */
const withoutTransaction = (line: string) => line.replace(/"transactionId":"[a-z]+-markerofasecret"/, "");
const expectSecrecy = () =>
  expect(captured.lines.map(withoutTransaction).filter((line) => line.toLowerCase().includes(MARK))).toEqual(
    [],
  );
const loggedMessages = () => new Set(captured.lines.map((line) => JSON.parse(line).msg));

test("given a marker in every free field, the log has a line for each request and no marker", async () => {
  const world = await seedNewWorld(service, MARK);
  const client = openRawClient(service.url);
  const { answers } = await readEverything(client, world);
  await client.close();
  expect(answers.some((answer) => answer.text.includes(MARK))).toBe(true);
  await expect.poll(() => captured.matching("request").length).toBeGreaterThanOrEqual(answers.length);
  expect(loggedMessages()).toContain("a trigger was accepted");
  expectSecrecy();
});

const person = {
  subscriberId: `${MARK}@example.com`,
  email: `${MARK}@example.com`,
  phone: "+31600000001",
  data: { a: MARK },
};
const content = { payload: { code: MARK, list: [MARK] }, overrides: { email: { text: MARK } } };

test("given failing providers that echo their input, the log reports failures without it", async () => {
  const environment = await frozenAt(service);
  const answer = (code: number) => (response: any) =>
    response.writeHead(code, { "x-echo": MARK }).end(`no ${MARK}, and never ${person.email}`);
  for (const path of [`/sms/${MARK}`, `/mail/${MARK}`])
    provider.script(path, ...[400, 500, 503, 401, 400].map(answer), (response) => response.destroy());
  const baseUrl = `${provider.url}/sms/${MARK}`;
  const credentials = { baseUrl, apiKeyRequestHeader: "X-Key", apiKey: MARK, from: MARK };
  await environment.given.integration("generic-sms", credentials);
  await environment.given.integration("email-webhook", {
    webhookUrl: `${provider.url}/mail/${MARK}`,
    secretKey: MARK,
  });
  await environment.given.workflow("both", [sms(MARK), email(MARK, { subject: MARK })]);
  for (let times = 0; times < 4; times += 1) {
    await environment.trigger("both", person, content);
    await settled(environment);
  }
  expect(provider.calls.length).toBeGreaterThan(4);
  expect([...loggedMessages()]).toEqual(
    expect.arrayContaining(["an attempt failed", "a message was given up; it is a dead letter"]),
  );
  expectSecrecy();
});

test("given rows that the database refuses, the log names the error without the row", async () => {
  const environment = await frozenAt(service);
  await service.database.query(
    sql`alter table messages add constraint no_mark check (content::text not like '%refused%')`,
  );
  await service.database.query(
    sql`alter table subscribers add constraint no_mark check (data::text not like '%refused%')`,
  );
  await environment.given.workflow("inbox", [inApp(`{{ payload.code }}`)]);
  const payload = { code: `refused ${MARK}` };
  const id = await environment.trigger("inbox", { ...person, data: { a: MARK } }, { payload });
  const [end] = await endsOf(environment, id);
  expect(end.jobs[0].status).toBe("failed");
  const refused = await environment.post("/v2/subscribers", {
    subscriberId: MARK,
    data: { a: `refused ${MARK}` },
  });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(captured.matching("a batch could not be stored")[0].err).toMatchObject({
    code: "23514",
    constraint: "no_mark",
  });
  expect([...loggedMessages()]).toContain("a job was given up");
  expectSecrecy();
});

test("given refused requests with a marker in any part, the log has no marker", async () => {
  const environment = await service.newEnvironment();
  const authorization = `ApiKey ${environment.apiKey}`;
  const json = { authorization, "content-type": "application/json" };
  const requests: [string, RequestInit][] = [
    [`/${MARK}`, {}],
    [`/v2/subscribers/${MARK}`, { headers: json }],
    [`/v2/subscribers?email=${MARK}&limit=${MARK}`, { headers: json }],
    [
      "/v2/subscribers",
      { headers: { authorization: `ApiKey ${MARK}`, cookie: MARK, "x-forwarded-for": MARK } },
    ],
    ["/v1/events/trigger", { method: "POST", headers: json, body: `{"name": ${MARK}` }],
    ["/v1/events/trigger", { method: "POST", headers: json, body: `{"name": "${MARK}", "to": "${MARK}"}` }],
    [
      "/v1/events/trigger",
      { method: "POST", headers: { ...json, "idempotency-key": MARK }, body: `{"to":"${MARK}"}` },
    ],
    [
      "/v1/integrations",
      { method: "POST", headers: json, body: `{"providerId":"${MARK}","credentials":{"a":"${MARK}"}}` },
    ],
  ];
  const before = captured.matching("request").length;
  for (const [path, init] of requests) {
    const response = await fetch(service.url + path, init);
    await response.text();
    expect(response.status).toBeGreaterThanOrEqual(400);
  }
  // A line of a request before them may be late.
  await expect
    .poll(() => captured.matching("request").length)
    .toBeGreaterThanOrEqual(before + requests.length);
  expectSecrecy();
});
