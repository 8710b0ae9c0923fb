import { expect, test } from "vitest";
import { createStoppedTime } from "../../testing/movable-time.ts";
import type { Queryable, Statement } from "../database/database.ts";
import { sha256 } from "../foundation/secrets.ts";
import { SHARE } from "../foundation/share.ts";
import { createVerifyDashboardSession } from "./verify-session.ts";

const ADDRESS = "192.0.2.1";
const [STRANGER, KNOWN] = [`stranger ${ADDRESS}`, "known session s"];

const RIGHT = sha256("right").toString("hex");
const hexesIn = ([hexes]: readonly unknown[] = []) => hexes as readonly string[];

/** A database with one session, "s", of the token "right", which reaches the environment "e". */
function open() {
  const time = createStoppedTime();
  const state = { isOpen: true, reached: ["e"], answered: Promise.resolve() };
  const shares: string[] = [];
  const limited: string[] = [];
  const databaseOf = (share: string) => {
    const query = async ({ text, values }: Statement) => {
      if (text.includes("with ordinality")) {
        shares.push(share);
        const place = hexesIn(values).indexOf(RIGHT) + 1;
        return state.isOpen && place > 0 ? [{ id: "s", name: "Ada", isOperator: false, place }] : [];
      }
      if (!text.includes("distinct on")) return [];
      const rows = state.reached.map((id) => ({ id }));
      await state.answered;
      return rows;
    };
    return { query } as unknown as Queryable;
  };
  const verify = createVerifyDashboardSession({
    databaseOf,
    limitWrong: (address, lookUp) => {
      limited.push(address);
      return lookUp();
    },
    nowMs: time.monotonicMs,
  });
  const reachedBy = async (...tokens: string[]) =>
    (await verify(tokens, ADDRESS)).environments.map(({ id }) => id);
  return { time, state, shares, limited, verify, reachedBy };
}

test("a session of the dashboard: its re-check waits in its own share, and requests share it", async () => {
  const { time, shares, limited, reachedBy } = open();
  expect(await reachedBy("right")).toEqual(["e"]);
  await time.advance(3_999);
  await reachedBy("right");
  await time.advance(1);
  await Promise.all(Array.from({ length: 100 }, () => reachedBy("right")));
  expect([shares, limited]).toEqual([[STRANGER, KNOWN], [ADDRESS]]);
});

test("a session that has ended is found at the re-check, which counts as no wrong token", async () => {
  const { time, state, limited, reachedBy } = open();
  await reachedBy("right");
  state.isOpen = false;
  await time.advance(4_000);
  await expect(reachedBy("right")).rejects.toMatchObject({ code: "unauthorized" });
  expect(limited).toEqual([ADDRESS]);
  await expect(reachedBy("right")).rejects.toMatchObject({ code: "unauthorized" });
  expect(limited).toEqual([ADDRESS, ADDRESS]);
});

test("a session that reaches more is read anew as a known one, whatever cookies are beside its own", async () => {
  const { state, shares, verify, reachedBy } = open();
  await reachedBy("right");
  await reachedBy("planted", "right");
  state.reached = ["e", "new"];
  expect(await reachedBy("right")).toEqual(["e"]);
  verify.expire("right");
  expect([await reachedBy("right"), await reachedBy("planted", "right")]).toEqual([
    ["e", "new"],
    ["e", "new"],
  ]);
  expect(shares).toEqual([STRANGER, KNOWN]);
});

test("a session that reaches more does not get the answer of a statement that began before", async () => {
  const { time, state, verify, reachedBy } = open();
  await reachedBy("right");
  await time.advance(4_000);
  let answer = () => {};
  state.answered = new Promise((resolve) => {
    answer = resolve;
  });
  const before = reachedBy("right");
  await new Promise((resolve) => setImmediate(resolve));
  Object.assign(state, { reached: ["e", "new"], answered: Promise.resolve() });
  verify.expire("right");
  expect(await reachedBy("right")).toEqual(["e", "new"]);
  answer();
  expect(await before).toEqual(["e"]);
  expect(await reachedBy("right")).toEqual(["e", "new"]);
});

test("a session that was ended is read anew as an unknown one, whatever cookies are beside its own", async () => {
  const { shares, verify, reachedBy } = open();
  await reachedBy("right");
  await reachedBy("planted", "right");
  verify.forget("right");
  await reachedBy("planted", "right");
  await reachedBy("right");
  expect(shares).toEqual([STRANGER, STRANGER]);
});

test("a known session: cookies that others set beside it cost no look-up, and it keeps its share", async () => {
  const { time, shares, limited, verify, reachedBy } = open();
  expect(verify.shareOf(["right"], ADDRESS)).toBe(STRANGER);
  await reachedBy("right");
  for (let n = 0; n < 100; n += 1) await reachedBy(`planted${n}`, "right");
  expect(verify.shareOf(["planted", "right"], ADDRESS)).toBe(KNOWN);
  await time.advance(4_000);
  await reachedBy("planted", "right");
  expect([shares, limited]).toEqual([[STRANGER, KNOWN], [ADDRESS]]);
});

test("when a known session has ended, the other tokens of the request are tried", async () => {
  const { time, state, shares, reachedBy } = open();
  await reachedBy("right");
  state.isOpen = false;
  await time.advance(4_000);
  await expect(reachedBy("other", "right")).rejects.toMatchObject({ code: "unauthorized" });
  expect(shares).toEqual([STRANGER, KNOWN, STRANGER]);
});

test("a token that was made just now is read without the limit of wrong ones", async () => {
  const { limited, verify, reachedBy } = open();
  await verify.opened("right", SHARE.stranger(ADDRESS));
  await reachedBy("right");
  expect(limited).toEqual([]);
  await expect(verify([], ADDRESS)).rejects.toMatchObject({ code: "unauthorized" });
});
