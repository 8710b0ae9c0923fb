import { beforeAll, describe, expect, it } from "vitest";
import { storeEnvironment } from "../../testing/stored-environment.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { newId } from "../foundation/id.ts";
import { subscriberKeyOf } from "../foundation/ids.ts";
import { deleteSubscriber } from "./delete-subscriber.ts";
import type { SubscriberProfile } from "./subscriber.ts";
import { findSubscriber, updateSubscribers, upsertSubscriber } from "./subscriber-store.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const { database } = await useTestDatabase();
const environmentId = newId(NOW);

beforeAll(async () => {
  await storeEnvironment(database, environmentId);
});

const upsert = (key: string, profile: SubscriberProfile) =>
  upsertSubscriber(database, environmentId, { id: newId(NOW), subscriberKey: subscriberKeyOf(key), profile });

describe("upsertSubscriber", () => {
  it("creates a new subscriber", async () => {
    const made = await upsert("new", { firstName: "Ada", data: { z: 1, a: { b: [null] } } });
    expect(made).toMatchObject({ subscriberKey: "new", firstName: "Ada", lastName: null });
    expect(JSON.stringify(made.data)).toBe('{"z":1,"a":{"b":[null]}}');
  });

  it("sets the given fields, erases null fields and keeps the rest", async () => {
    const before = await upsert("known", {
      firstName: "Ada",
      email: "ada@example.com",
      data: { plan: "free" },
    });
    const after = await upsert("known", { email: null, phone: "+49", data: null });
    const changed = { email: null, phone: "+49", data: null, updatedAt: expect.any(Date) };
    expect(after).toEqual({ ...before, ...changed });
  });

  it("keeps the order of the keys in data, also on update", async () => {
    await upsert("ordered", {});
    const profile = { data: { z: 1, b: 2, a: { y: 1, x: 2 } } };
    const [changed] = await updateSubscribers(database, environmentId, [
      { subscriberKey: subscriberKeyOf("ordered"), profile },
    ]);
    expect(JSON.stringify(changed?.data)).toBe(JSON.stringify(profile.data));
  });

  it("creates one row for fifty concurrent calls", async () => {
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, index) => upsert("raced", { locale: `l${index}` })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it("always returns a subscriber while it is deleted concurrently", async () => {
    const rounds = Array.from({ length: 40 }, async (_, index) => {
      if (index % 2) return deleteSubscriber(database, environmentId, subscriberKeyOf("fleeting"));
      expect((await upsert("fleeting", {})).subscriberKey).toBe("fleeting");
    });
    await Promise.all(rounds);
  });

  it("does not affect another environment", async () => {
    await upsert("mine", {});
    expect(await findSubscriber(database, newId(NOW), subscriberKeyOf("mine"))).toBeUndefined();
    expect(await deleteSubscriber(database, newId(NOW), subscriberKeyOf("mine"))).toBe(false);
  });
});
