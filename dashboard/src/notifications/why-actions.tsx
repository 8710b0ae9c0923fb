import { useEnvironment } from "../app/environment.tsx";
import { LinkButton } from "../app/link-button.tsx";
import { readRaw } from "../timeline/raw-facts.ts";
import { OFFERS, type Offer } from "../timeline/why-facts.ts";
import type { WhyAnswer } from "../timeline/why-of.ts";
import { useScreenExists } from "./screen-exists.ts";
import { SendAgainButton } from "./send-again-button.tsx";
import { triggerPath } from "./trigger-path.ts";
import type { ReadNotification } from "./use-notification.ts";

/** What can be done about the reason: what has a screen, and what the session may do. */
export function WhyActions({ why, read }: { why: WhyAnswer; read: ReadNotification }) {
  const exists = useScreenExists();
  const { environment } = useEnvironment();
  const links = why.offers.flatMap((offer) => {
    const path = pathOf(offer, why, read);
    return path !== undefined && exists(path) ? [{ offer, path }] : [];
  });
  return (
    <>
      {links.map(({ offer, path }) => (
        <LinkButton key={offer} to={`/in/${encodeURIComponent(environment.identifier)}/${path}` as string}>
          {OFFERS[offer]}
        </LinkButton>
      ))}
      {why.offers.includes("send_again") && <SendAgainButton step={why.step} read={read} />}
    </>
  );
}

const encoded = encodeURIComponent;

/** The path of an offer within the environment; undefined for what is no screen. */
function pathOf(offer: Offer, { step }: WhyAnswer, read: ReadNotification): string | undefined {
  const { notification } = read;
  const integration = read.integrationIds.get(step.providerId ?? "");
  const workflow = `workflows/${encoded(notification.template?.triggers[0]?.identifier ?? "")}`;
  const subscriber = `subscribers/${encoded(notification.subscriber?.subscriberId ?? "")}`;
  const at = step.stepId === undefined ? "" : `step=${encoded(step.stepId)}&`;
  switch (offer) {
    case "open_step":
    case "open_content":
      return `${workflow}?${at}part=content`;
    case "open_condition":
    case "rehearse":
      return `${workflow}?${at}part=when`;
    case "open_delivery":
      return `${workflow}?${at}part=delivery`;
    case "open_workflow":
      return `${workflow}/settings`;
    case "open_preferences":
    case "open_schedule":
      return `${subscriber}/preferences`;
    case "open_subscriber":
    case "add_address":
      return `${subscriber}/profile`;
    case "connect":
      return `integrations/~connect?channel=${encoded(step.type)}`;
    case "open_integration":
    case "edit_credentials":
      return integration ? `integrations/${encoded(integration)}` : "integrations";
    case "open_notification":
      return mergedInto(step, notification._digestedNotificationId);
    case "trigger_again":
      return triggerPath(notification);
    case "open_clock":
    case "send_again":
      return undefined;
  }
}

function mergedInto(step: WhyAnswer["step"], stored: string | undefined): string | undefined {
  const id = stored ?? readRaw(step.details.at(-1)?.raw).text("digestedInto");
  return id && `notifications/${encoded(id)}`;
}
