import { JsonView } from "../components/json-view.tsx";
import { Moment } from "../components/moment.tsx";
import { readRaw, timeIn } from "../timeline/raw-facts.ts";
import { NotificationLink } from "../timeline/sentence-view.tsx";
import type { TimelineStep } from "../timeline/timeline-step.ts";
import styles from "./digest-events.module.css";
import { notificationWords as words } from "./notification-words.ts";

/** What a digest has collected: each event is a notification. Open digests know only the payloads. */
export function DigestEvents({ step }: { step: TimelineStep }) {
  const finished = step.details.findLast(({ code }) => code === "digest_finished");
  const events = readRaw(finished?.raw).list("events");
  if (events.length === 0 && step.events.length === 0) return null;
  return (
    <section className={styles.events} aria-label={words.collected}>
      <h3>{words.collected}</h3>
      <ol className={styles.list}>
        {events.length > 0
          ? events.map((event, at) => {
              const [id, time] = [event.text("id"), timeIn(event, "time")];
              return (
                <li key={id ?? at}>
                  {id && <NotificationLink id={id} label={`${at + 1}. ${words.one}`} />}{" "}
                  {time && <Moment at={time} />}
                  <JsonView value={event.any("payload") ?? {}} />
                </li>
              );
            })
          : step.events.map((payload, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
              <li key={at}>
                <JsonView value={payload} />
              </li>
            ))}
      </ol>
    </section>
  );
}
