import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { delay, email } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestMachines } from "../testing/test-process.ts";

/** A store is backed up while it is in use, and restored elsewhere. */

const newMachine = useTestMachines();

const mail = email("Hello");
const aSecond = delay({ amount: 1, unit: "seconds" });
const trigger = (caller: TestEnvironment, name: string) =>
  caller.trigger(name, { subscriberId: "ada", email: "ada@example.com" });
const sentCount = async (caller: TestEnvironment) =>
  (await caller.get("/v1/messages?limit=100")).body.totalCount;

/** Triggers one after the other until it is stopped, which returns the acknowledged transactionIds. */
function keepTriggering(caller: TestEnvironment): () => Promise<string[]> {
  let isStopped = false;
  const acknowledged: string[] = [];
  const working = (async () => {
    while (!isStopped) acknowledged.push(await trigger(caller, "now"));
  })();
  return async () => {
    isStopped = true;
    await working;
    return acknowledged;
  };
}

test("given a server under load, its backup restores all acknowledged data and holds deliveries", async () => {
  const [original, restored] = [await newMachine(), await newMachine()];
  const first = await original.serve();
  const caller = first.caller();
  await caller.given.workflow("now", [mail]);
  await caller.given.workflow("later", [aSecond, mail]);
  const before = await Promise.all(Array.from({ length: 20 }, () => trigger(caller, "now")));
  for (const id of before) await caller.finished(id);
  const pending = await trigger(caller, "later");
  const stop = keepTriggering(caller);
  const backup = join(original.temporaryDirectory, "backup");
  const made = await original.run(["backup", backup, "--json"]);
  expect(made).toMatchObject({ code: 0, complaints: "" });
  expect(JSON.parse(made.stdout)).toMatchObject({ directory: backup, bytes: expect.any(Number) });
  expect((await stop()).length).toBeGreaterThan(0);
  await caller.finished(pending);
  expect(await first.end("SIGTERM")).toMatchObject({ code: 0 });

  const again = await restored.run(["restore", backup]);
  expect(again).toMatchObject({ code: 0, complaints: "" });
  const second = await restored.serve();
  expect(second.stdout).toContain("Deliveries   held");
  const copy = second.caller(first.apiKey);
  const held = await sentCount(copy);
  expect(held).toBeGreaterThanOrEqual(20);
  for (const id of before) expect((await copy.finished(id))[0].jobs[0].status).toBe("completed");
  const fresh = await trigger(copy, "now");
  await sleep(1_500);
  expect(await sentCount(copy)).toBe(held);
  expect((await copy.get("/readyz")).status).toBe(200);
  expect(readdirSync(join(restored.dataDirectory, "outbox")).length).toBeGreaterThanOrEqual(20);

  expect((await restored.run(["release"])).stdout).toBe("Released: deliveries start.\n");
  await copy.finished(fresh);
  await copy.finished(pending);
  expect((await restored.run(["release"])).stdout).toBe("No deliveries were held.\n");
  expect(await second.end("SIGTERM")).toMatchObject({ code: 0, complaints: "" });
  expect(readdirSync(original.temporaryDirectory)).toEqual(["backup"]);
});
