import { useRouter } from "@tanstack/react-router";
import { useEnvironment } from "../app/environment.tsx";
import { LinkButton } from "../app/link-button.tsx";
import { readRaw } from "../timeline/raw-facts.ts";
import { OFFERS, type Offer } from "../timeline/why-facts.ts";
import type { WhyAnswer } from "../timeline/why-of.ts";
import { SendAgainButton } from "./send-again-button.tsx";
import type { ReadNotification } from "./use-notification.ts";

/** What can be done about the reason: what has a screen, and what the session may do. */
export function WhyActions({ why, read }: { why: WhyAnswer; read: ReadNotification }) {
  const exists = useExists();
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

/** Whether a route of the app leads to the path; the screens are built one after the other. */
function useExists(): (path: string) => boolean {
  const { routesById } = useRouter();
  const patterns = Object.values(routesById).map(({ fullPath }) => fullPath as string);
  return (path) => {
    const parts = ["in", "$environment", ...(path.split("?")[0] ?? "").split("/")];
    return patterns.some((pattern) => fits(pattern.split("/").filter(Boolean), parts));
  };
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((one, at) => one === parts[at] || (one.startsWith("$") && parts[at]))
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
      return `${workflow}/trigger?to=${encoded(notification.subscriber?.subscriberId ?? "")}`;
    case "open_clock":
    case "send_again":
      return undefined;
  }
}

function mergedInto(step: WhyAnswer["step"], stored: string | undefined): string | undefined {
  const id = stored ?? readRaw(step.details.at(-1)?.raw).text("digestedInto");
  return id && `notifications/${encoded(id)}`;
}
