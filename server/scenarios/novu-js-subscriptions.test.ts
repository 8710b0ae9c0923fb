import { Novu } from "@novu/js";
import { beforeAll, expect, test } from "vitest";
import { inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { hashOf } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";

/** `@novu/js` without a user interface manages the subscriptions of its subscriber. */

const service = await useTestService();
let environment: TestEnvironment;
let novu: Novu;

/** The client's type of rules knows fewer forms than JSON-logic has. */
const GOLD: any = { "==": [{ var: "payload.tier" }, "gold"] };
const topicKey = "news";
const identifier = "tk_news:si_ada";

beforeAll(async () => {
  environment = await service.newEnvironment();
  await environment.given.workflow("launch", [inApp("Launch")], { tags: ["shop"] });
  await environment.given.workflow("sale", [inApp("Sale")], { tags: ["shop"] });
  novu = new Novu({
    applicationIdentifier: environment.id,
    subscriber: "ada",
    subscriberHash: hashOf(environment, "ada"),
    apiUrl: service.url,
    socketUrl: service.url,
  });
});

/** The data of a result; the client returns errors instead of throwing them. */
async function dataOf<T>(result: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await result;
  if (error) throw error;
  return data as T;
}

const shown = (subscription: any) =>
  subscription.preferences.map(({ subscriptionId, enabled, condition, workflow }: any) => {
    expect(subscriptionId).toBe(identifier);
    return [workflow.identifier, enabled, condition];
  });

test("@novu/js: subscribes, reads, changes preferences and unsubscribes", async () => {
  const { subscriptions } = novu;
  expect(await dataOf(subscriptions.get({ topicKey, workflowIds: ["launch"] }))).toBeNull();
  expect(await dataOf(subscriptions.list({ topicKey }))).toEqual([]);

  const preferences = ["launch", { workflowId: "sale", condition: GOLD }];
  const made = await dataOf(subscriptions.create({ topicKey, topicName: "News", name: "Mine", preferences }));
  expect([made.identifier, shown(made)]).toEqual([
    identifier,
    [
      ["launch", true, undefined],
      ["sale", true, GOLD],
    ],
  ]);
  const found = await dataOf(subscriptions.get({ topicKey, tags: ["shop"] }, { refetch: true }));
  expect([found?.id, shown(found)]).toEqual([made.id, shown(made)]);
  expect((await dataOf(subscriptions.list({ topicKey }, { refetch: true }))).map(({ id }) => id)).toEqual([
    made.id,
  ]);

  const [first] = made.preferences ?? [];
  const off = await dataOf(
    (first as any).update({ value: false }) as Promise<{ data?: any; error?: unknown }>,
  );
  expect([off.enabled, off.workflow.identifier]).toEqual([false, "launch"]);
  await dataOf(made.updatePreference({ workflowId: "launch", value: GOLD }));
  const changed = await dataOf(subscriptions.get({ topicKey }, { refetch: true }));
  expect(shown(changed)).toEqual([
    ["launch", false, GOLD],
    ["sale", true, GOLD],
  ]);
  const replaced = await dataOf(
    made.update({ topicKey, identifier, preferences: [{ filter: { tags: ["shop"] }, enabled: false }] }),
  );
  expect(shown(replaced)).toEqual([
    ["launch", false, undefined],
    ["sale", false, undefined],
  ]);
  const both = replaced.preferences ?? [];
  const many = await dataOf(
    replaced.bulkUpdatePreferences([
      { preference: both[0] as any, value: true },
      { preference: both[1] as any, value: GOLD },
    ]),
  );
  expect(shown({ preferences: many })).toEqual([
    ["launch", true, undefined],
    ["sale", false, GOLD],
  ]);
  const { body } = await environment.get(`/v2/topics/${topicKey}/subscriptions/${identifier}`);
  expect([body.id, body.name, body.preferences.length]).toEqual([made.id, "Mine", 2]);

  expect((await made.delete()).error).toBeUndefined();
  expect(await dataOf(subscriptions.get({ topicKey }, { refetch: true }))).toBeNull();
  const { body: left } = await environment.get(`/v2/topics/${topicKey}/subscriptions`);
  expect(left.data).toEqual([]);
});

test("@novu/js: gets the sentence of a refusal", async () => {
  const { error } = await novu.subscriptions.create({ topicKey, preferences: ["nothing"] });
  expect(String(error?.originalError)).toContain("Workflows with ids: nothing not found");
});
