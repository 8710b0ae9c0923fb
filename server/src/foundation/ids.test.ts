import { expect, test } from "vitest";
import { newId } from "./id.ts";
import { type SubscriberId, type SubscriberKey, subscriberKeyOf } from "./ids.ts";

const bySubscriberId = (id: SubscriberId) => id;
const bySubscriberKey = (key: SubscriberKey) => key;

test("ids: a key in place of an id, or a plain text, does not compile", () => {
  const id = newId<SubscriberId>(0);
  const key = subscriberKeyOf("ada");
  expect(bySubscriberId(id)).toBe(id);
  expect(bySubscriberKey(key)).toBe("ada");
  // @ts-expect-error
  bySubscriberId(key);
  // @ts-expect-error
  bySubscriberKey(id);
  // @ts-expect-error
  bySubscriberId("0".repeat(24));
  // @ts-expect-error
  bySubscriberKey("ada");
});
