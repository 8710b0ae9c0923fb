import { describe, expect, test } from "vitest";
import type { SendOutcome } from "../provider.ts";
import { meaningOf } from "./smtp-reply.ts";

type Case = [reply: string, kind: SendOutcome["kind"]];
const kindsOf = (command: string, cases: Case[]) =>
  test.each(cases)("%s", (reply, kind) => {
    expect(meaningOf({ code: Number(reply.slice(0, 3)), text: reply, command }).kind).toBe(kind);
  });

test("a used-up quota: the account's is a wait, a mailbox's is about its recipient", () => {
  const quotaOf = (command: string, text: string) =>
    meaningOf({ code: Number(text.slice(0, 3)), text, command }).isQuotaUsedUp === true;
  const gmail = "550-5.4.5 Daily user sending limit exceeded. For more information";
  expect([quotaOf("RCPT TO", gmail), quotaOf("DATA", gmail)]).toEqual([true, true]);
  expect(meaningOf({ code: 550, text: gmail, command: "DATA" }).kind).toBe("not_processed");
  expect(quotaOf("MAIL FROM", "452 4.3.1 daily quota exceeded")).toBe(true);
  expect(quotaOf("RCPT TO", "452 4.2.2 Daily limit of the mailbox exceeded")).toBe(false);
  expect(quotaOf("DATA", "452 4.2.2 Mailbox full, quota exceeded")).toBe(false);
});

describe("a refused recipient", () => {
  kindsOf("RCPT TO", [
    ["550 5.1.1 <gone@example.com>: Recipient address rejected: User unknown", "recipient_error"],
    ["550 5.1.10 Recipient not found", "recipient_error"],
    ["552 5.2.2 Mailbox full", "recipient_error"],
    ["550 5.2.1 The account is disabled, see the block list", "recipient_error"],
    ["550 Unknown user", "recipient_error"],
    ["550 Invalid recipient", "recipient_error"],
    ["551 User not local; please try <forward-path>", "recipient_error"],
    ["550-5.1.1 The account does not exist.\n550 5.1.1 Look at example.com", "recipient_error"],
    ["450 4.2.0 <bob@example.com>: Recipient address rejected: Greylisted", "not_processed"],
    ["452 4.5.3 Error: too many recipients", "not_processed"],
    ["503 5.5.1 Bad sequence of commands", "not_processed"],
    ["550 Mailbox quota exceeded", "recipient_error"],
    ["552 Requested mail action aborted: exceeded storage allocation", "recipient_error"],
    ["550 5.2.1 This account has no daily limit", "recipient_error"],
    ["550 5.4.1 Recipient address rejected: Access denied", "recipient_error"],
    ["550 Recipient email address is not verified", "recipient_error"],
  ]);
});

describe("a refused recipient, by a policy about the sender", () => {
  kindsOf("RCPT TO", [
    ["554 5.7.1 <ada@elsewhere.example>: Relay access denied", "config_error"],
    ["550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain", "config_error"],
    ["550 relay not permitted", "config_error"],
    ["550 Relaying denied", "config_error"],
    ["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", "config_error"],
    ["554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org", "config_error"],
    ["550 rejected because 192.0.2.1 is in a black list at bl.spamcop.net", "config_error"],
    ["530 5.7.0 Must issue a STARTTLS command first", "config_error"],
    ["550 authentication required", "config_error"],
    ["550 5.1.8 Sender address rejected: Domain not found", "config_error"],
    ["550 Sender verify failed", "config_error"],
    ["550 Administrative prohibition", "config_error"],
    ["550 Rejected by our policy", "config_error"],
    ["554 <unknown[192.0.2.1]>: Client host rejected: Access denied", "config_error"],
    ["554 Your IP 192.0.2.1 has a poor reputation", "config_error"],
    ["550 You are not allowed to send to this domain", "config_error"],
    ["571 Delivery not authorized, message refused", "config_error"],
    ["553 5.6.7 Must declare SMTPUTF8 to send mail to this address", "config_error"],
    ["550 Internationalized addresses are not supported", "config_error"],
    ["550 5.3.4 Message size exceeds the limit of this recipient", "rejected"],
    // An address of the network is no status code.
    ["550 User unknown (asked 5.7.1.20)", "recipient_error"],
  ]);
});

describe("a limit of how much the sender may send is over at some time", () => {
  const replies = [
    "550 5.4.5 Daily user sending limit exceeded. Look at example.com",
    "550 5.4.5 Daily SMTP relay sending quota exceeded",
    "550 Domain example.com has exceeded the max emails per hour (200/200) allowed",
    "550 5.4.6 Unusual sending activity detected. Please try after some time",
    "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException",
    "550 Rate limit exceeded",
  ];
  for (const command of ["MAIL FROM", "RCPT TO", "DATA"])
    kindsOf(
      command,
      replies.map((reply): Case => [reply, "not_processed"]),
    );
});

describe("a refused sender", () => {
  kindsOf("MAIL FROM", [
    ["552 Message size exceeds the sending limit", "rejected"],
    ["552 5.2.2 Over quota", "config_error"],
    ["550 5.1.0 Address rejected", "config_error"],
    ["553 5.7.1 Sender address rejected: not owned by user", "config_error"],
    ["552 5.3.4 Message size exceeds fixed limit", "rejected"],
    ["552 Message size exceeds maximum permitted", "rejected"],
    ["451 4.3.0 Temporary lookup failure", "not_processed"],
  ]);
});

describe("a refused mail", () => {
  kindsOf("DATA", [
    ["550 5.7.26 Unauthenticated email is not accepted due to the domain's DMARC policy", "config_error"],
    ["554 5.7.1 Service unavailable; blocked using dnsbl.example", "config_error"],
    ["552 5.3.4 Message too big", "rejected"],
    ["552 5.2.2 Mailbox full", "recipient_error"],
    ["552 Mailbox of ada is over quota", "recipient_error"],
    ["550 5.1.1 User unknown", "recipient_error"],
    [
      "554 Message rejected: Email address is not verified. These identities failed the check",
      "config_error",
    ],
    ["554 5.2.252 SendAsDenied; ada@example.com not allowed to send as bob@example.com", "config_error"],
    ["550 High probability of spam", "rejected"],
    ["552 5.7.0 Content blocked", "rejected"],
    ["554 5.6.0 Malformed message", "rejected"],
    ["554 Transaction failed", "rejected"],
    ["451 4.7.1 Greylisted", "not_processed"],
  ]);
});

test.each([
  ["450 4.2.0 Greylisted", true],
  ["450 4.2.1 The user receives mail too quickly", true],
  ["451 Greylisted, please come back later", true],
  ["451 4.7.1 Greylisting in action", true],
  ["452 4.2.2 Mailbox full", true],
  ["452 4.5.3 Too many recipients", true],
  ["421 4.7.0 Greylisted, try again later", true],
  ["450 4.3.2 Greylisted", true],
  ["451 4.3.0 Mailbox is full", true],
  ["421 4.2.2 Over quota", true],
  ["451 4.3.5 Server configuration error: the account table", false],
  ["421 4.7.0 Closing connection", false],
  ["421 Service not available", false],
  ["451 4.3.0 Queue file write error", false],
  ["452 4.3.1 Insufficient system storage", false],
  ["451 4.4.3 Name server failure", false],
  ["503 Bad sequence", false],
])("%s: whether the server is well: %s", (text, isWell) => {
  const { isProviderWell = false } = meaningOf({ code: Number(text.slice(0, 3)), text, command: "RCPT TO" });
  expect(isProviderWell).toBe(isWell);
});
