import { expect, test } from "vitest";
import { AppError } from "./app-error.ts";
import { kindOf, SHARE, ShareCounts } from "./share.ts";
import { takePlaces } from "./share-places.ts";

test("shares: the same name of two kinds is two shares, and each knows its kind", () => {
  const shares = [
    SHARE.environment("a"),
    SHARE.known("a"),
    SHARE.stranger("a"),
    SHARE.receipts("a", "b"),
    SHARE.process("a"),
  ];
  expect(new Set(shares).size).toBe(5);
  expect(shares.map(kindOf)).toEqual(["environment", "known", "stranger", "receipts", "process"]);
  expect(SHARE.receipts("a", "b")).not.toBe(SHARE.receipts("a", "c"));
});

test("shares: a count is held until it is given back, once", () => {
  const counts = new ShareCounts();
  const [a, b] = [SHARE.environment("a"), SHARE.environment("b")] as const;
  const leave = counts.hold(a);
  counts.hold(a);
  leave();
  leave();
  expect([counts.of(a), counts.of(b)]).toEqual([1, 0]);
});

test("shares: a place is taken in all of them or in none", () => {
  const taken = new ShareCounts();
  const [session, address] = [SHARE.known("session s"), SHARE.stranger("192.0.2.1")] as const;
  const places = [
    { share: address, max: 2, whose: "from this address" },
    { share: session, max: 1, whose: "of this session" },
  ];
  const take = () => takePlaces(taken, places, (whose) => new AppError("too_many", `Too many ${whose}`));
  const leave = take();
  expect(take).toThrow("Too many of this session");
  expect([taken.of(address), taken.of(session)]).toEqual([1, 1]);
  leave();
  leave();
  expect([taken.of(address), taken.of(session)]).toEqual([0, 0]);
  take();
});
