import { expect, test } from "vitest";
import { createStoppedTime } from "../../testing/movable-time.ts";
import type { Queryable } from "../database/database.ts";
import { createAuthenticate } from "./authenticate.ts";
import { createWrongKeys } from "./wrong-keys.ts";

const KEY = `ApiKey ${"k".repeat(40)}`;

/** An API key as the database has it; its look-ups are counted. */
function open(stored: { endsInMs: number | null } | undefined) {
  const time = createStoppedTime();
  const { monotonicMs: nowMs } = time;
  const state = { stored, lookUps: 0, isInUse: false, shares: [] as string[] };
  const query = async () => {
    state.lookUps += 1;
    return state.stored ? [{ id: "e", keyId: "k", scopes: ["read"], ...state.stored }] : [];
  };
  const authenticate = createAuthenticate({
    databaseOf: (share) => {
      state.shares.push(share);
      return { query } as unknown as Queryable;
    },
    wrongKeys: createWrongKeys({ maxPerMinute: 20, nowMs }),
    isInUse: async () => state.isInUse,
    keyUses: { note: () => {}, close: async () => {} },
    nowMs,
  });
  return { time, state, call: (key = KEY) => authenticate(key, "127.0.0.1") };
}

test("authentication: an expired key is refused although it is cached", async () => {
  const { time, state, call } = open({ endsInMs: 500 });
  await time.advance(100);
  await call();
  await time.advance(499);
  await call();
  await time.advance(1);
  await expect(call()).rejects.toMatchObject({ message: "The API key has expired" });
  expect(state.lookUps).toBe(1);
});

test("authentication: a revoked key is refused 4 s after its last look-up was sent", async () => {
  const { time, state, call } = open({ endsInMs: null });
  await call();
  state.stored = undefined;
  await time.advance(3_999);
  await call();
  await time.advance(1);
  await expect(call()).rejects.toMatchObject({ message: "API Key not found" });
  expect(state.lookUps).toBe(2);
});

test("authentication: a first look-up is the stranger's, a re-check the environment's, and calls share it", async () => {
  const { time, state, call } = open({ endsInMs: null });
  await Promise.all([call(), call()]);
  await time.advance(4_000);
  await Promise.all(Array.from({ length: 100 }, () => call()));
  expect(state.shares).toEqual(["stranger 127.0.0.1", "known e"]);
});

test("authentication: behind a locked address a key that was used before passes, another one does not", async () => {
  const { state, call } = open(undefined);
  for (let n = 0; n < 20; n += 1) await call(`ApiKey wrong${n}`).catch(() => {});
  state.stored = { endsInMs: null };
  await expect(call()).rejects.toMatchObject({ code: "too_many" });
  state.isInUse = true;
  expect((await call()).environment.id).toBe("e");
});
