import { expect, test } from "vitest";
import { systemTime } from "../foundation/clock.ts";
import { parseOutboundAllow } from "./allow-list.ts";
import { createDestinationCheck } from "./check-destination.ts";
import type { Lookup } from "./guard.ts";

const at = (host: string, port = 25) => ({ field: "host", host, port });
const checkWith = (lookup: Lookup, allow = "") =>
  createDestinationCheck({ allow: parseOutboundAllow(allow), lookup }, systemTime);

test("check destination: a name is checked by its addresses", async () => {
  const lookup: Lookup = async (host) => [host === "inside.example" ? "10.0.0.9" : "93.184.216.34"];
  expect(await checkWith(lookup)(at("mail.example"))).toBeUndefined();
  expect(await checkWith(lookup)(at("inside.example"))).toEqual({
    reason: "inside.example resolves to an address that is not public",
    allow: "inside.example:25",
  });
  expect(await checkWith(lookup, "inside.example:25")(at("inside.example"))).toBeUndefined();
});

test("check destination: an unknown name, or one not resolved in time, is not refused", async () => {
  const unknown: Lookup = async () => {
    throw new Error("ENOTFOUND");
  };
  expect(await checkWith(unknown)(at("new.example"))).toBeUndefined();
  expect(await checkWith(() => new Promise(() => {}))(at("slow.example"))).toBeUndefined();
});

test("check destination: resolves one name at a time, and addresses need no resolver", async () => {
  let count = 0;
  const checkDestination = checkWith(() => {
    count += 1;
    return new Promise(() => {});
  });
  const slow = checkDestination(at("slow.example"));
  expect(await checkDestination(at("other.example"))).toBeUndefined();
  expect((await checkDestination(at("10.0.0.1")))?.allow).toBe("10.0.0.1:25");
  await slow;
  expect(await checkDestination(at("third.example"))).toBeUndefined();
  expect(count).toBe(1);
});
