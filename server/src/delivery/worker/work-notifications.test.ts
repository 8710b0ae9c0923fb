import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { systemTime } from "../../foundation/clock.ts";
import { createLog } from "../../foundation/log.ts";
import { saveHeartbeat } from "../queue/worker-store.ts";
import { announceWork, listenForWork } from "./work-notifications.ts";

const { database } = await useTestDatabase();

it("work is announced to one worker that is alive, which hears how often it may pass it on", async () => {
  const woken: string[] = [];
  const worker = (id: number) => ({
    wake: (passes?: number) => {
      woken.push(`${id}: ${passes}`);
    },
  });
  for (const id of [1, 2, 3]) await saveHeartbeat(database, id);
  await database.query(sql`update workers set seen_at = now() - interval '1 minute' where id <> 2`);
  const listening = await Promise.all([1, 2, 3].map((id) => listenForWork(database, worker(id), id)));
  const hints = announceWork(database, createLog("silent"), systemTime);

  hints.announce();
  hints.announce();
  await expect.poll(() => woken).toEqual(["2: 3"]);

  // Versions before this one send no payload.
  await database.query(sql`select pg_notify('tidings_work', '')`);
  await expect.poll(() => woken.toSorted()).toEqual(["1: undefined", "2: 3", "2: undefined", "3: undefined"]);
  for (const one of [hints, ...listening]) await one.close();
});
