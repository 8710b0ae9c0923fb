import { expect, test } from "vitest";
import { detail, job, notification } from "../testing/records.ts";
import { timeline } from "./timeline.ts";

test("timeline: prints a notification with the execution details of each step", () => {
  const refused = detail("Unexpected provider error", {
    status: "Failed",
    isRetry: true,
    raw: '{"status":401}',
    createdAt: "2026-01-31T08:00:02.000Z",
  });
  const jobs = [
    job("delay", "completed", { executionDetails: [detail("Delay is finished")] }),
    job("email", "failed", { executionDetails: [detail("Step queued", { status: "Pending" }), refused] }),
  ];
  expect(timeline(notification(jobs, { payload: { plan: "pro" } }))).toBe(
    `Notification   6740a1b2c3d4e5f6012345b0
Workflow       welcome (Welcome)
To             ada (Ada, ada@example.com)
Transaction    txn_1
Created (UTC)  2026-01-31 08:00:00
Payload        {"plan":"pro"}

1. delay "Step delay": completed
   2026-01-31 08:00:01.250  Success    Delay is finished

2. email "Step email": failed (svc-email)
   2026-01-31 08:00:01.250  Pending    Step queued
   2026-01-31 08:00:02.000  Failed     Unexpected provider error (retry)
                                       {"status":401}`,
  );
});

test("timeline: names the digest it was merged into; works without a workflow", () => {
  const { template, ...others } = notification([], { _digestedNotificationId: "6740a1b2c3d4e5f6012345ff" });
  expect(template).toBeDefined();
  const text = timeline(others);
  expect(text).toContain("Merged into    6740a1b2c3d4e5f6012345ff");
  expect(text).not.toContain("Workflow");
});
