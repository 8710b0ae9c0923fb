import { expect, test } from "vitest";
import { createStoppedTime } from "../../testing/movable-time.ts";
import type { Queryable, Statement } from "../database/database.ts";
import type { SubscriberId } from "../foundation/ids.ts";
import { generateKeyring, parseKeyring, secretsWith } from "../foundation/secrets.ts";
import { sessionToken } from "./session-token.ts";
import { createVerifySession } from "./verify-session.ts";

type Asked = { ownerId: string; keyId: string; subscriberId: string };

/** A database in which every session's owner exists, but for the subscriber "gone". */
function open() {
  const time = createStoppedTime();
  const secrets = secretsWith(parseKeyring(generateKeyring()));
  const statements: { share: string; asked: number }[] = [];
  const databaseOf = (share: string) => {
    const query = async ({ values }: Statement) => {
      const asked = JSON.parse(String(values[0])) as Asked[];
      statements.push({ share, asked: asked.length });
      return asked
        .filter(({ subscriberId }) => subscriberId !== "gone")
        .map(({ ownerId, subscriberId }) => ({ ownerId, id: values[1], subscriberKey: subscriberId }));
    };
    return { query } as unknown as Queryable;
  };
  const clockMs = () => time.now().getTime();
  const verify = createVerifySession({
    databaseOf,
    secrets,
    integrations: { activeInApp: async () => new Map() },
    clockMs,
    nowMs: time.monotonicMs,
  });
  const tokenOf = (subscriberId: string, environmentId = "e") =>
    sessionToken(secrets, {
      environmentId,
      subscriberId: subscriberId as SubscriberId,
      apiKeyId: "k",
      contextKeys: [],
      expiresAtMs: clockMs() + 3_600_000,
      isProven: true,
    });
  return { time, statements, verify, tokenOf };
}

test("inbox sessions that are verified at the same moment cost one statement of their environment", async () => {
  const { time, statements, verify, tokenOf } = open();
  const tokens = Array.from({ length: 100 }, (_, n) => tokenOf(`s${n}`));
  const other = tokenOf("s0", "f");
  const sessions = await Promise.all([...tokens, other].map(verify));
  expect(sessions.map(({ subscriberKey }) => subscriberKey)).toEqual([
    ...tokens.map((_, n) => `s${n}`),
    "s0",
  ]);
  expect(sessions.map(({ environment }) => environment.id).slice(-2)).toEqual(["e", "f"]);
  expect(statements).toEqual([
    { share: "known e", asked: 100 },
    { share: "known f", asked: 1 },
  ]);
  await time.advance(3_999);
  await Promise.all(tokens.map(verify));
  expect(statements).toHaveLength(2);
  await time.advance(1);
  await Promise.all(tokens.map(verify));
  expect(statements).toHaveLength(3);
});

test("an inbox session whose subscriber is gone, or whose token is not ours, is refused", async () => {
  const { statements, verify, tokenOf } = open();
  const [gone, right] = [tokenOf("gone"), tokenOf("ada")];
  const outcomes = await Promise.allSettled([verify(gone), verify(right), verify(`${right}A`), verify("")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "rejected"]);
  expect(statements).toEqual([{ share: "known e", asked: 2 }]);
});
