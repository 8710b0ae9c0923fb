import type { KeyScope } from "@tidings/contract";
import { readRaw } from "../timeline/raw-facts.ts";
import type { Offer } from "../timeline/why-facts.ts";
import type { WhyAnswer } from "../timeline/why-of.ts";
import type { ScreenAddress } from "./screen-link.tsx";
import { triggerAddress } from "./trigger-address.ts";
import type { ReadNotification } from "./use-notification.ts";

const encoded = encodeURIComponent;

/** What an offer needs; the others only show something. */
export const OFFER_NEEDS: { readonly [One in Offer]?: KeyScope } = {
  trigger_again: "trigger",
  connect: "manage",
};

/** Offers of which the address depends on the step, the workflow or the subscriber. */
type Of = { step: WhyAnswer["step"]; workflow: string | undefined; subscriberId: string | undefined };

/** The address of an offer; undefined for what is no screen, and where a workflow or subscriber was deleted. */
export function addressOf(
  offer: Offer,
  { step }: Pick<WhyAnswer, "step">,
  { notification, integrationIds }: Pick<ReadNotification, "notification" | "integrationIds">,
): ScreenAddress | undefined {
  const integration = integrationIds.get(step.providerId ?? "");
  const workflow = notification.template?.triggers[0]?.identifier;
  const of = { step, workflow, subscriberId: notification.subscriber?.subscriberId };
  switch (offer) {
    case "open_step":
    case "open_content":
      return inStep(of, "content");
    case "open_condition":
      return inStep(of, "when");
    case "open_delivery":
      return inStep(of, "delivery");
    case "rehearse":
      return inStep(of, "rehearsal");
    case "open_workflow":
      return workflow ? { path: `workflows/${encoded(workflow)}`, search: { step: "~settings" } } : undefined;
    case "open_preferences":
    case "open_schedule":
      return ofSubscriber(of, "preferences");
    case "open_subscriber":
    case "add_address":
      return ofSubscriber(of, "profile");
    case "connect":
      return { path: "integrations/~connect", search: { channel: step.type } };
    case "open_integration":
    case "edit_credentials":
      return { path: integration ? `integrations/${encoded(integration)}` : "integrations" };
    case "open_notification":
      return mergedInto(step, notification._digestedNotificationId);
    case "trigger_again":
      return triggerAddress([notification]);
    case "open_clock":
    case "retry_now":
    case "send_again":
      return undefined;
  }
}

/** The step in the editor of its workflow; the rehearsal there is of the same subscriber. */
function inStep({ step, workflow, subscriberId }: Of, part: string): ScreenAddress | undefined {
  if (!workflow) return undefined;
  const search = {
    ...(step.stepId ? { step: step.stepId } : {}),
    part,
    ...(subscriberId ? { as: subscriberId } : {}),
  };
  return { path: `workflows/${encoded(workflow)}`, search };
}

const ofSubscriber = ({ subscriberId }: Of, tab: string): ScreenAddress | undefined =>
  subscriberId ? { path: `subscribers/${encoded(subscriberId)}/${tab}` } : undefined;

function mergedInto(step: WhyAnswer["step"], stored: string | undefined): ScreenAddress | undefined {
  const id = stored ?? readRaw(step.details.at(-1)?.raw).text("digestedInto");
  return id === undefined ? undefined : { path: `notifications/${encoded(id)}` };
}
