import type { Subscriber } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { Moment } from "../components/moment.tsx";
import { useTimes } from "../components/times.ts";
import { initialsOf } from "./person.ts";
import styles from "./subscriber-facts.module.css";
import { isZoneUnknown } from "./unknown-zone.ts";
import { words } from "./words.ts";

/** Who it is, where they can be reached, and what time it is there. */
export function SubscriberFacts({ subscriber }: { subscriber: Subscriber }) {
  const { subscriberId, email, phone, isOnline, lastOnlineAt } = subscriber;
  const addresses = [email, phone].filter(Boolean).join(" · ");
  return (
    <div className={styles.facts}>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(subscriber)}
      </span>
      <span>
        <code>{subscriberId}</code>
        <CopyButton text={subscriberId} label="Copy the id" />
      </span>
      <span>{addresses || words.noAddress}</span>
      <LocalTime subscriber={subscriber} />
      {isOnline && <span className={styles.online}>{words.online}</span>}
      {!isOnline && lastOnlineAt && (
        <span>
          {words.lastOnline} <Moment at={lastOnlineAt} isStored isInSentence />
        </span>
      )}
    </div>
  );
}

/** "Europe/Berlin, local time 10:09"; a zone that the server knows may be unknown to the browser. */
function LocalTime({ subscriber }: { subscriber: Subscriber }) {
  const { now } = useTimes();
  const { environment } = useEnvironment();
  const { timezone } = subscriber;
  if (!timezone) return null;
  if (isZoneUnknown(subscriber)) {
    return (
      <span>
        {timezone}, {words.unknownZone(environment.timezone)}
      </span>
    );
  }
  return (
    <span>
      {timezone}, {words.localTime} {localTime(now, timezone) ?? "?"}
    </span>
  );
}

function localTime(now: Date, timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(now);
  } catch {
    return undefined;
  }
}
