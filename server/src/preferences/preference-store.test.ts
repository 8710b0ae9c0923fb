import { beforeEach, describe, expect, it } from "vitest";
import { storeEnvironment } from "../../testing/stored-environment.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { newId } from "../foundation/id.ts";
import { type SubscriberId, subscriberKeyOf, type WorkflowId } from "../foundation/ids.ts";
import { deleteSubscriber } from "../subscribers/delete-subscriber.ts";
import { lockSubscriber, upsertSubscriber } from "../subscribers/subscriber-store.ts";
import { findPreferences, forgetWorkflowChoices, type NewChoice, saveChoices } from "./preference-store.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const [orders, news, other]: [WorkflowId, WorkflowId, WorkflowId] = [newId(NOW), newId(NOW), newId(NOW)];
const schedule = { isEnabled: true, weeklySchedule: { sunday: { isEnabled: false } } };
const { database } = await useTestDatabase();
let environmentId: string;
let ada: SubscriberId;

beforeEach(async () => {
  environmentId = await storeEnvironment(database);
  ada = await subscribe("ada");
});

const subscribe = async (key: string) => {
  const fresh = { id: newId<SubscriberId>(NOW), subscriberKey: subscriberKeyOf(key), profile: {} };
  return (await upsertSubscriber(database, environmentId, fresh)).id;
};
const save = (subscriberId: SubscriberId, ...choices: NewChoice[]) =>
  saveChoices(database, environmentId, { subscriberId, choices });

/** A subscriber's choices, without times. */
async function chosen(subscriberId: SubscriberId, workflowIds: WorkflowId[] = [orders, news]) {
  const found = await findPreferences(database, environmentId, [subscriberId], workflowIds);
  const { global, ofWorkflows } = found.get(subscriberId) ?? { ofWorkflows: new Map() };
  const workflows = [...ofWorkflows].map(([id, { channels }]) => [id, channels]);
  return { global: global?.channels, workflows: Object.fromEntries(workflows) };
}

describe("subscribers' choices", () => {
  it("are found for a batch of subscribers with and without choices in one statement", async () => {
    const [bob, cleo] = [await subscribe("bob"), await subscribe("cleo")];
    await save(
      ada,
      { channels: { email: false }, schedule },
      { workflowId: orders, channels: { sms: true } },
    );
    await save(bob, { workflowId: news, channels: { push: false } }, { workflowId: other, channels: {} });
    const before = database.statementCount;
    const found = await findPreferences(
      database,
      environmentId,
      [ada, bob, cleo, ada],
      [orders, news, orders],
    );
    expect(database.statementCount - before).toBe(1);
    const updatedAt = expect.any(Date);
    const none = { schedule: null, updatedAt };
    expect([...found.keys()].sort()).toEqual([ada, bob].sort());
    expect(found.get(ada)).toEqual({
      global: { channels: { email: false }, schedule, updatedAt },
      ofWorkflows: new Map([[orders, { channels: { sms: true }, ...none }]]),
    });
    expect(found.get(bob)).toEqual({
      ofWorkflows: new Map([[news, { channels: { push: false }, ...none }]]),
    });
  });

  it("need no statement for an empty batch", async () => {
    const before = database.statementCount;
    expect((await findPreferences(database, environmentId, [], [orders])).size).toBe(0);
    expect(database.statementCount).toBe(before);
  });

  it("are merged channel by channel, and a schedule stays until it is replaced", async () => {
    await save(ada, { channels: { email: false }, schedule });
    await save(ada, { channels: { email: true, sms: false } });
    await save(ada, { channels: { push: false } });
    expect((await chosen(ada)).global).toEqual({ email: true, sms: false, push: false });
    const read = async () => (await findPreferences(database, environmentId, [ada], [])).get(ada)?.global;
    expect((await read())?.schedule).toEqual(schedule);
    await save(ada, { channels: {}, schedule: { isEnabled: false } });
    expect((await read())?.schedule).toEqual({ isEnabled: false });
  });

  it("are deleted only for the given channels of single workflows of the subscriber", async () => {
    const bob = await subscribe("bob");
    const ofOrders = { workflowId: orders, channels: { email: true, sms: true } };
    for (const one of [ada, bob]) {
      await save(one, { channels: { email: true } }, ofOrders, {
        workflowId: news,
        channels: { email: true },
      });
    }
    await forgetWorkflowChoices(database, environmentId, { subscriberId: ada, channels: ["email", "push"] });
    expect(await chosen(ada)).toEqual({ global: { email: true }, workflows: { [orders]: { sms: true } } });
    expect((await chosen(bob)).workflows).toEqual({
      [orders]: { email: true, sms: true },
      [news]: { email: true },
    });
  });

  it("belong to one environment", async () => {
    await save(ada, { channels: { email: false } });
    expect((await findPreferences(database, newId(NOW), [ada], [])).size).toBe(0);
  });
});

describe("deleting a subscriber", () => {
  it("deletes its preferences", async () => {
    await save(ada, { channels: { email: false } }, { workflowId: orders, channels: { sms: false } });
    expect(await deleteSubscriber(database, environmentId, subscriberKeyOf("ada"))).toBe(true);
    expect((await findPreferences(database, environmentId, [ada], [orders])).size).toBe(0);
  });

  it("deletes preferences that are saved concurrently", async () => {
    let deleted: Promise<boolean> | undefined;
    await database.transaction(async (tx) => {
      await lockSubscriber(tx, environmentId, subscriberKeyOf("ada"));
      deleted = deleteSubscriber(database, environmentId, subscriberKeyOf("ada"));
      await new Promise((resolve) => setTimeout(resolve, 100));
      await saveChoices(tx, environmentId, { subscriberId: ada, choices: [{ channels: { email: false } }] });
    });
    expect(await deleted).toBe(true);
    expect((await findPreferences(database, environmentId, [ada], [])).size).toBe(0);
  });
});
