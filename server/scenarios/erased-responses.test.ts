import { expect, test } from "vitest";
import { untilErased } from "../testing/environment-rows.ts";
import { keyedCaller } from "../testing/keyed-caller.ts";
import { placesOf } from "../testing/marker-search.ts";
import { useScriptedProvider } from "../testing/scripted-provider.ts";
import { useTestService } from "../testing/test-service.ts";

/** A stored response that shows an erased subscriber is erased, whatever member of it shows the subscriber. */

const provider = await useScriptedProvider();
const service = await useTestService();
const MARK = "kq5marker";

test("stored responses that show a person without a member subscriberId: erased with the person", async () => {
  const environment = await service.newEnvironment();
  const call = keyedCaller(service.url, environment.apiKey);
  const [id, phone] = [`${MARK}-id`, "+31699445566"];
  await environment.given.subscriber(id, { phone });
  await environment.given.topic("team", []);
  const sms = await environment.given.integration("generic-sms", `${provider.url}/sms`);
  provider.script("/sms", (response) => response.writeHead(400).end(`no such number ${phone}`));
  const data = { mail: `${MARK}@example.com` };
  const schedule = { isEnabled: true, weeklySchedule: { monday: { isEnabled: false } } };
  const requests = [
    { path: "/v2/contexts", key: "create", body: { type: "person", id, data } },
    { method: "PATCH", path: `/v2/contexts/person/${id}`, key: "change", body: { data } },
    { method: "PATCH", path: `/v2/subscribers/${id}/preferences`, key: "schedule", body: { schedule } },
    { path: "/v1/topics/team/subscribers", key: "add", body: { subscribers: [id] } },
    { method: "PATCH", path: "/v1/topics/team", key: "rename", body: { name: "Team" } },
    { path: `/v1/integrations/${sms._id}/test`, key: "try", body: { to: phone } },
  ] as const;
  const another = {
    path: "/v2/contexts",
    key: "other",
    body: { type: "tenant", id: "acme", data: { a: 1 } },
  };
  for (const request of [...requests, another]) {
    const { status, text } = await call(request);
    expect([200, 201], text).toContain(status);
  }
  const shown = await placesOf(service, [MARK, phone]);
  for (const key of ["create", "change", "add", "rename", "try"]) expect(shown).toContain(`answer to ${key}`);

  expect((await environment.delete(`/v2/subscribers/${id}`)).status).toBe(200);
  await untilErased(service.database, environment.id);
  expect(await placesOf(service, [MARK, phone])).toEqual([]);
  for (const request of requests) {
    const { status, body } = await call(request);
    expect([request.key, status, body.message]).toEqual([
      request.key,
      409,
      expect.stringContaining("erased"),
    ]);
  }
  expect((await call(another)).isReplay).toBe(true);
});
