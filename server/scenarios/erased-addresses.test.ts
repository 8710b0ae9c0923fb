import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { untilErased } from "../testing/environment-rows.ts";
import { placesOf } from "../testing/marker-search.ts";
import { useScriptedProvider } from "../testing/scripted-provider.ts";
import { digest, email, inApp, lasting, step } from "../testing/steps.ts";
import { storeSuppression } from "../testing/stored-suppression.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

/** Payloads for others lose every address of an erased person: earlier ones, and those in a URL or as a number, too. */

const provider = await useScriptedProvider();
const service = await useTestService();

const OLD = "carla.old@x.test";
const NEW = "carla.new@x.test";
const BROUGHT = "carla.brought@x.test";
const SUPPRESSED = "carla.suppressed@x.test";
const TOKEN = "carla-token-1";
const DIGITS = "4915199999999";
const SEARCHED = ["carla.", TOKEN, DIGITS];

const payload = {
  who: `Carla <${OLD}>`,
  link: `https://shop.test/u?e=${encodeURIComponent(NEW)}`,
  form: `https://shop.test/u?${new URLSearchParams({ e: OLD, p: `+${DIGITS}` })}`,
  num: Number(DIGITS),
  wa: `https://wa.me/${DIGITS}`,
  addresses: [BROUGHT, SUPPRESSED, TOKEN],
};
const REDACTED = {
  who: "Carla <[erased]>",
  link: "https://shop.test/u?e=[erased]",
  form: "https://shop.test/u?e=[erased]&p=[erased]",
  num: "[erased]",
  wa: "https://wa.me/[erased]",
  addresses: ["[erased]", "[erased]", "[erased]"],
};

const put = async (environment: TestEnvironment, deviceTokens: string[]) => {
  const body = { providerId: "push-webhook", credentials: { deviceTokens } };
  expect((await environment.put("/v1/subscribers/carla/credentials", body)).status).toBe(200);
};

test("addresses of an erased person in payloads for others: earlier and encoded ones are redacted", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("push-webhook", `${provider.url}/push`);
  await environment.given.subscriber("carla", { email: OLD });
  await put(environment, [TOKEN]);
  await storeSuppression(service, environment.id, { address: SUPPRESSED, subscriberId: "carla" });
  await environment.given.workflow("news", [
    digest(lasting(1, "hours")),
    email("News"),
    step("push", "push", { subject: "News", body: "News" }),
  ]);
  await environment.given.workflow("plain", [inApp("Plain")]);
  const send = () => environment.trigger("news", ["carla", "bob"], { payload });
  // Before any message shows an earlier address, and after one does.
  const first = await send();
  await settled(environment);
  await advance(environment, 2, "hours");
  await put(environment, []);
  await environment.trigger("plain", { subscriberId: "carla", email: BROUGHT });
  await settled(environment);
  expect((await environment.patch("/v2/subscribers/carla", { email: NEW, phone: `+${DIGITS}` })).status).toBe(
    200,
  );
  const second = await send();
  await settled(environment);
  await advance(environment, 2, "hours");
  const places = await placesOf(service, SEARCHED);
  for (const place of ["triggers.payload", "execution_details.raw"]) expect(places).toContain(place);

  expect((await environment.delete("/v2/subscribers/carla")).status).toBe(200);
  await untilErased(service.database, environment.id);
  expect(await placesOf(service, SEARCHED)).toEqual([]);
  const rows = await service.database.queryPlanned<{ payload: object }>(sql`
    select payload from triggers where environment_id = ${environment.id} and transaction_id in (${first}, ${second})`);
  expect(rows.map((row) => row.payload)).toEqual([REDACTED, REDACTED]);
});
