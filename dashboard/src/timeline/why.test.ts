import { DETAIL_CODES, type DetailCode } from "@tidings/contract";
import { describe, expect, test } from "vitest";
import { classOf } from "./detail-codes.ts";
import { readRaw } from "./raw-facts.ts";
import { plainText } from "./sentence.ts";
import { offersOf, questionOf, sentenceOf } from "./why.ts";
import type { WhyFacts } from "./why-facts.ts";

const CODES = DETAIL_CODES.map(({ code }) => code);
const AT = "2026-11-22T12:08:00.000Z";

function facts(raw: unknown, more: Partial<WhyFacts> = {}): WhyFacts {
  return {
    raw: readRaw(JSON.stringify(raw)),
    at: AT,
    person: "Ada",
    workflow: "news",
    step: "Text",
    type: "sms",
    carrier: "Gateway",
    rule: undefined,
    stepName: (stepId) => (stepId === "inbox" ? "Inbox" : stepId),
    triedForMs: undefined,
    ...more,
  };
}

const failure = { attempt: 6, reason: "The provider answered with status 503.", answer: "down" };
const refusal = { outcome: "config_error", status: 401, answer: '{"error":"invalid key"}' };
const paused = {
  name: "Gateway",
  outcome: "not_processed",
  reason: "The provider is not called for a while because it keeps failing.",
};
const refused = {
  name: "Backup",
  outcome: "config_error",
  reason: "The provider answered with status 401: no such key.",
};
const RULE = { "==": [{ var: "payload.vip" }, true] };

