import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { openSharedTransaction } from "../database/shared-transaction.ts";
import { systemTime } from "../foundation/clock.ts";
import { subscriberKeyOf, workflowKeyOf } from "../foundation/ids.ts";
import { createLog } from "../foundation/log.ts";
import { UNCOUNTED } from "../metrics/metrics.ts";
import type { PayloadChecks } from "../workflows/payload-checks.ts";
import { createVersionCache } from "../workflows/version-cache.ts";
import { createAcceptor } from "./accept.ts";
import type { TriggerRequest } from "./trigger.ts";

const { database } = await useTestDatabase();

const request: TriggerRequest = {
  workflowKey: workflowKeyOf("any"),
  recipients: [{ subscriberKey: subscriberKeyOf("ada") }],
  topics: [],
  contexts: [],
  payload: {},
  overrides: {},
};

function open() {
  const story: string[] = [];
  const payloadChecks: PayloadChecks = {
    known: (_workflow, payload) => payload,
    check: async () => {},
    schemaProblem: async () => undefined,
  };
  const acceptor = createAcceptor({
    log: createLog("silent"),
    metrics: UNCOUNTED,
    payloadChecks,
    versions: createVersionCache(),
    backlog: { isFull: () => false },
    database,
    clock: systemTime,
    onAccepted: () => story.push("announced"),
  });
  return { story, acceptor };
}

test("accept: triggers stored in the caller's transaction are announced after its commit", async () => {
  const { story, acceptor } = open();
  await openSharedTransaction(database, async (transaction) => {
    expect(await acceptor.acceptIn(transaction, "e1", [request])).toEqual([{ kind: "workflow_not_found" }]);
    story.push("stored");
  });
  expect(story).toEqual(["stored", "announced"]);
});

test("accept: triggers stored in a transaction that fails are not announced", async () => {
  const { story, acceptor } = open();
  const failing = openSharedTransaction(database, async (transaction) => {
    await acceptor.acceptIn(transaction, "e1", [request]);
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(story).toEqual([]);
});
