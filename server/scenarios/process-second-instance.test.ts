import { expect, test, vi } from "vitest";
import { useTestMachines } from "../testing/test-process.ts";

/** A second instance of the built program on the data directory or the port of the first. */

vi.setConfig({ testTimeout: 60_000 });

const newMachine = useTestMachines();

test("a second instance on the same data directory or port: is refused and does no harm", async () => {
  const [machine, neighbour] = [await newMachine(), await newMachine()];
  const first = await machine.serve();
  const second = await machine.run(["serve"]);
  expect(second).toMatchObject({ code: 1, stdout: "" });
  expect(second.stderr).toContain(
    `The data directory ${machine.dataDirectory} is in use by another instance`,
  );
  expect(second.stderr.trim().split("\n")).toHaveLength(1);
  // Refused without waiting: within a second of a start that ends as soon as the program is loaded.
  const loaded = await machine.run(["serve"], { PORT: "nonsense" });
  expect(loaded.code).toBe(2);
  expect(second.tookMs - loaded.tookMs).toBeLessThan(1_000);
  const migrating = await machine.run(["migrate"]);
  expect([migrating.code, migrating.stderr]).toEqual([1, expect.stringContaining("in use by another")]);

  const samePort = await neighbour.run(["serve"], { PORT: new URL(first.url).port });
  expect([samePort.code, samePort.stderr]).toEqual([1, expect.stringContaining("already in use")]);
  expect(neighbour.leftovers()).toEqual([]);

  expect((await first.caller().get("/v1/health-check")).status).toBe(200);
  expect(await first.end("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
});
