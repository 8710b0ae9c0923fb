import { expect, test } from "vitest";
import { batchesOf } from "./stored-rows.ts";

const TRIGGER = "01a2088420ea4997dfcaa503";
const NOTIFICATION = "01a20884212459a32fcaa503";

test("each operation has its own ids, wherever a row mentions them", () => {
  const values = batchesOf([
    [{ id: TRIGGER, transaction_id: `txn_${TRIGGER}`, payload: { text: 'a "b"' } }],
    [{ id: NOTIFICATION, trigger_id: TRIGGER, subscriber_id: "01a2088420f539e6eccaa503" }],
    [{ position: 0, notification_id: NOTIFICATION }],
  ])(7, 2);
  const [triggers, notifications, jobs] = values.map((text) => JSON.parse(text)) as [
    { id: string; transaction_id: string; payload: object }[],
    { id: string; trigger_id: string; subscriber_id: string }[],
    { notification_id: string }[],
  ];
  const ids = [...triggers, ...notifications].map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  for (const [index, trigger] of triggers.entries()) {
    expect(trigger.transaction_id).toBe(`txn_${trigger.id}`);
    expect(trigger.payload).toEqual({ text: 'a "b"' });
    expect(notifications[index]?.trigger_id).toBe(trigger.id);
    expect(notifications[index]?.subscriber_id).toBe("01a2088420f539e6eccaa503");
    expect(jobs[index]?.notification_id).toBe(notifications[index]?.id);
  }
});
