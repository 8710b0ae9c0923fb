import { readFileSync } from "node:fs";
import sql, { raw } from "sql-template-tag";
import { expect, test } from "vitest";
import { codesOf } from "../testing/job-readings.ts";
import { useScriptedProvider } from "../testing/scripted-provider.ts";
import { sms } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** One telephone number may be written in many ways. */

const provider = await useScriptedProvider();
const service = await useTestService();

async function withSms(more: object = {}): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration("generic-sms", { baseUrl: `${provider.url}/sms`, ...more });
  await environment.given.workflow("otp", [sms("Hello")]);
  return environment;
}

async function suppress(environment: TestEnvironment, ...addresses: string[]): Promise<void> {
  for (const [index, address] of addresses.entries())
    await service.database.query(sql`
      insert into suppressions (environment_id, id, channel, address, reason, provider_id, integration_id, message_id,
        subscriber_id, created_at)
      values (${environment.id}, ${`s${index}`}, 'sms', ${address}, 'failed', 'twilio', 'i1', 'm1', 'ada', now())`);
}

const migrate = () => {
  const migration = new URL("../migrations/0047_plain_numbers.sql", import.meta.url);
  return service.database.queryPlanned(sql`${raw(readFileSync(migration, "utf8"))}`);
};

const suppressedIn = (environment: TestEnvironment) =>
  service.database.query(sql`
    select id, address from suppressions where environment_id = ${environment.id} order by id`);

test("a number is sent without its separators, and so is the number of the sender; the message shows it", async () => {
  const environment = await withSms({ from: "+1 (415) 555-0199" });
  const to = { subscriberId: "ada", phone: " tel:+1 (415) 555-0100" };
  await environment.finished(await environment.trigger("otp", to));
  expect(provider.calls.at(-1)?.body).toMatchObject({ to: "+14155550100", from: "+14155550199" });
  const { body } = await environment.get("/v1/messages");
  expect(body.data[0].phone).toBe("+14155550100");

  const overrides = { sms: { to: "0171 / 123-45.67", from: "Acme 24-7" } };
  await environment.finished(await environment.trigger("otp", "ada", { overrides }));
  expect(provider.calls.at(-1)?.body).toMatchObject({ to: "01711234567", from: "Acme 24-7" });
});

test("every spelling of a suppressed number is suppressed, and it is found by each of them", async () => {
  const environment = await withSms();
  await suppress(environment, "+14155550100");
  for (const [index, phone] of ["+1 (415) 555-0100", "+1-415-555-0100", "tel:+1.415.555.0100"].entries()) {
    const to = { subscriberId: `s${index}`, phone };
    const [notification] = await environment.finished(await environment.trigger("otp", to));
    expect(codesOf(notification)).toContain("address_suppressed");
    const path = `/v1/suppressions?address=${encodeURIComponent(phone)}`;
    expect((await environment.get(path)).body.data).toMatchObject([{ address: "+14155550100" }]);
  }
  const overrides = { sms: { to: "(+1) 415 555 0100" } };
  const [overridden] = await environment.finished(await environment.trigger("otp", "bob", { overrides }));
  expect(codesOf(overridden)).toContain("address_suppressed");
  expect(provider.calls).toEqual([]);
});

test("numbers suppressed before lose their separators; of several spellings the oldest stays", async () => {
  const environment = await withSms();
  await suppress(
    environment,
    ...[
      "+1 (415) 555-0100",
      "+1-415-555-0100",
      "tel:+49 (0)30-123",
      "0171 / 123",
      "+33 1 23",
      "+33123",
      "acme 24",
      "+4420",
    ],
  );
  await migrate();
  expect(await suppressedIn(environment)).toEqual([
    { id: "s0", address: "+14155550100" },
    { id: "s2", address: "+4930123" },
    { id: "s3", address: "0171123" },
    { id: "s5", address: "+33123" },
    { id: "s6", address: "acme 24" },
    { id: "s7", address: "+4420" },
  ]);
});
