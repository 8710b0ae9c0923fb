import { expect, test } from "vitest";
import { systemTime } from "../foundation/clock.ts";
import type { SendOutcome } from "./provider.ts";
import { createTokenCache, tokenName } from "./token-cache.ts";

const HOUR_MS = 3_600_000;

function counted() {
  let issued = 0;
  const issue = async () => {
    issued += 1;
    return { token: `t${issued}`, validForMs: HOUR_MS };
  };
  return { issue, count: () => issued };
}

test("concurrent callers share one issued token, and it is renewed a minute before it expires", async () => {
  let nowMs = 0;
  const cache = createTokenCache(() => nowMs);
  const { issue, count } = counted();
  expect(await Promise.all([cache.get("a", issue), cache.get("a", issue)])).toEqual(["t1", "t1"]);
  nowMs = HOUR_MS - 60_001;
  expect(await cache.get("a", issue)).toBe("t1");
  nowMs = HOUR_MS - 60_000;
  expect(await cache.get("a", issue)).toBe("t2");
  expect(count()).toBe(2);
});

test("a failure is returned to all concurrent callers, and the next caller issues again", async () => {
  const cache = createTokenCache(systemTime.monotonicMs);
  const failure: SendOutcome = { kind: "config_error", reason: "wrong key" };
  const failing = async () => failure;
  expect(await Promise.all([cache.get("a", failing), cache.get("a", failing)])).toEqual([failure, failure]);
  expect(await cache.get("a", counted().issue)).toBe("t1");
});

test("a thrown error is not cached", async () => {
  const cache = createTokenCache(systemTime.monotonicMs);
  const broken = () => Promise.reject(new Error("broken"));
  await expect(cache.get("a", broken)).rejects.toThrow("broken");
  expect(await cache.get("a", counted().issue)).toBe("t1");
});

test("forget drops the refused token only, not the one that replaced it", async () => {
  const cache = createTokenCache(systemTime.monotonicMs);
  const { issue } = counted();
  await cache.get("a", issue);
  cache.forget("a", "t1");
  expect(await cache.get("a", issue)).toBe("t2");
  cache.forget("a", "t1");
  expect(await cache.get("a", issue)).toBe("t2");
});

test("the names of equal credentials are equal, whatever the order of their fields", () => {
  expect(tokenName("fcm", { user: "a", password: "b" })).toBe(tokenName("fcm", { password: "b", user: "a" }));
  expect(tokenName("fcm", { user: "a" })).not.toBe(tokenName("fcm", { user: "b" }));
  expect(tokenName("fcm", { user: "a" })).not.toBe(tokenName("apns", { user: "a" }));
});
