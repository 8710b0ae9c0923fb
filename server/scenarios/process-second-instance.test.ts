import { expect, test } from "vitest";
import { useTestMachines } from "../testing/test-process.ts";

/** A second instance of the built program on the data directory or the port of the first. */

const newMachine = useTestMachines();

test("a second instance on the same data directory or port: is refused and does no harm", async () => {
  const [machine, neighbour] = [await newMachine(), await newMachine()];
  const first = await machine.serve();
  const second = await machine.run(["serve"]);
  expect(second).toMatchObject({ code: 1, stdout: "" });
  expect(second.stderr).toContain(
    `The data directory ${machine.dataDirectory} is in use by another instance`,
  );
  // One line, because waiting and trying again are logged; refusals.test.ts counts what the refused instance asks.
  expect(second.complaints.trim().split("\n")).toHaveLength(1);
  const migrating = await machine.run(["migrate"]);
  expect([migrating.code, migrating.stderr]).toEqual([1, expect.stringContaining("in use by another")]);

  const samePort = await neighbour.run(["serve"], { PORT: new URL(first.url).port });
  expect([samePort.code, samePort.stderr]).toEqual([1, expect.stringContaining("already in use")]);
  expect(neighbour.leftovers()).toEqual([]);

  expect((await first.caller().get("/v1/health-check")).status).toBe(200);
  expect(await first.end("SIGTERM")).toMatchObject({ code: 0, complaints: "" });
});
