import { livez, readyz } from "@tidings/contract";
import { beforeEach, expect, test } from "vitest";
import { createStoppedTime } from "../../testing/movable-time.ts";
import { healthEndpoints } from "./health.ts";

let time = createStoppedTime();
let looks = 0;
let trouble: string | undefined;
beforeEach(() => {
  time = createStoppedTime();
  looks = 0;
  trouble = undefined;
});

function open() {
  const look = async () => {
    looks += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return trouble;
  };
  const endpoints = healthEndpoints({ trouble: look, time });
  return (wanted: unknown) => {
    const found = endpoints.find(({ operation }) => operation === wanted);
    return found?.handle({} as never);
  };
}

test("readyz: a thousand requests within a second share one check; the next second has its own", async () => {
  const ask = open();
  await Promise.all(Array.from({ length: 1_000 }, () => ask(readyz)));
  await time.advance(999);
  trouble = "The database does not answer";
  await ask(readyz);
  expect(looks).toBe(1);
  await time.advance(1);
  await expect(ask(readyz)).rejects.toMatchObject({ code: "unavailable", message: trouble });
  expect(looks).toBe(2);
});

test("readyz: a check that takes longer than a second is not repeated meanwhile", async () => {
  const ask = open();
  const first = ask(readyz);
  await time.advance(2_500);
  await Promise.all([first, ask(readyz)]);
  expect(looks).toBe(1);
});

test("livez: checks nothing", async () => {
  await open()(livez);
  expect(looks).toBe(0);
});
