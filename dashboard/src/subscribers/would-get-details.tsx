import type { SimulatedRecipient } from "@tidings/contract";
import { JsonView } from "../components/json-view.tsx";
import { ExplainedTimeline } from "../timeline/explained-timeline.tsx";
import styles from "./subscribers.module.css";
import type { WouldGet } from "./would-get-reads.ts";
import { WOULD_GET_WORDS as words } from "./would-get-words.ts";

type DetailsProps = { read: WouldGet; recipient: SimulatedRecipient };

/** The same timeline as of a notification, with the messages as they would be, and the payload. */
export function WouldGetDetails({ read, recipient }: DetailsProps) {
  const { explanation, payload } = read;
  const hasPayload = payload && Object.keys(payload).length > 0;
  return (
    <div className={styles.stack}>
      <ExplainedTimeline explanation={explanation} recipient={recipient} showsMessage={() => true} />
      <h3>{words.payload}</h3>
      {hasPayload ? <JsonView value={payload} root="payload" /> : <p>{words.noPayload}</p>}
    </div>
  );
}
