import { describe, expect, test } from "vitest";
import { plainText } from "./sentence.ts";
import { recordedMessages, recordedNotification } from "./testing/recorded.ts";
import { notificationTimeline, type Timeline } from "./timeline.ts";

const told = ({ steps }: Timeline): string[] =>
  steps.map(({ name, mark, sentence }) => `${name}: ${mark.word}. ${plainText(sentence)}`);

describe("the timeline of a notification", () => {
  test("says of each step what became of it", () => {
    const carriers = new Map([["generic-sms", "Gateway"]]);
    const timeline = notificationTimeline(recordedNotification("shipped"), {
      messages: recordedMessages,
      carriers,
    });
    expect(told(timeline)).toEqual([
      "collect: Done. Collected 2 events.",
      "inbox: Done. Delivered.",
      "text: Failed. Gateway refused our account: 401 invalid key. Further attempts would meet the same answer.",
      "vip: Not sent. Not sent: the step runs if payload.vip is true.",
      "wait: Waiting. Waits until 2026-11-22T12:08:27.000Z.",
      "push: Not begun. Begins after wait.",
    ]);
    expect(timeline.failedSteps).toBe(1);
  });

  test("opens the failed step and the last one that has begun, and shows gaps of more than a second", () => {
    const { steps } = notificationTimeline(recordedNotification("shipped"));
    expect(steps.filter(({ startsOpen }) => startsOpen).map(({ name }) => name)).toEqual(["text", "wait"]);
    expect(steps.map(({ gapMs }) => gapMs)).toEqual([3_000, ...Array(5).fill(undefined)]);
    expect(steps[4]).toMatchObject({ until: "2026-11-22T12:08:27.000Z", at: "2026-11-22T10:08:27.000Z" });
  });

  test("counts what an open digest has collected", () => {
    const [collect] = told(notificationTimeline(recordedNotification("waitingDigest")));
    expect(collect).toBe("collect: Waiting. Collects until 2026-11-22T10:08:27.000Z: 2 events so far.");
  });

  test("links a merged notification to the one that collected it, at every step", () => {
    const notification = {
      ...recordedNotification("merged"),
      _digestedNotificationId: "5f0000000000000000000001",
    };
    const { steps } = notificationTimeline(notification);
    const links = steps.flatMap(({ sentence }) => sentence.filter((part) => typeof part !== "string"));
    expect(links).toHaveLength(6);
    expect(new Set(links.map(({ kind }) => kind))).toEqual(new Set(["notification"]));
    expect(steps.every(({ mark }) => mark.shape === "merged")).toBe(true);
  });

  test("shows an address that the recipient lacks as not reachable, and counts no failed step", () => {
    const timeline = notificationTimeline(recordedNotification("reachBare"));
    expect(told(timeline)).toEqual([
      "mail: Not reachable. Bo has no e-mail address.",
      "text: Not reachable. Bo has no phone number.",
      "push: Not reachable. Bo has no device.",
      "chat: Not reachable. Bo has no chat address.",
    ]);
    expect(timeline.failedSteps).toBe(0);
  });

  test("says which step ended those after it", () => {
    expect(told(notificationTimeline(recordedNotification("baddelay")))).toEqual([
      'wait: Failed. "nowhere" was not found in payload.',
      "inbox: Not sent. Not run: wait ended the workflow.",
    ]);
    expect(told(notificationTimeline(recordedNotification("throttled")))).toEqual([
      "throttle: Not run. 1 of 1 passed since 2026-11-22T13:08:29.000Z; open again at 2026-11-22T14:08:29.000Z.",
      "inbox: Not run. Not run: throttle ended the workflow.",
    ]);
  });

  test("lists the attempts with their answers, and names the next one", () => {
    const { steps } = notificationTimeline(recordedNotification("pushy"));
    expect(steps[0]).toMatchObject({
      mark: { shape: "trying" },
      nextAttemptAt: "2026-11-22T13:08:34.664Z",
      attempts: [{ number: 1, outcome: "Not processed", answer: '{"error":"invalid key"}' }],
    });
    const [given] = notificationTimeline(recordedNotification("pushyEnd")).steps;
    expect(given?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(plainText(given?.sentence ?? [])).toMatch(
      /^Too late: it was tried for 46 min 3 s\. .* answered 503 invalid key\.$/,
    );
  });

  test("of a canceled one, says so at the step that waited", () => {
    expect(told(notificationTimeline(recordedNotification("canceled"))).slice(0, 2)).toEqual([
      "collect: Not run. Canceled by hand or by a call.",
      "inbox: Not sent. Not run: collect ended the workflow.",
    ]);
  });
});
