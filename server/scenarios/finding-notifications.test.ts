import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { inbox, makeWorkflow } from "../testing/workflows.ts";

let service: TestService;
let environment: TestEnvironment;
const sent: Record<string, string> = {};

beforeAll(async () => {
  service = await startTestService();
  environment = await service.newEnvironment();
  await makeWorkflow(environment, "calm", [inbox("x")], { severity: "low" });
  await makeWorkflow(environment, "loud", [inbox("x")], { severity: "high" });
  await environment.post("/v2/subscribers", { subscriberId: "ada" });
  await environment.post("/v2/topics", { key: "readers", name: "Readers" });
  await environment.post("/v2/topics/readers/subscriptions", { subscriberIds: ["ada"] });
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
afterAll(() => service.close());

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
])(
  "Given triggers with contexts, topics and another severity, when it is asked for %s, then those are found",
  async (query, names) => {
    expect(await found(query)).toEqual(names);
  },
);
