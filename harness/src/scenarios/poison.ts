import { setTimeout as sleep } from "node:timers/promises";
import { nodeVariables } from "../seeding/node-variables.ts";
import type { Scenario, TestBed } from "../scenario.ts";

const POISONED = nodeVariables("poison", "--max-old-space-size=96");
/** The product takes it with fewer and fewer others, four times alone, and gives it up after nine. */
const MOST_DEATHS = 10;
const PATIENCE_MS = 120_000;

/** A message at which every worker runs out of memory: it is given up after some deaths, and all others go out. */
export const poisonJob: Scenario = {
  id: "F-M",
  title: "a message that costs workers their memory",
  takesTime: true,
  // Processes that look for memory to their last take the machine from all others.
  runsAlone: true,
  apis: 1,
  failpoints: "lease_seconds=4,heartbeat_ms=1000",
  nextTrigger: (traffic, n) => traffic.of(n % 2 === 0 ? "letter" : "text", n),
  run: async (testBed) => {
    const { cluster, expect, allowFailure, log } = testBed;
    for (const slot of cluster.workers) await cluster.end(slot, "SIGTERM");
    const poisons = testBed.size(1, 1, 4);
    for (let n = 0; n < poisons; n += 1) {
      const transactionId = `poison${n}`;
      allowFailure(transactionId);
      const to = { subscriberId: "person0", email: "person0@example.com" };
      const body = { name: "letter", to, transactionId, payload: { mark: transactionId } };
      await cluster.request("POST", "/v1/events/trigger", body);
      const { deaths, isGivenUp } = await superviseUntilGivenUp(testBed, transactionId);
      log(
        `${deaths} deaths; ${isGivenUp ? "given up" : "NOT given up"}; ${testBed.client.acknowledged} acknowledged`,
      );
      expect(isGivenUp, `${transactionId} was not given up after ${deaths} deaths`);
      expect(deaths > 0 && deaths <= MOST_DEATHS, `${transactionId} cost ${deaths} deaths`);
    }
  },
};

/** As an operator's service manager does it: who has died is started again. */
async function superviseUntilGivenUp(testBed: TestBed, transactionId: string) {
  const { cluster } = testBed;
  let deaths = 0;
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
    for (const slot of cluster.workers) {
      if (slot.process?.isRunning) continue;
      const ended = await slot.process?.ended;
      if (ended?.code !== 0) {
        deaths += 1;
        testBed.recordFault(`${slot.name} ran out of memory (${ended?.signal ?? ended?.code})`);
      }
      await cluster.start(slot, "", POISONED);
    }
    if (await isGivenUp(testBed, transactionId)) return { deaths, isGivenUp: true };
  }
  return { deaths, isGivenUp: false };
}

async function isGivenUp({ cluster }: TestBed, transactionId: string): Promise<boolean> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query(
      `select from execution_details d join notifications n
         on n.environment_id = d.environment_id and n.id = d.notification_id
       where n.transaction_id = $1 and d.code = 'step_crashed'`,
      [transactionId],
    ),
  );
  return rows.length > 0;
}
