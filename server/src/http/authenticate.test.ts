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
  const state = { stored, lookUps: 0 };
  const query = async () => {
    state.lookUps += 1;
    return state.stored ? [{ id: "e", keyId: "k", scopes: ["read"], ...state.stored }] : [];
  };
  const authenticate = createAuthenticate({
    database: { query } as unknown as Queryable,
    wrongKeys: createWrongKeys({ maxPerMinute: 20, nowMs }),
    keyUses: { note: () => {}, close: async () => {} },
    nowMs,
  });
  return { time, state, call: () => authenticate(KEY, "127.0.0.1") };
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
