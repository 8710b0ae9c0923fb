import { beforeEach, describe, expect, it } from "vitest";
import { storeEnvironment } from "../../testing/stored-environment.ts";
import { storedIntegration } from "../../testing/stored-integration.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { newId } from "../foundation/id.ts";
import { generateKeyring, parseKeyring } from "../foundation/secrets.ts";
import type { Integration } from "./integration.ts";
import { placeNew } from "./integration-priority.ts";
import { createIntegrationStore } from "./integration-store.ts";
import { saveWithPriority } from "./save-with-priority.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const integrations = createIntegrationStore(parseKeyring(generateKeyring()));
const { database } = await useTestDatabase();
let environmentId: string;

beforeEach(async () => {
  environmentId = await storeEnvironment(database);
});

const draft = (identifier: string, providerId: Integration["providerId"] = "nodemailer") =>
  storedIntegration({ id: newId(NOW), identifier, providerId, credentials: { password: "p" } });

function add(drafted: Integration): Promise<Integration> {
  return database.transaction(async (tx) => {
    const others = await integrations.lockAll(tx, environmentId);
    return saveWithPriority(integrations, { tx, environmentId, others }, placeNew(others, drafted), "insert");
  });
}

/** The environment's integrations by priority, highest first; the primary has a star. */
async function priorities(): Promise<string[]> {
  const list = await integrations.list(database, environmentId);
  const ordered = list.toSorted((a, b) => b.priority - a.priority);
  return ordered.map(
    ({ identifier, isPrimary, priority }) => `${priority} ${identifier}${isPrimary ? "*" : ""}`,
  );
}

describe("saveWithPriority", () => {
  it("puts each new integration right after the primary", async () => {
    for (const name of ["first", "second", "third"]) await add(draft(name));
    expect(await priorities()).toEqual(["3 first*", "2 third", "1 second"]);
  });

  it("makes the first real integration primary in place of the outbox", async () => {
    await add(draft("outbox", "svc-email"));
    await add(draft("real"));
    expect(await priorities()).toEqual(["2 real*", "1 outbox"]);
  });

  it("makes a chosen integration the only primary", async () => {
    for (const name of ["first", "second"]) await add(draft(name));
    await database.transaction(async (tx) => {
      const [first, second] = await integrations.lockAll(tx, environmentId);
      const others = [first as Integration];
      const chosen = { ...(second as Integration), isPrimary: true };
      await saveWithPriority(integrations, { tx, environmentId, others }, chosen, "update");
    });
    expect(await priorities()).toEqual(["2 second*", "1 first"]);
  });

  it("leaves one primary and no gaps after twenty concurrent inserts", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(draft(`i${index}`))));
    const places = await priorities();
    expect(places.map((place) => Number.parseInt(place, 10))).toEqual(
      Array.from({ length: 20 }, (_, index) => 20 - index),
    );
    expect(places.filter((place) => place.endsWith("*"))).toHaveLength(1);
  });
});