const SAID: readonly [code: DetailCode, raw: unknown, more: Partial<WhyFacts>, said: string][] = [
  [
    "condition_not_met",
    { rule: RULE, values: { "payload.vip": null } },
    {},
    "Not sent: payload.vip is not set; the step runs if payload.vip is true.",
  ],
  ["condition_not_met", {}, { rule: RULE, type: "delay" }, "Not run: the step runs if payload.vip is true."],
  ["condition_not_met", {}, {}, "Not sent: its condition is not met."],
  [
    "filtered_by_subscriber",
    { layers: [{ layer: "subscriber_workflow", value: false, at: AT }] },
    {},
    `Ada switched SMS off for news (${AT}).`,
  ],
  ["filtered_by_subscriber", {}, {}, "Ada switched SMS off for news."],
  ["filtered_by_global", {}, { type: "email" }, "Ada switched e-mail off for everything."],
  ["filtered_by_workflow", {}, {}, "The workflow news does not use SMS by default."],
  ["filtered_by_user", {}, {}, "The workflow news does not use SMS by default."],
  [
    "outside_schedule",
    { localTime: "23:10", opensAt: AT, zone: "Europe/Berlin" },
    {},
    `It was 23:10 for Ada; quiet until ${AT}.`,
  ],
  ["outside_schedule", {}, {}, "It was outside of the hours of Ada."],
  ["extended_to_schedule", { untilDate: AT }, {}, `It was outside of the hours of Ada; waits until ${AT}.`],
  [
    "throttle_exceeded",
    { threshold: 2, executionCount: 3, windowStart: AT, throttledUntil: AT },
    {},
    `2 of 2 passed since ${AT}; open again at ${AT}.`,
  ],
  ["digest_merged", { digestedInto: "5f" }, {}, "Collected into another notification."],
  ["step_digested", { untilDate: AT, eventCount: 2 }, {}, `Collects until ${AT}: 2 events so far.`],
  ["step_delayed", { untilDate: AT }, {}, `Waits until ${AT}.`],
  ["delay_past", { momentAt: AT, lateMs: 5 }, {}, `Did not wait: its moment, ${AT}, had passed.`],
  [
    "moved_by_time_zone",
    { fromDate: AT, untilDate: AT, zone: "America/Vancouver", version: "2026b" },
    {},
    `Waits until ${AT}: the rules of the time zone America/Vancouver changed.`,
  ],
  [
    "moved_by_default_zone",
    { fromDate: AT, untilDate: AT, zone: "America/Vancouver" },
    {},
    `Waits until ${AT}: the default time zone is America/Vancouver now.`,
  ],
  [
    "step_delayed",
    { untilDate: AT, unless: { step: "inbox", isNot: "not_seen" } },
    {},
    `Waits until ${AT}, unless Inbox is seen before.`,
  ],
  ["already_reached", { step: "inbox", isNot: "not_read" }, {}, "Not needed: Inbox was read."],
  ["repeat_ended", { until: "seen" }, {}, "Not repeated: Ada has seen it."],
  ["no_email", {}, {}, "Ada has no e-mail address."],
  ["no_phone", {}, {}, "Ada has no phone number."],
  ["no_channel", {}, { type: "push" }, "Ada has no device."],
  ["no_channel", {}, { type: "chat" }, "Ada has no chat address."],
  ["no_device_tokens", {}, {}, "Ada has no device."],
  ["no_webhook_url", {}, {}, "Ada has no webhook address for chat."],
  ["no_active_integration", {}, {}, "Nothing is connected for SMS."],
  [
    "attempt_failed",
    { ...failure, attempt: 1, nextAttemptAt: AT },
    {},
    `Gateway answered 503 down; attempt 2 at ${AT}.`,
  ],
  [
    "attempt_failed",
    { attempt: 1, reason: "The provider was not reached: timeout.", answer: null, nextAttemptAt: AT },
    {},
    `Gateway was not reached: timeout; attempt 2 at ${AT}.`,
  ],
  ["breaker_open", { nextAttemptAt: AT }, {}, `Gateway keeps failing; held until ${AT}.`],
  [
    "waits_for_rate",
    { waitsFor: "per_day", nextAttemptAt: AT },
    {},
    `Gateway sends no more messages today; waits until ${AT}.`,
  ],
  ["integration_off", { nextAttemptAt: AT }, {}, `Gateway is switched off; held until ${AT}.`],
  ["failed_over", { ...failure, to: "backup" }, {}, "Gateway answered 503 down; it goes out through backup."],
  [
    "failed_over",
    { ...failure, fromName: "Twilio", to: "gateway-1", toName: "Gateway" },
    {},
    "Twilio answered 503 down; it goes out through Gateway.",
  ],
  [
    "failed_over",
    {
      ...refusal,
      fromName: "Backup",
      to: "gateway-1",
      toName: "Gateway",
      nextAttemptAt: AT,
      others: [paused],
    },
    {},
    `Backup refused our account: 401 invalid key; it waits for Gateway, next attempt at ${AT}. Gateway is not called for a while because it keeps failing.`,
  ],
  [
    "breaker_open",
    { nextAttemptAt: AT, others: [refused] },
    {},
    `Gateway keeps failing; held until ${AT}. Backup refused our account: 401 no such key.`,
  ],
  [
    "credentials_failed",
    { ...refusal, others: [refused] },
    {},
    "Gateway refused our account: 401 invalid key. Backup refused our account: 401 no such key. Further attempts would meet the same answer.",
  ],
  [
    "credentials_failed",
    { ...refusal, others: [paused] },
    {},
    "Gateway refused our account: 401 invalid key. Gateway is not called for a while because it keeps failing.",
  ],
  // Records of earlier versions do not say whether there was another integration.
  ["credentials_failed", refusal, {}, "Gateway refused our account: 401 invalid key."],
  [
    "provider_failed",
    { ...refusal, given_up: "attempts_spent", attempt: 1, others: [paused] },
    {},
    "Given up after 1 attempt: Gateway answered 401 invalid key. Gateway is not called for a while because it keeps failing.",
  ],
  [
    "credentials_failed",
    { status: 401, answer: '{"error":"invalid key"}', others: [] },
    {},
    "Gateway refused our account: 401 invalid key. Further attempts would meet the same answer.",
  ],
  [
    "credentials_unreadable",
    {},
    { carrier: undefined },
    "The credentials of the integration could not be opened with this service’s secrets.",
  ],
  ["provider_failed", { ...failure, given_up: "rejected" }, {}, "Gateway rejected the message: 503 down."],
  [
    "provider_failed",
    { ...failure, given_up: "recipient_error" },
    {},
    "Gateway does not know this address: 503 down.",
  ],
  [
    "provider_failed",
    { ...failure, given_up: "attempts_spent" },
    { triedForMs: 2_760_000 },
    "Given up after 6 attempts in 46 min: Gateway answered 503 down.",
  ],
  [
    "provider_failed",
    { ...failure, given_up: "maybe_delivered" },
    {},
    "It may have arrived: Gateway answered 503 down, so it is not tried again.",
  ],
  [
    "message_expired",
    { ...failure, given_up: "expired" },
    { triedForMs: 3_600_000 },
    "Too late: it was tried for 1 h. Gateway answered 503 down.",
  ],
  [
    "mail_unprepared",
    { reason: "took longer than 500 ms" },
    { type: "email" },
    "Sent without inlined CSS and without a text part: took longer than 500 ms.",
  ],
  [
    "content_failed",
    { reason: 'undefined filter: x, in "body"' },
    {},
    'The text could not be made: undefined filter: x, in "body".',
  ],
  ["condition_failed", { reason: "no such operator." }, {}, "No such operator."],
  ["invalid_delay", { reason: "it is past" }, {}, "It is past."],
  ["invalid_digest", {}, {}, "The digest has no length that can be read."],
  ["throttle_past", {}, {}, "The window of the throttle ends in the past."],
  ["defer_limit", {}, {}, "It would wait longer than is allowed."],
  ["subscriber_gone", {}, {}, "Ada was deleted before the step ran."],
  ["step_canceled", {}, {}, "Canceled by hand or by a call."],
  ["step_crashed", { attempts: 9 }, {}, "Given up after 9 crashes: workers died or failed at it too often."],
  [
    "internal_error",
    {},
    {},
    "An unexpected error of the service. Its log names the cause under the id of this notification.",
  ],
];

