import { expect, test } from "vitest";
import type { SubscriberId, SubscriberKey } from "../../foundation/ids.ts";
import { type Connection, createConnections, MAX_OF_SUBSCRIBER } from "./connections.ts";

const presence: string[] = [];
const ended: string[] = [];

function connection(subscriberId: string, isProven = true): Connection {
  const environment = {
    id: "e1",
    organizationId: "o1",
    name: "E",
    isTest: false,
    defaultZone: "UTC",
    createdAt: new Date(0),
  };
  return {
    session: {
      environment,
      subscriberId: subscriberId as SubscriberId,
      subscriberKey: subscriberId as SubscriberKey,
      contextKeys: [],
      expiresAtMs: 0,
      isProven,
    },
    send: () => {},
    close: (reason) => ended.push(`${subscriberId} ${reason}`),
  };
}

function fresh(maxOfAddress?: number, maxOfEnvironment?: number) {
  presence.length = 0;
  ended.length = 0;
  return createConnections({
    report: async () => {},
    onPresence: ({ subscriberId }, isPresent) => presence.push(`${subscriberId} ${isPresent}`),
    ...(maxOfAddress === undefined ? {} : { maxOfAddress }),
    ...(maxOfEnvironment === undefined ? {} : { maxOfEnvironment }),
  });
}

test("a subscriber is present from its first connection to its last", () => {
  const connections = fresh();
  const [first, second] = [connections.add(connection("ada"), "a"), connections.add(connection("ada"), "a")];
  first();
  first();
  expect(presence).toEqual(["ada true"]);
  second();
  expect(presence).toEqual(["ada true", "ada false"]);
  expect([connections.count, connections.of("e1", "ada")]).toEqual([0, []]);
});

test("the connections of a subscriber are limited, and a closed one makes room", () => {
  const connections = fresh();
  const removals = Array.from({ length: MAX_OF_SUBSCRIBER }, () =>
    connections.add(connection("ada"), "address"),
  );
  expect(() => connections.add(connection("ada"), "other")).toThrow("of this subscriber");
  removals[0]?.();
  connections.add(connection("ada"), "other");
  expect(connections.count).toBe(MAX_OF_SUBSCRIBER);
});

test("connections that no hash proves fill their own places only: of a subscriber, address, environment", () => {
  const unproven = (connections: ReturnType<typeof fresh>, count: number) => {
    for (let n = 0; n < count; n += 1) connections.add(connection("ada", false), "address");
    expect(() => connections.add(connection("ada", false), "address")).toThrow("too many");
    connections.add(connection("ada"), "address");
    expect(connections.of("e1", "ada")).toHaveLength(count + 1);
  };
  unproven(fresh(), MAX_OF_SUBSCRIBER);
  unproven(fresh(2), 2);
  unproven(fresh(undefined, 2), 2);
});

test("the connections from an address are limited, and those from others are not touched", () => {
  const connections = fresh(2);
  const remove = connections.add(connection("ada"), "one");
  connections.add(connection("bob"), "one");
  expect(() => connections.add(connection("eve"), "one")).toThrow("from this address");
  connections.add(connection("eve"), "two");
  remove();
  connections.add(connection("kim"), "one");
});

test("after the process has begun to stop, all connections are ended and none is added", () => {
  const connections = fresh();
  connections.add(connection("ada"), "a");
  connections.add(connection("bob"), "a");
  connections.close();
  expect(ended).toEqual(["ada restart", "bob restart"]);
  expect(() => connections.add(connection("eve"), "a")).toThrow("stopping");
});

test("an environment has at most `maxOfEnvironment` connections, from all addresses together", () => {
  const connections = fresh(undefined, 2);
  const [leave] = ["ada", "bob"].map((id) => connections.add(connection(id), `192.0.2.${id.length}`));
  expect(() => connections.add(connection("eve"), "198.51.100.1")).toThrow("of this environment");
  leave?.();
  connections.add(connection("eve"), "198.51.100.1");
});
