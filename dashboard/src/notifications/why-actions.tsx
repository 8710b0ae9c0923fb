import { useEnvironment } from "../app/environment.tsx";
import { Button } from "../components/button.tsx";
import { OFFERS } from "../timeline/why-facts.ts";
import type { WhyAnswer } from "../timeline/why-of.ts";
import { RetryStep } from "./retry-step.tsx";
import { ScreenLink } from "./screen-link.tsx";
import { SendAgainButton } from "./send-again-button.tsx";
import type { ReadNotification } from "./use-notification.ts";
import { addressOf, OFFER_NEEDS } from "./why-addresses.ts";

/** What can be done about the reason, of what the session may do. */
export function WhyActions({ why, read }: { why: WhyAnswer; read: ReadNotification }) {
  const { environment } = useEnvironment();
  const { scopes, isTest } = environment;
  const links = why.offers.flatMap((offer) => {
    const needed = OFFER_NEEDS[offer];
    const isAllowed = needed === undefined || scopes.includes(needed) || scopes.includes("manage");
    const to = isAllowed && addressOf(offer, why, read);
    return to ? [{ offer, to }] : [];
  });
  return (
    <>
      {links.map(({ offer, to }) => (
        <ScreenLink key={offer} to={to}>
          {OFFERS[offer]}
        </ScreenLink>
      ))}
      {isTest && why.offers.includes("open_clock") && <ClockButton />}
      {why.offers.includes("retry_now") && <RetryStep step={why.step} read={read} />}
      {why.offers.includes("send_again") && <SendAgainButton step={why.step} read={read} />}
    </>
  );
}

/** The clock of a test environment is above its screens. */
function ClockButton() {
  return <Button onClick={() => document.getElementById("clock")?.focus()}>{OFFERS.open_clock}</Button>;
}
