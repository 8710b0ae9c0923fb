import { JsonView } from "../components/json-view.tsx";
import { MessageView } from "../timeline/message-view/message-view.tsx";
import { shownMessage } from "../timeline/message-view/shown-message.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { TimelineList, useUnfolded } from "../timeline/timeline-list.tsx";
import type { TimelineStep } from "../timeline/timeline-step.ts";
import styles from "./subscribers.module.css";
import type { WouldGet } from "./would-get-reads.ts";
import { WOULD_GET_WORDS as words } from "./would-get-words.ts";

type DetailsProps = { read: WouldGet; timeline: Timeline };

/** The same timeline as of a notification, with the messages as they would be, and the payload. */
export function WouldGetDetails({ read, timeline }: DetailsProps) {
  const { explanation, payload } = read;
  const unfolded = useUnfolded(timeline);
  const steps = explanation.recipients[0]?.steps ?? [];
  const messagesOf = ({ stepId }: TimelineStep) =>
    steps.find((one) => one.stepId === stepId)?.messages.filter(({ errorText }) => !errorText) ?? [];
  const hasPayload = payload && Object.keys(payload).length > 0;
  return (
    <div className={styles.stack}>
      <TimelineList
        timeline={timeline}
        unfolded={unfolded}
        inside={(step) =>
          messagesOf(step).map((message, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages that are not stored have no id
            <MessageView key={at} message={shownMessage(message)} />
          ))
        }
      />
      <h3>{words.payload}</h3>
      {hasPayload ? <JsonView value={payload} root="payload" /> : <p>{words.noPayload}</p>}
    </div>
  );
}
