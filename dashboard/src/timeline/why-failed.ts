import { duration } from "../components/times.ts";
import { ruleProblem } from "./rule-problems.ts";
import { type Sentence, say, value } from "./sentence.ts";
import { answeredBy, answerOf, otherAnswers, refusedAccount } from "./why-answers.ts";
import type { WhyFacts, WhyTable } from "./why-facts.ts";
import { counted, kindOf } from "./words.ts";

type FailedCode =
  | "no_email"
  | "no_phone"
  | "no_channel"
  | "no_device_tokens"
  | "no_webhook_url"
  | "address_suppressed"
  | "no_active_integration"
  | "no_matching_integration"
  | "integration_condition_failed"
  | "credentials_failed"
  | "credentials_unreadable"
  | "provider_failed"
  | "message_expired"
  | "content_failed"
  | "some_chats_failed"
  | "all_chats_failed"
  | "condition_failed"
  | "invalid_delay"
  | "invalid_digest"
  | "throttle_past"
  | "throttle_off"
  | "defer_limit"
  | "subscriber_gone"
  | "unknown_step_type"
  | "step_crashed"
  | "internal_error";

const lacks = (address: string) => ({
  says: ({ person }: WhyFacts) => say`${person} has no ${address}.`,
  offers: ["add_address"] as const,
});
/** `worded`: the recorded reason in other words. */
const reason = (otherwise: string, worded = (text: string) => text) => ({
  says: ({ raw }: WhyFacts) => {
    const text = raw.text("reason");
    return text ? say`${value(sentenceCase(worded(text)))}.` : say`${otherwise}.`;
  },
  offers: ["open_step"] as const,
});

/** Why a step failed. */
export const FAILED: WhyTable<FailedCode> = {
  no_email: lacks("e-mail address"),
  no_phone: lacks("phone number"),
  no_channel: {
    says: ({ person, type }) =>
      say`${person} has no ${type === "push" ? "device" : `${kindOf(type)} address`}.`,
    offers: ["add_address"],
  },
  no_device_tokens: lacks("device"),
  no_webhook_url: lacks("webhook address for chat"),
  address_suppressed: {
    says: ({ person }) => say`The address of ${person} is suppressed: nothing is sent to it.`,
    offers: ["open_subscriber"],
  },
  no_active_integration: {
    says: ({ type }) => say`Nothing is connected for ${kindOf(type)}.`,
    offers: ["connect"],
  },
  no_matching_integration: {
    says: ({ type }) => say`No integration for ${kindOf(type)} has conditions that match.`,
    offers: ["connect"],
  },
  integration_condition_failed: {
    says: () => say`The conditions of an integration could not be evaluated.`,
    offers: ["open_integration"],
  },
  credentials_failed: { says: credentialsFailed, offers: ["edit_credentials", "send_again"] },
  credentials_unreadable: {
    says: ({ carrier }) =>
      say`The credentials of ${carrier ? value(carrier) : "the integration"} could not be opened with this service’s secrets.`,
    offers: ["edit_credentials", "send_again"],
  },
  provider_failed: { says: providerFailed, offers: ["send_again", "open_content", "open_subscriber"] },
  message_expired: { says: messageExpired, offers: ["send_again", "open_delivery"] },
  content_failed: {
    says: ({ raw }) =>
      say`The text could not be made: ${value(raw.text("reason") ?? "no reason was given")}.`,
    offers: ["open_content"],
  },
  some_chats_failed: { says: () => say`Sent, but not to all chats.`, offers: ["send_again"] },
  all_chats_failed: { says: () => say`No chat could be reached.`, offers: ["send_again"] },
  condition_failed: reason("Its condition could not be evaluated", ruleProblem),
  invalid_delay: reason("The delay has no length that can be read"),
  invalid_digest: reason("The digest has no length that can be read"),
  throttle_past: reason("The window of the throttle ends in the past"),
  throttle_off: reason("The throttle has no window it could read, and throttles nothing"),
  defer_limit: reason("It would wait longer than is allowed"),
  subscriber_gone: { says: ({ person }) => say`${person} was deleted before the step ran.` },
  unknown_step_type: { says: ({ type }) => say`This version cannot run a step of type ${value(type)}.` },
  step_crashed: {
    says: ({ raw }) => {
      const attempts = raw.number("attempts");
      const after =
        attempts === undefined ? "" : ` after ${counted(attempts, "crash").replace("crashs", "crashes")}`;
      return say`Given up${after}: workers died or failed at it too often.`;
    },
    offers: ["trigger_again"],
  },
  internal_error: {
    says: () =>
      say`An unexpected error of the service. Its log names the cause under the id of this notification.`,
    offers: ["trigger_again"],
  },
};

function sentenceCase(text: string): string {
  const trimmed = text.replace(/\.$/, "");
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}

function credentialsFailed(facts: WhyFacts): Sentence {
  const others = facts.raw.list("others");
  const allRefuse = others.every((other) => other.text("outcome") === "config_error");
  // Records of earlier versions do not name the other integrations.
  const isKnown = facts.raw.names.includes("others");
  const last = isKnown && allRefuse ? " Further attempts would meet the same answer." : "";
  return say`${refusedAccount(facts)}.${otherAnswers(facts)}${last}`;
}

function providerFailed(facts: WhyFacts): Sentence {
  return say`${givenUpBy(facts)}${otherAnswers(facts)}`;
}

function givenUpBy(facts: WhyFacts): Sentence {
  const { raw, carrier, triedForMs } = facts;
  const provider = carrier ? value(carrier) : "The provider";
  const answer = answerOf(facts);
  switch (raw.text("given_up")) {
    case "rejected":
      return say`${provider} rejected the message: ${answer}.`;
    case "recipient_error":
      return say`${provider} does not know this address: ${answer}.`;
    case "maybe_delivered":
      return say`It may have arrived: ${answeredBy(facts)}, so it is not tried again.`;
    case "attempts_spent": {
      const attempts = counted(raw.number("attempt") ?? 1, "attempt");
      const time = triedForMs ? ` in ${duration(triedForMs)}` : "";
      return say`Given up after ${attempts}${time}: ${answeredBy(facts)}.`;
    }
    default:
      return say`${answeredBy(facts)}.`;
  }
}

function messageExpired(facts: WhyFacts): Sentence {
  const { raw, triedForMs } = facts;
  const lifetime = raw.number("lifetimeMs") ?? triedForMs;
  const life = lifetime
    ? say`Too late: it was tried for ${duration(lifetime)}`
    : say`Too late: its lifetime was over`;
  return say`${life}. ${answeredBy(facts)}.${otherAnswers(facts)}`;
}
