import { expect, test } from "vitest";
import { createStoppedTime } from "../../../testing/movable-time.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import type { SubscriberId } from "../../foundation/ids.ts";
import { createLog } from "../../foundation/log.ts";
import { createConnections } from "./connections.ts";
import { createLiveHints } from "./live-hints.ts";
import { reportProcess } from "./presence-store.ts";

const { database } = await useTestDatabase();
const [OWN, OTHER] = [1, 2];

test("a process that stops sends the hints that still wait to the others", async () => {
  const received: string[] = [];
  const listening = await database.listen("tidings_inbox", { onNotify: (payload) => received.push(payload) });
  await reportProcess(database, OTHER);
  const hints = await createLiveHints({
    database,
    processId: OWN,
    connections: createConnections({ report: async () => {}, onPresence: () => {} }),
    log: createLog("error"),
    // The time in which hints are gathered never ends.
    time: createStoppedTime(),
  });
  hints.changed("environment", [{ subscriberId: "subscriber" as SubscriberId }]);
  await hints.close();
  await expect.poll(() => received).toEqual(["1 environment,subscriber,"]);
  await listening.close();
});
