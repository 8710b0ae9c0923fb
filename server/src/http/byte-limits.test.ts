import { LIMITS, OPERATIONS, triggerEventsBulk } from "@tidings/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AppError, FieldErrors } from "../foundation/app-error.ts";
import { createByteCheck } from "./byte-limits.ts";

const limits = { ...LIMITS, payloadBytes: 100, overridesBytes: 50, dataBytes: 30 };
const check = createByteCheck(triggerEventsBulk.body, limits);

/** An object whose JSON has exactly this many bytes. */
const ofBytes = (bytes: number) => ({ a: "x".repeat(bytes - '{"a":""}'.length) });

function errorsOf(body: unknown, sentBytes = Number.POSITIVE_INFINITY): FieldErrors | undefined {
  try {
    check(body, sentBytes);
    return undefined;
  } catch (error) {
    return (error as AppError).errors;
  }
}

test("a value at its limit passes; one byte more is refused with the field, its size and the limit", () => {
  const good = { payload: ofBytes(100), overrides: ofBytes(50), actor: { data: ofBytes(30) } };
  expect(errorsOf({ events: [good] })).toBeUndefined();
  const bad = {
    payload: ofBytes(101),
    overrides: ofBytes(51),
    actor: { data: ofBytes(31) },
    tenant: { data: ofBytes(32) },
    context: { region: { data: ofBytes(33) }, project: "p" },
    to: ["ada", { data: ofBytes(34) }],
  };
  const field = (name: string, bytes: number, limit: number): FieldErrors => ({
    [name]: { messages: [`${name} has ${bytes} bytes of JSON; the limit is ${limit}`] },
  });
  expect(errorsOf({ events: [good, bad, { to: { data: ofBytes(35) } }] })).toEqual({
    ...field("events.1.payload", 101, 100),
    ...field("events.1.overrides", 51, 50),
    ...field("events.1.actor.data", 31, 30),
    ...field("events.1.tenant.data", 32, 30),
    ...field("events.1.context.region.data", 33, 30),
    ...field("events.1.to.1.data", 34, 30),
    ...field("events.2.to.data", 35, 30),
  });
});

test("bytes are counted, not characters", () => {
  expect(errorsOf({ events: [{ payload: { a: "é".repeat(46) } }] })).toBeUndefined();
  expect(errorsOf({ events: [{ payload: { a: "é".repeat(47) } }] })).toHaveProperty(["events.0.payload"]);
});

test("a body too short to contain a value above its limit is not measured", () => {
  const unmeasured = {
    get events(): never {
      throw new Error("it was looked at");
    },
  };
  expect(() => check(unmeasured, 5)).not.toThrow();
  expect(() => check(unmeasured, 6)).toThrow("it was looked at");
});

test("JSON that is parsed and printed grows at most by the assumed factor", () => {
  const numbers = ["1e20", "9e20", "-1e20", "1E20", "1e-6", "1e9", "0.1", "1e21", "123456789012345680000"];
  const token = fc.oneof(
    fc.constantFrom(...numbers),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  );
  fc.assert(
    fc.property(fc.array(token, { minLength: 1 }), (tokens) => {
      const sent = `{"events":[{"overrides":{"a":[${tokens.join(",")}]}}]}`;
      const body = JSON.parse(sent);
      const isTooLarge = JSON.stringify(body.events[0].overrides).length > limits.overridesBytes;
      expect(errorsOf(body, sent.length) !== undefined).toBe(isTooLarge);
    }),
  );
});

test("only operations with payloads, overrides or data have byte limits", () => {
  const limited = OPERATIONS.filter(({ body }) => JSON.stringify(body ?? {}).includes('"maxBytes"'));
  expect(limited.map(({ id }) => id).sort()).toEqual([
    "broadcastEvent",
    ...[
      "createContext",
      "createInboxSession",
      "createSubscriber",
      "createSubscriberV1",
      "createSubscribersBulk",
      "createTopic",
    ],
    ...[
      "createTopicV1",
      "explainTrigger",
      "markMessageActionV1",
      "previewStep",
      "triggerEvent",
      "triggerEventsBulk",
      "updateContext",
    ],
    ...["updateSubscriber", "updateSubscriberV1", "updateTopic"],
  ]);
});
