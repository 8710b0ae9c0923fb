import type { Integration } from "../../integrations/integration.ts";
import { WAITS_FOR_RATE } from "../../integrations/rates/used-rates-store.ts";
import type { Message } from "../../messages/message.ts";
import type { OtherAnswer, Wait } from "../../messages/other-answer.ts";
import type { Attempted } from "./attempt-outcome.ts";
import { type NextAction, UNCLEAR } from "./next-action.ts";

type Answered = Attempted & { action: NextAction; integration: Integration | undefined; now: Date };

/** What the message keeps of its other integrations after an attempt; null if it has no other, or is sent. */
export function otherAnswersAfter(answered: Answered): OtherAnswer[] | null {
  const { message, outcome, action } = answered;
  const before = message.otherAnswers;
  if (outcome.kind === "accepted" || message.status === "sent") return null;
  switch (action.kind) {
    case "fail_over":
      return [...without(before, action.to.id), answerOf(answered, waitOf(action.otherwise))];
    case "go_back":
      return [...without(before, action.to.integrationId), answerOf(answered, null)];
    case "retry":
      return outcome.kind === "ambiguous" && before ? before.map(unclear) : copyOf(before);
    default:
      return copyOf(before);
  }
}

const copyOf = (answers: Message["otherAnswers"]) => (answers ? [...answers] : null);

const without = (answers: Message["otherAnswers"], id: string): OtherAnswer[] =>
  (answers ?? []).filter(({ integrationId }) => integrationId !== id);

/** The current integration may have sent the message: it does not return to the one before. */
const unclear = (answer: OtherAnswer): OtherAnswer =>
  answer.wait === null ? answer : { ...answer, wait: UNCLEAR };

function waitOf(otherwise: Extract<NextAction, { kind: "fail_over" }>["otherwise"]): Wait | null {
  if (otherwise.kind === "give_up") {
    return otherwise.reason === "config_error" ? null : { givenUp: otherwise.reason };
  }
  const { at, attempts, throttles } = otherwise;
  return { at: at.toISOString(), attempts, throttles };
}

/** The answer of the integration that the message leaves. */
function answerOf({ message, outcome, integration, now }: Answered, wait: Wait | null): OtherAnswer {
  const isRefusal = outcome.kind === "config_error";
  // It was not asked, or is as good as not asked: its rate had no room.
  const waits = outcome.heldBack?.code === WAITS_FOR_RATE;
  return {
    integrationId: message.integrationId ?? "",
    providerId: message.providerId,
    errorId: waits ? WAITS_FOR_RATE : `provider_${outcome.kind}`,
    errorText: outcome.kind === "accepted" ? null : outcome.reason,
    at: now.toISOString(),
    refusedAsOf: isRefusal ? (integration?.changedAt.toISOString() ?? null) : null,
    wait,
  };
}
