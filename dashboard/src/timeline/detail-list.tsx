import { Moment } from "../components/moment.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { duration } from "../components/times.ts";
import { classOf } from "./detail-codes.ts";
import styles from "./detail-list.module.css";
import { RawBox } from "./raw-box.tsx";
import { readRaw } from "./raw-facts.ts";
import type { DetailRecord } from "./step-record.ts";
import { LABELS } from "./words.ts";

/** All details of a step, to the millisecond, with what the provider answered. */
export function DetailList({ details }: { details: readonly DetailRecord[] }) {
  return (
    <ol className={styles.list}>
      {details.map((detail, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: details are only ever added at the end
        <Detail key={at} detail={detail} />
      ))}
    </ol>
  );
}

function Detail({ detail }: { detail: DetailRecord }) {
  const { at, text, status, raw, isRetry } = detail;
  const tookMs = readRaw(raw).number("tookMs");
  const isOurs = status === "Failed" && classOf(detail) === "ours";
  return (
    <li className={styles.detail} data-ours={isOurs || undefined}>
      <span className={styles.at}>{at && <Moment at={at} isExact />}</span>
      <span className={styles.text}>
        {isOurs ? <StateMark state="failed" word={text} /> : text}
        {isRetry && ` (${LABELS.retry})`}
      </span>
      <span className={styles.took}>{tookMs !== undefined && duration(tookMs)}</span>
      {raw && <RawFactsView raw={raw} label={text} />}
    </li>
  );
}

/** A provider's answer as it came, and the other particulars. */
function RawFactsView({ raw, label }: { raw: string; label: string }) {
  const facts = readRaw(raw);
  const answer = facts.text("answer");
  const others = facts.names.filter((name) => !SHOWN_APART.includes(name));
  const scalars = others.filter((name) => isScalar(facts.any(name)));
  const rest = others.filter((name) => !scalars.includes(name) && !isEmptyList(facts.any(name)));
  return (
    <div className={styles.raw}>
      {answer && <RawBox text={answer} label={`${LABELS.answer}: ${label}`} />}
      {scalars.length > 0 && (
        <p className={styles.facts}>{scalars.map((name) => `${name}: ${facts.any(name)}`).join(" · ")}</p>
      )}
      {rest.map((name) => (
        <RawBox
          key={name}
          text={JSON.stringify(facts.any(name), null, 2)}
          label={`${LABELS.facts}: ${name}`}
        />
      ))}
      {facts.names.length === 0 && <RawBox text={raw} label={`${LABELS.facts}: ${label}`} />}
    </div>
  );
}

const SHOWN_APART = ["answer", "tookMs", "attempt"];
const isScalar = (fact: unknown): boolean => typeof fact !== "object" || fact === null;
/** Such as the answers of other integrations, where there is no other one: an empty box says nothing. */
const isEmptyList = (fact: unknown): boolean => Array.isArray(fact) && fact.length === 0;
