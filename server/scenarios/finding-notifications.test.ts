import { beforeAll, expect, test } from "vitest";
import { inApp } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();
const environment = await service.newEnvironment();
/** The names of the triggers below by transaction id. */
const sent: Record<string, string> = {};

beforeAll(async () => {
  await environment.given.workflow("calm", [inApp("x")], { severity: "low" });
  await environment.given.workflow("loud", [inApp("x")], { severity: "high" });
  await environment.given.subscriber("ada");
  await environment.given.topic("readers", ["ada"]);
  const bodies = {
    calm: { name: "calm", to: "ada", context: { tenant: "acme" } },
    raised: { name: "calm", to: "ada", overrides: { severity: "high" }, context: { tenant: "other" } },
    loud: { name: "loud", to: [{ type: "Topic", topicKey: "readers" }] },
    lowered: { name: "loud", to: "ada", overrides: { severity: "none" } },
  };
  for (const [name, body] of Object.entries(bodies)) {
    const { transactionId } = (await environment.post("/v1/events/trigger", { payload: {}, ...body })).body;
    await environment.finished(transactionId);
    sent[transactionId] = name;
  }
});

const found = async (query: string): Promise<string[]> => {
  const { body } = await environment.get(`/v1/notifications?limit=50&${query}`);
  return body.data.map(({ transactionId }: any) => sent[transactionId]).toSorted();
};

test.each([
  ["severity=high", ["loud", "raised"]],
  ["severity=low", ["calm"]],
  ["severity=none", ["lowered"]],
  ["severity=high&severity=low", ["calm", "loud", "raised"]],
  ["severity=medium", []],
  ["contextKeys=tenant:acme", ["calm"]],
  ["contextKeys=tenant:acme&contextKeys=tenant:other", []],
  ["contextKeys=tenant:nobody", []],
  ["topicKey=readers", ["loud"]],
  ["topicKey=nobody", []],
  ["topicKey=readers&severity=low", []],
  ["channels=in_app&severity=high", ["loud", "raised"]],
  ["channels=email", []],
])("notification filter: %s finds %j", async (query, names) => {
  expect(await found(query)).toEqual(names);
});