describe("the sentence of each code", () => {
  test.each(SAID)("%s %j", (code, raw, more, said) => {
    expect(plainText(sentenceOf(code, facts(raw, more), "otherwise"))).toBe(said);
  });

  test("of a code that only a newer version knows is the server's", () => {
    expect(plainText(sentenceOf("brand_new", facts({}), "Something happened"))).toBe("Something happened.");
    expect(offersOf("brand_new")).toEqual([]);
  });

  test("holds without facts, and with facts of any other kind", () => {
    const names = [
      "reason",
      "answer",
      "status",
      "layers",
      "values",
      "rule",
      "unless",
      "untilDate",
      "attempt",
      "step",
      "to",
    ];
    const raws = [undefined, "", "null", "[]", "7", "not json", '{"__proto__":{"reason":1}}'];
    for (const wrong of [7, null, [], [null], {}, { var: [] }, "<img src=x onerror=alert(1)>"])
      raws.push(JSON.stringify(Object.fromEntries(names.map((name) => [name, wrong]))));
    for (const code of CODES)
      for (const raw of raws) {
        const said = plainText(sentenceOf(code, { ...facts({}), raw: readRaw(raw) }, "otherwise"));
        expect(said, `${code} ${raw}`).toMatch(/^\S.*[.…]$/s);
        expect(said, `${code} ${raw}`).not.toMatch(/undefined|\[object|NaN/);
      }
  });
});

test("the question names the person and the message, or the step", () => {
  const asked = { person: "Ada", step: "Wait", isOver: true };
  expect(questionOf({ ...asked, type: "sms" })).toBe("Why did Ada not get the SMS?");
  expect(questionOf({ ...asked, type: "email", isOver: false })).toBe("Why has Ada not got the e-mail yet?");
  expect(questionOf({ ...asked, type: "delay", isOver: false })).toBe("What does “Wait” wait for?");
});

test("each reason of class ours offers what can be done, but for those that no page repairs", () => {
  const without = CODES.filter(
    (code) => classOf({ code, raw: undefined }) === "ours" && offersOf(code).length === 0,
  );
  expect(without).toEqual(["unknown_step_type"]);
});

test("an address that the provider refuses is the recipient's", () => {
  expect(classOf({ code: "provider_failed", raw: '{"given_up":"recipient_error"}' })).toBe("theirs");
  expect(classOf({ code: "provider_failed", raw: '{"given_up":"rejected"}' })).toBe("ours");
});
