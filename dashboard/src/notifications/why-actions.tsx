import { readRaw } from "../timeline/raw-facts.ts";
import { OFFERS, type Offer } from "../timeline/why-facts.ts";
import type { WhyAnswer } from "../timeline/why-of.ts";
import { type ScreenAddress, ScreenLink } from "./screen-link.tsx";
import { SendAgainButton } from "./send-again-button.tsx";
import { triggerAddress } from "./trigger-address.ts";
import type { ReadNotification } from "./use-notification.ts";

/** What can be done about the reason: what has a screen, and what the session may do. */
export function WhyActions({ why, read }: { why: WhyAnswer; read: ReadNotification }) {
  const links = why.offers.flatMap((offer) => {
    const to = addressOf(offer, why, read);
    return to ? [{ offer, to }] : [];
  });
  return (
    <>
      {links.map(({ offer, to }) => (
        <ScreenLink key={offer} to={to}>
          {OFFERS[offer]}
        </ScreenLink>
      ))}
      {why.offers.includes("send_again") && <SendAgainButton step={why.step} read={read} />}
    </>
  );
}

const encoded = encodeURIComponent;

/** The address of an offer; undefined for what is no screen. */
function addressOf(offer: Offer, { step }: WhyAnswer, read: ReadNotification): ScreenAddress | undefined {
  const { notification } = read;
  const integration = read.integrationIds.get(step.providerId ?? "");
  const workflow = `workflows/${encoded(notification.template?.triggers[0]?.identifier ?? "")}`;
  const subscriber = `subscribers/${encoded(notification.subscriber?.subscriberId ?? "")}`;
  const inStep = (part: string) => ({
    path: workflow,
    search: step.stepId ? { step: step.stepId, part } : { part },
  });
  switch (offer) {
    case "open_step":
    case "open_content":
      return inStep("content");
    case "open_condition":
    case "rehearse":
      return inStep("when");
    case "open_delivery":
      return inStep("delivery");
    case "open_workflow":
      return { path: `${workflow}/settings` };
    case "open_preferences":
    case "open_schedule":
      return { path: `${subscriber}/preferences` };
    case "open_subscriber":
    case "add_address":
      return { path: `${subscriber}/profile` };
    case "connect":
      return { path: "integrations/~connect", search: { channel: step.type } };
    case "open_integration":
    case "edit_credentials":
      return { path: integration ? `integrations/${encoded(integration)}` : "integrations" };
    case "open_notification":
      return mergedInto(step, notification._digestedNotificationId);
    case "trigger_again":
      return triggerAddress(notification);
    case "open_clock":
    case "send_again":
      return undefined;
  }
}

function mergedInto(step: WhyAnswer["step"], stored: string | undefined): ScreenAddress | undefined {
  const id = stored ?? readRaw(step.details.at(-1)?.raw).text("digestedInto");
  return id === undefined ? undefined : { path: `notifications/${encoded(id)}` };
}
