import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario, TestBed } from "../scenario.ts";
import { nodeVariables } from "../seeding/node-variables.ts";

const POISONED = nodeVariables("poison", "--max-old-space-size=96");
/** The product claims the job in smaller and smaller batches, four times alone, and fails it after nine crashes. */
const MAX_CRASHES = 10;
const TIMEOUT_MS = 120_000;

/** A message at which every worker runs out of memory: it is failed after some crashes, and all others are sent. */
export const poisonJob: Scenario = {
  id: "F-M",
  title: "a poison message: workers run out of memory",
  takesTime: true,
  // Processes that run out of memory use all the CPU time of the machine.
  runsAlone: true,
  apis: 1,
  leaseSeconds: 4,
  nextTrigger: (traffic, n) => traffic.of(n % 2 === 0 ? "email" : "sms", n),
  run: async (testBed) => {
    const { cluster, expect, allowFailure, log } = testBed;
    for (const slot of cluster.workers) await cluster.end(slot, "SIGTERM");
    const poisons = testBed.size(1, 1, 4);
    for (let n = 0; n < poisons; n += 1) {
      const transactionId = `poison${n}`;
      allowFailure(transactionId);
      const to = { subscriberId: "person0", email: "person0@example.com" };
      const body = { name: "email", to, transactionId, payload: { mark: transactionId } };
      await cluster.request("POST", "/v1/events/trigger", body);
      const { crashes, isGivenUp } = await superviseUntilGivenUp(testBed, transactionId);
      log(
        `${crashes} crashes; ${isGivenUp ? "given up" : "NOT given up"}; ${testBed.client.acknowledged} acknowledged`,
      );
      expect(isGivenUp, `${transactionId} was not given up after ${crashes} crashes`);
      expect(crashes > 0 && crashes <= MAX_CRASHES, `${transactionId} caused ${crashes} crashes`);
    }
  },
};

/** Restarts crashed workers, as a service manager does. */
async function superviseUntilGivenUp(testBed: TestBed, transactionId: string) {
  const { cluster } = testBed;
  let crashes = 0;
  for (const end = Date.now() + testBed.scaled(TIMEOUT_MS); Date.now() < end; await sleep(200)) {
    for (const slot of cluster.workers) {
      if (slot.process?.isRunning) continue;
      const ended = await slot.process?.ended;
      if (ended?.code !== 0) {
        crashes += 1;
        testBed.recordFault(`${slot.name} ran out of memory (${ended?.signal ?? ended?.code})`);
      }
      await cluster.start(slot, "", POISONED);
    }
    if (await isGivenUp(testBed, transactionId)) return { crashes, isGivenUp: true };
  }
  return { crashes, isGivenUp: false };
}

async function isGivenUp({ cluster }: TestBed, transactionId: string): Promise<boolean> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query(
      `select from execution_details d join notifications n
         on n.environment_id = d.environment_id and n.id = d.notification_id
       join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
       where t.transaction_id = $1 and d.code = 'step_crashed'`,
      [transactionId],
    ),
  );
  return rows.length > 0;
}
