import { expect, test } from "vitest";
import { newId } from "../foundation/id.ts";
import type { SubscriberId, WorkflowId } from "../foundation/ids.ts";
import { generateKeyring, parseKeyring, secretsWith } from "../foundation/secrets.ts";
import { createUnsubscribeUrl, readUnsubscribeToken, unsubscribeToken } from "./unsubscribe-token.ts";

const [old, current] = [generateKeyring("k1"), generateKeyring("k2")];
const secrets = secretsWith(parseKeyring(old));
const unsubscription = {
  environmentId: newId(1),
  workflowId: newId(2) as WorkflowId,
  subscriberId: newId(3) as SubscriberId,
};
const token = unsubscribeToken(secrets, unsubscription);

test("a token: is always the same, and has the three ids", () => {
  expect(token).toMatch(/^[\w-]{70}$/);
  expect(unsubscribeToken(secrets, unsubscription)).toBe(token);
  expect(readUnsubscribeToken(secrets, token)).toEqual(unsubscription);
});

test("a token of an older secrets key: is valid while the service has that key", () => {
  const rotated = secretsWith(parseKeyring(`${current},${old}`));
  expect(readUnsubscribeToken(rotated, token)).toEqual(unsubscription);
  expect(unsubscribeToken(rotated, unsubscription)).not.toBe(token);
  expect(readUnsubscribeToken(secretsWith(parseKeyring(current)), token)).toBeUndefined();
});

test("a token with any changed, missing or additional character: is not valid", () => {
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === "A" ? "B" : "A";
    expect(readUnsubscribeToken(secrets, token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined();
    expect(readUnsubscribeToken(secrets, token.slice(0, at))).toBeUndefined();
  }
  for (const more of ["A", "=", " ", "\n"]) {
    expect(readUnsubscribeToken(secrets, token + more)).toBeUndefined();
  }
});

test("a signature for another purpose: is not valid", () => {
  const place = Buffer.from(token, "base64url").subarray(0, 36);
  const foreign = Buffer.concat([place, secrets.sign("other", place)]).toString("base64url");
  expect(readUnsubscribeToken(secrets, foreign)).toBeUndefined();
});

test("without the public address: there are no links", () => {
  expect(createUnsubscribeUrl(undefined, secrets)).toBeUndefined();
});
