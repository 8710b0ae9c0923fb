import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { email } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

/** Provider ids in overrides have the brand of the API, as everywhere else on the wire. */

const novu = await useTestService({ brand: "novu" });
const neutral = await useTestService();

async function subjectOf(service: typeof novu, overrides: object) {
  const environment = await service.newEnvironment();
  await environment.given.workflow("mail", [email("<p>Body</p>")]);
  const transactionId = await environment.trigger("mail", ada, { overrides });
  const [event] = await environment.finished(transactionId);
  const [message] = (await environment.get("/v1/messages")).body.data;
  return { message, job: event.jobs[0] };
}

const other = { subject: "Other" };

test.each([
  { "novu-email": other },
  { providers: { "novu-email": other } },
  { steps: { mail: { providers: { "novu-email": other } } } },
])("brand novu: %j reaches the local outbox and is returned as given", async (overrides) => {
  const { message, job } = await subjectOf(novu, overrides);
  expect(message).toMatchObject({ providerId: "novu-email", subject: "Other" });
  expect(message.overrides).toEqual(overrides);
  expect(job.overrides).toEqual(overrides);
});

test("the neutral brand takes svc-email and does not know novu-email", async () => {
  expect((await subjectOf(neutral, { providers: { "svc-email": other } })).message.subject).toBe("Other");
  expect((await subjectOf(neutral, { providers: { "novu-email": other } })).message.subject).toBe("News");
});

test("brand novu: other names stay, also a step and a channel option that are called novu-email", async () => {
  const overrides = { steps: { "novu-email": { note: 1 } }, email: { "novu-email": 2 }, mailgun: other };
  const { message } = await subjectOf(novu, overrides);
  expect(message.overrides).toEqual(overrides);
});

test.each([
  ["overrides.novu-email.to", { "novu-email": { to: "no address" } }],
  ["overrides.providers.novu-email.to", { providers: { "novu-email": { to: "no address" } } }],
  ["overrides.steps.a.providers.novu-email.to", { steps: { a: { providers: { "novu-email": { to: 1 } } } } }],
])("brand novu: an invalid %s is named in a 422, a bulk and an explanation", async (field, overrides) => {
  const environment = await novu.newEnvironment();
  await environment.given.workflow("mail", [email("<p>Body</p>")]);
  const event = { name: "mail", to: "ada", overrides };
  for (const path of ["/v1/events/trigger", "/v1/events/trigger/explain"]) {
    const { status, body } = await environment.post(path, event);
    expect([path, status]).toEqual([path, 422]);
    expect(body.errors[field].messages).toEqual([expect.stringMatching(`^${field} must be`)]);
  }
  const bulk = await environment.post("/v1/events/trigger/bulk", { events: [event] });
  expect(bulk.body.data?.[0] ?? bulk.body[0]).toMatchObject({ error: [expect.stringContaining(field)] });
});
