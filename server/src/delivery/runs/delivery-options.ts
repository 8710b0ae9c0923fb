import type { DeliveryOptions } from "@tidings/contract";
import { durationMs } from "../../foundation/duration.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import { LIFETIME_MS } from "./retry-schedule.ts";
import { type Run, stepOf } from "./run.ts";

type Sent = Pick<Message, "stepId" | "channel">;

/** The retry options of a message: those of the step override those of the integration. */
export function deliveryOptions(
  run: Run,
  { stepId }: Sent,
  integration: Pick<Integration, "delivery"> | undefined,
): DeliveryOptions {
  return { ...integration?.delivery, ...stepOf(run, { stepId }).delivery };
}

/** The expiry of a message that is first sent now. */
export function endOfLife(run: Run, sent: Sent, integration: Integration | undefined, now: Date): Date {
  const { lifetime } = deliveryOptions(run, sent, integration);
  const ms = lifetime ? durationMs(lifetime.amount, lifetime.unit) : LIFETIME_MS[sent.channel];
  return new Date(now.getTime() + ms);
}
