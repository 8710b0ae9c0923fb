import { expect, test } from "vitest";
import { appendCredentials, bytesOf, removeDeviceTokens, replaceCredentials } from "./channel-settings.ts";
import { registrationsOf, tokensToRemove } from "./device-registrations.ts";

const push = { id: "i1", identifier: "phones", providerId: "apns" } as const;
const at = (ms: number) => new Date(ms);
const timesOf = (settings: readonly Parameters<typeof registrationsOf>[0][]) =>
  Object.fromEntries(registrationsOf(settings[0]));

test("a registration dates the named tokens only, and always later than before", () => {
  const first = replaceCredentials([], push, { deviceTokens: ["a", "b", "a"] }, at(100));
  expect(timesOf(first)).toEqual({ a: 100, b: 100 });
  const appended = appendCredentials(first, push, { deviceTokens: ["b", "c"] }, at(200));
  expect(timesOf(appended)).toEqual({ a: 100, b: 200, c: 200 });
  expect(timesOf(replaceCredentials(appended, push, { deviceTokens: ["b", "a"] }, at(200)))).toEqual({
    a: 200,
    b: 201,
  });
  expect(timesOf(removeDeviceTokens(appended, "i1", ["b"]))).toEqual({ a: 100, c: 200 });
});

test("a trigger that names tokens registers none: known ones keep their time", () => {
  const known = replaceCredentials([], push, { deviceTokens: ["a"] }, at(100));
  expect(replaceCredentials(known, push, { deviceTokens: ["a"] })).toEqual(known);
  expect(timesOf(replaceCredentials(known, push, { deviceTokens: ["x", "a"] }))).toEqual({ x: null, a: 100 });
  expect(replaceCredentials([], push, { deviceTokens: ["a"] })[0]).not.toHaveProperty("registeredMs");
});

test("times that another version left with other tokens are not known, and times do not count as bytes", () => {
  const [known] = replaceCredentials([], push, { deviceTokens: ["a", "b"] }, at(100));
  const shorter = { ...known, credentials: { deviceTokens: ["b"] } } as NonNullable<typeof known>;
  expect(registrationsOf(shorter)).toEqual(new Map([["b", null]]));
  const { registeredMs: _, ...given } = shorter;
  expect(bytesOf([shorter])).toBe(bytesOf([given]));
});

const registered = (entries: Record<string, number | null>) => new Map(Object.entries(entries));

test.each([
  ["as before the call", { a: 100 }, { a: 100 }, undefined, ["a"]],
  ["at an unknown time", { a: null }, { a: null }, 50, ["a"]],
  ["again during the call", { a: 100 }, { a: 200 }, undefined, []],
  ["again during the call, before at an unknown time", { a: null }, { a: 200 }, undefined, []],
  ["anew during the call", {}, { a: 200 }, undefined, []],
  ["no more", { a: 100 }, {}, undefined, []],
  ["before the vendor's moment", { a: 100 }, { a: 100 }, 150, ["a"]],
  ["after the vendor's moment", { a: 100 }, { a: 100 }, 50, []],
] as const)("a token that is registered %s", (...[, known, current, goneMs, removed]) => {
  const gone = { tokens: ["a", "a"], goneAt: goneMs === undefined ? undefined : new Map([["a", goneMs]]) };
  const registrations = { known: registered(known), current: registered(current) };
  expect(tokensToRemove(gone, registrations)).toEqual(removed);
});
