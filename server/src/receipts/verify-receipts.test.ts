import { expect, test } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";
import { fetchingBy, NOW, RECEIPT_URL } from "../../testing/receipt-case.ts";
import type { ReceiptRules, Verification } from "../providers/receipts/receipt.ts";
import { UnjudgedReceipt } from "../providers/receipts/unjudged.ts";
import { judge, type Receiver } from "./verify-receipts.ts";

/** The wrapper around all vendors' code: what is not verified is a 401, whatever that code does. */

const captured = captureLog("trace");
const SECRET = "whsec_of_ada@example.com";
const RULES: ReceiptRules = {
  signingKey: { label: "", help: "" },
  verify: () => false,
  receiptsIn: () => [],
};
const call: Verification["call"] = () => Promise.reject(new Error("no call was expected"));
const verification: Receiver["verification"] = {
  request: { method: "POST", url: RECEIPT_URL, headers: {}, body: Buffer.alloc(0), content: {} },
  signingKey: "key",
  credentials: {},
  now: NOW,
  call,
  fetchCertificate: fetchingBy(call),
};
const judged = (rules: Partial<ReceiptRules>) =>
  judge({ providerId: "resend", rules: { ...RULES, ...rules }, verification }, captured.log);

const throwing = (error: unknown) => () => {
  throw error;
};
const ERRORS = [
  new TypeError(`no function: ${SECRET}`),
  new Error(`with a cause ${SECRET}`, { cause: new Error(SECRET) }),
  new RangeError(`lines\n${SECRET}`),
  SECRET,
  { toString: 1, message: SECRET },
  undefined,
];

test("an error of the vendor's code is a 401, and is logged without its message", async () => {
  for (const error of ERRORS) {
    for (const fault of [throwing(error), () => Promise.reject(error)]) {
      await expect(judged({ verify: fault })).rejects.toMatchObject({ code: "unauthorized" });
      const rules = { handshake: fault, verify: () => true };
      await expect(judged(rules)).rejects.toMatchObject({ code: "unauthorized" });
    }
  }
  const lines = captured.matching(/unexpected error/);
  expect(lines).toHaveLength(4 * ERRORS.length);
  expect(lines[0]).toMatchObject({ level: "error", providerId: "resend", fault: { type: "TypeError" } });
  expect(lines[0].fault.stack).toContain("verify-receipts.test");
  expect(captured.lines.join("")).not.toContain(SECRET);
});

test("genuine, forged and unknown: an answer, the same 401, and a 503", async () => {
  expect(await judged({ verify: () => true })).toBeUndefined();
  expect(await judged({ handshake: () => "challenge", verify: () => false })).toBe("challenge");
  const forged = {
    code: "unauthorized",
    message: "The signature of the receipt is missing, wrong or too old",
  };
  await expect(judged({ verify: () => false })).rejects.toMatchObject(forged);
  await expect(judged({ verify: throwing(new Error("x")) })).rejects.toMatchObject(forged);
  const unknown = { code: "unavailable", retryAfterSeconds: 10 };
  for (const name of ["verify", "handshake"] as const) {
    const rules = { verify: () => true, [name]: throwing(new UnjudgedReceipt("no certificate")) };
    await expect(judged(rules)).rejects.toMatchObject(unknown);
  }
});
