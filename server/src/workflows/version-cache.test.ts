import { afterAll, beforeAll, expect, test } from "vitest";
import { inApp } from "../../testing/steps.ts";
import type { TestEnvironment } from "../../testing/test-environment.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { workflowKeyOf } from "../foundation/ids.ts";
import { createVersionCache } from "./version-cache.ts";
import { findWorkflowHeads, findWorkflowsByKey, type VersionKey } from "./workflow-store.ts";

let service: TestService;
let environment: TestEnvironment;
beforeAll(async () => {
  service = await startTestService();
  environment = await service.newEnvironment("bare");
});
afterAll(() => service.close());

async function stored(name: string, characters: number): Promise<VersionKey> {
  const { _id: workflowId } = await environment.given.workflow(name, [inApp("x".repeat(characters))]);
  return { workflowId, version: 1 };
}

test("the cache keeps the last used versions up to its limit of bytes, and no larger version", async () => {
  const cache = createVersionCache(25_000);
  const [a, b, c, huge] = [
    await stored("a", 10_000),
    await stored("b", 10_000),
    await stored("c", 10_000),
    await stored("huge", 30_000),
  ];
  /** Whether the version had to be read from the database. */
  const isRead = async (key: VersionKey) => {
    const before = service.database.statementCount;
    const versionOf = await cache.get(service.database, environment.id, [key, key]);
    expect(versionOf(key).definition.steps).toHaveLength(1);
    return service.database.statementCount > before;
  };
  const inTurn = async (...keys: VersionKey[]) => {
    const reads: boolean[] = [];
    for (const key of keys) reads.push(await isRead(key));
    return reads;
  };
  expect(await inTurn(a, b, a, b)).toEqual([true, true, false, false]);
  expect(await inTurn(a, c, a, c)).toEqual([false, true, false, false]);
  expect(await inTurn(b)).toEqual([true]);
  expect(await inTurn(huge, huge, b)).toEqual([true, true, false]);
});

test("a workflow's head has the current version, but no definition", async () => {
  await environment.given.workflow("headed", [inApp("x")]);
  await environment.patch("/v2/workflows/headed", { name: "New", active: false });
  const keys = [workflowKeyOf("headed"), workflowKeyOf("unknown")];
  const [head, ...others] = await findWorkflowHeads(service.database, environment.id, keys);
  const [whole] = await findWorkflowsByKey(service.database, environment.id, keys);
  expect(head).toEqual({ id: whole?.id, workflowKey: "headed", version: 2, isActive: false });
  expect(others).toEqual([]);
  expect(await findWorkflowHeads(service.database, (await service.newEnvironment("bare")).id, keys)).toEqual(
    [],
  );
});
