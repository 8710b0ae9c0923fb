import { tuned } from "../../foundation/failpoint.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import { connectionsOf, type Providers } from "../../providers/providers.ts";
import type { DecisionContext, Run } from "../runs/run.ts";
import type { Room } from "./bulkheads.ts";
import type { CallQueue } from "./call-queues.ts";

/** Limits that leave room for other environments, and for other integrations of an environment. */
const MAX_OF_ENVIRONMENT = 500;
const MAX_OF_INTEGRATION = tuned("places_of_integration", 200);
/** Characters of the messages in flight of one environment, and the fixed cost of each message. */
const MAX_CONTENT_OF_ENVIRONMENT = 16_000_000;
const CHARS_OF_MESSAGE = 1_000;

/** The bulkheads of a run. None under a held test clock: a postponed message would wait until the clock is moved. */
export function roomsOf(environmentId: string, { sending }: Run, { isFrozen }: DecisionContext): Room[] {
  if (isFrozen) return [];
  const { unanswered } = sending;
  return [
    { name: environmentId, size: MAX_OF_ENVIRONMENT },
    { name: `${environmentId}|content`, size: MAX_CONTENT_OF_ENVIRONMENT, weight: contentOf(unanswered) },
    ...[...integrationIdsOf(unanswered)].map((id) => ({
      name: `${environmentId}|${id}`,
      size: MAX_OF_INTEGRATION,
    })),
  ];
}

type Limits = {
  providers: Providers;
  /** The calls that the rates of an integration allow this worker at the same time; undefined without a limit. */
  placesOf: (integration: Integration) => number | undefined;
};

/** The queues of a run: one for each of its integrations whose provider has few connections, or whose concurrency is limited. */
export function queuesOf(
  { sending }: Run,
  { integrations }: DecisionContext,
  { providers, placesOf }: Limits,
): CallQueue[] {
  const ids = integrationIdsOf(sending.unanswered);
  return integrations
    .filter(({ id }) => ids.has(id))
    .flatMap((one) => {
      const sizes = [connectionsOf(providers, one.providerId), placesOf(one)];
      const size = Math.min(...sizes.map((limit) => limit ?? Number.POSITIVE_INFINITY));
      return Number.isFinite(size) ? [{ name: one.id, size }] : [];
    });
}

function integrationIdsOf(messages: readonly Message[]): Set<Message["integrationId"]> {
  return new Set(messages.map(({ integrationId }) => integrationId));
}

function contentOf(messages: readonly Message[]): number {
  const charsOf = ({ content, textPart }: Message) =>
    (typeof content === "string" ? content.length : 0) + (textPart?.length ?? 0);
  return messages.reduce((sum, message) => sum + CHARS_OF_MESSAGE + charsOf(message), 0);
}
