import { describe, expect, test } from "vitest";
import { errorWords, isAboutClock, isQuotaOfDays, isUsedUpQuota, refusalOf } from "./refusal-rule.ts";

const CONFIG = { kind: "config_error" };
const RATE = { kind: "not_processed", isThrottled: true };
const QUOTA = { kind: "not_processed", isThrottled: false };

describe("a refusal that no table lists", () => {
  test.each([
    "AccessDeniedException",
    "InvalidAccessKeyId",
    "NotAuthorized",
    "IncompleteSignature",
    "RequestExpired",
    "RequestTimeTooSkewed",
    "Your account is suspended",
    "account_inactive",
    "Not enough credits",
    "Insufficient balance",
    "Trial accounts cannot send messages to unverified numbers",
    "This domain is in the sandbox",
    "The sender is not registered",
    "The 'from' number +491 cannot be used",
    "Invalid `from` field. The email address needs to follow the format",
    "originator is invalid",
    "Domain is not verified",
    "The example.com domain is not verified.",
    "app_id not found",
    "Invalid API key",
    "Invalid JWT Signature.",
    "You do not have permission to send",
    "token used before issued",
    "Your IP address is not whitelisted",
    "unrecognised IP address",
    "You can only send testing emails to your own email address",
    "Your plan does not include this",
    "Workspace is suspended",
    "messaging profile is disabled",
    "The template is not registered (DLT)",
    "'from' is invalid",
    "You are not allowed to send from this domain",
    "SMS is not enabled for your number",
    "invalid_grant",
    "token_expired",
    "Wrong password",
    "Signature expired: 20260801T120000Z is now earlier than 20260801T130000Z",
  ])("config_error: %s", (words) => {
    expect(refusalOf(words)).toEqual(CONFIG);
  });

  test.each([
    ["Rate exceeded", RATE],
    ["rate_limited", RATE],
    ["Maximum sending rate exceeded.", RATE],
    ["Too many requests", RATE],
    ["ThrottlingException", RATE],
    ["Throughput Rate Exceeded - please wait [ 250 ] and retry", RATE],
    ["You have exceeded the rate limit of 10 recipients per second", RATE],
    ["MAX_TPS_EXCEEDED", RATE],
    ["Slow down", RATE],
    ["You are sending too fast", RATE],
    ["Concurrency limit exceeded", RATE],
    ["RESOURCE_EXHAUSTED", RATE],
    ["Daily message quota exceeded", QUOTA],
    ["The daily cap has been reached", QUOTA],
    ["Server is busy", QUOTA],
    ["Account exceeded the daily messages limit", QUOTA],
    ["Your account reached its rate limit for today", QUOTA],
    ["monthly_quota_exceeded", QUOTA],
    ["Exceeded the limit", QUOTA],
    ["ErrorSubmissionQuotaExceeded", QUOTA],
    ["The service is temporarily unavailable", QUOTA],
    ["Please try again later", QUOTA],
    ["recipient limit exceeded, try again after Mon, 25 Aug 2025 07:00:31 UTC", QUOTA],
  ])("not_processed: %s", (words, refusal) => {
    expect(refusalOf(words)).toEqual(refusal);
  });

  test.each([
    "",
    "Bad Request",
    "subject is missing",
    "Zero recipients specified",
    "The concatenated message body exceeds the 1600 character limit",
    "Attachment size limit exceeded",
    "Exceeded the limit of recipients",
    "Too many recipients",
    "The message contains a virus",
    "Header name is invalid",
    "Forbidden attachment type",
    "The recipient account does not exist",
    "Invalid destination number",
    "invalid_blocks",
    "Message too long",
    "Invalid recipient: billing@example.com",
    "<sender@example.com> has no mailbox",
    "The attachment credit-report.pdf is not readable",
    "The number of personalizations exceeds the limit",
    "The registration token has expired",
    "The destination is not enabled for SMS",
    "Invalid mark-up, please correct it and try again",
  ])("about the message: %s", (words) => {
    expect(refusalOf(words)).toBeUndefined();
  });
});

test("clock: named by the requests that expired, and by nothing else", () => {
  for (const words of [
    "RequestExpired",
    "Token must be in a reasonable timeframe",
    "Expired Provider Token",
  ]) {
    expect([words, isAboutClock(words)]).toEqual([words, true]);
  }
  for (const words of ["SignatureDoesNotMatch", "The token has expired", ""]) {
    expect([words, isAboutClock(words)]).toEqual([words, false]);
  }
});

test("a used-up quota: of a day or longer, or without a shorter time", () => {
  for (const words of [
    "Daily message quota exceeded",
    "daily_quota_exceeded",
    "Quota exceeded",
    "24 hour limit",
  ]) {
    expect([words, isUsedUpQuota(words)]).toEqual([words, true]);
  }
  for (const words of ["Too many requests", "Quota exceeded for sends per minute", ""]) {
    expect([words, isUsedUpQuota(words)]).toEqual([words, false]);
  }
});

test("a quota of days: is named with its time; without one it may be of seconds", () => {
  for (const words of [
    "Daily message quota exceeded",
    "monthly_quota_exceeded",
    "Exceed Sending Limit (daily)",
  ])
    expect([words, isQuotaOfDays(words)]).toEqual([words, true]);
  for (const words of ["QUOTA_EXCEEDED", "Rate exceeded", "Hourly limit reached", "Try again tomorrow", ""])
    expect([words, isQuotaOfDays(words)]).toEqual([words, false]);
});

test("the words of an error: at its own and at the usual paths, in the header, or a line of text", () => {
  const nothing = { json: undefined, body: "", headers: {} };
  expect(
    errorWords({ ...nothing, json: { a: { b: "One" }, message: "Two", code: 3 }, errorPaths: ["a.b"] }),
  ).toBe("One | 3 | Two");
  expect(errorWords({ ...nothing, headers: { "x-error": "Four" }, errorHeader: "x-error" })).toBe("Four");
  expect(errorWords({ ...nothing, body: "Account suspended" })).toBe("Account suspended");
  expect(errorWords({ ...nothing, body: "<html>Account suspended</html>" })).toBe("");
  expect(errorWords({ ...nothing, body: "account ".repeat(200) })).toBe("");
  expect(errorWords({ ...nothing, json: ["account"], body: '["account"]' })).toBe("");
});
