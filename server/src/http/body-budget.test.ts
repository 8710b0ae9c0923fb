import { expect, test } from "vitest";
import { SHARE, type Share } from "../foundation/share.ts";
import { createBodyBudget } from "./body-budget.ts";

const MIB = 1024 * 1024;
const [A, B, STRANGER] = [
  SHARE.environment("a"),
  SHARE.environment("b"),
  SHARE.stranger("192.0.2.1"),
] as const;

function open() {
  const budget = createBodyBudget();
  /** A body of which these bytes arrive at once. */
  const arrive = (share: Share, bytes: number) => {
    const body = budget.open(share);
    return { body, refusal: body.add(bytes)?.message };
  };
  return { budget, arrive };
}

test("bodies beyond 64 MiB at once are refused for one environment, not for another", () => {
  const { arrive } = open();
  const bodies = Array.from({ length: 16 }, () => arrive(A, 4 * MIB));
  expect(bodies.map(({ refusal }) => refusal)).toEqual(Array(16).fill(undefined));
  const TOO_MANY = expect.stringContaining("Too many large requests of this environment are in progress");
  expect(arrive(A, 4 * MIB).refusal).toEqual(TOO_MANY);
  expect(arrive(A, 1_000).refusal).toBeUndefined();
  expect(arrive(B, 4 * MIB).refusal).toBeUndefined();
  bodies[0]?.body.close();
  bodies[0]?.body.close();
  expect(arrive(A, 4 * MIB).refusal).toBeUndefined();
  expect(arrive(A, 4 * MIB).refusal).toEqual(TOO_MANY);
});

test("an address may send 16 MiB at once before it has proved anything", () => {
  const { arrive } = open();
  for (let n = 0; n < 16; n += 1) expect(arrive(STRANGER, MIB).refusal).toBeUndefined();
  expect(arrive(STRANGER, MIB).refusal).toContain("from this address");
  expect(arrive(SHARE.stranger("192.0.2.2"), MIB).refusal).toBeUndefined();
});

test("what has not arrived does not count: a hundred bodies of one byte refuse no other", () => {
  const { budget, arrive } = open();
  for (let n = 0; n < 100; n += 1) budget.open(STRANGER).add(1);
  expect(arrive(STRANGER, 15 * MIB).refusal).toBeUndefined();
});

test("a body that arrives in pieces is counted once, and refused at the piece that is too much", () => {
  const { budget, arrive } = open();
  expect(arrive(STRANGER, 10 * MIB).refusal).toBeUndefined();
  const pieces = budget.open(STRANGER);
  const refusals = Array.from({ length: 7 }, () => pieces.add(MIB) !== undefined);
  expect(refusals).toEqual([false, false, false, false, false, false, true]);
});

test("the only body of its share is taken, whatever its size", () => {
  expect(open().arrive(A, 100 * MIB).refusal).toBeUndefined();
});

test("whatever many others use, a share without requests in progress is served", () => {
  const { arrive } = open();
  for (const id of ["a", "b", "c", "d", "e", "f", "g"]) {
    for (let n = 0; n < 16; n += 1) arrive(SHARE.environment(id), 4 * MIB);
  }
  const last = SHARE.environment("h");
  for (let n = 0; n < 16; n += 1) expect(arrive(last, 4 * MIB).refusal).toBeUndefined();
});
