import type { Subscriber } from "@tidings/contract";
import { FailedRead } from "../app/failed-read.tsx";
import { Loading } from "../components/loading.tsx";
import { shortNameOf } from "./person.ts";
import { type Preferences, usePreferences } from "./preference-reads.ts";
import { CriticalRow, GlobalRow, WorkflowRow } from "./preference-rows.tsx";
import { PREFERENCE_WORDS as words } from "./preference-words.ts";
import { QuietHours } from "./quiet-hours.tsx";
import styles from "./subscribers.module.css";

/** What the person wants to receive, through which channels, and at what times. */
export function PreferencesTab({ subscriber }: { subscriber: Subscriber }) {
  const { data, error, refetch } = usePreferences(subscriber.subscriberId);
  if (error) return <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label={words.reading} />;
  return (
    <div className={styles.parts}>
      <Matrix subscriber={subscriber} preferences={data} />
      <QuietHours subscriber={subscriber} schedule={data.global.schedule} />
    </div>
  );
}

function Matrix({ subscriber, preferences }: { subscriber: Subscriber; preferences: Preferences }) {
  const { global, workflows, critical } = preferences;
  const name = shortNameOf(subscriber);
  return (
    <section className={styles.stack} aria-label={words.workflows}>
      <p>{words.about(name)}</p>
      <GlobalRow subscriber={subscriber} channels={global.channels} />
      {workflows.length + critical.length === 0 && <p>{words.none}</p>}
      {workflows.map((preference) => (
        <WorkflowRow key={preference.workflow.identifier} subscriber={subscriber} preference={preference} />
      ))}
      {critical.map((preference) => (
        <CriticalRow key={preference.workflow.identifier} preference={preference} />
      ))}
      <p className={styles.note}>{words.legend(name)}</p>
    </section>
  );
}
