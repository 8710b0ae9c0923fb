import type { Schedule, Subscriber, SubscriberPreferencesChanges } from "@tidings/contract";
import { lazy, useRef, useState } from "react";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { Loading } from "../components/loading.tsx";
import { OnDemand } from "../components/on-demand.tsx";
import { say } from "../components/toast.tsx";
import { preferencesKey } from "./preference-reads.ts";
import { PREFERENCE_WORDS as words } from "./preference-words.ts";
import styles from "./schedule-bars.module.css";
import { ScheduleBars } from "./schedule-bars.tsx";
import { isZoneUnknown } from "./unknown-zone.ts";

const ScheduleEditor = lazy(() => import("./schedule-editor.tsx"));

type QuietHoursProps = { subscriber: Subscriber; schedule: Schedule | undefined };

/** When messages may arrive: shown, and edited. */
export function QuietHours({ subscriber, schedule }: QuietHoursProps) {
  const mayManage = useMay("manage");
  const [isEdited, setEdited] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { timezone: counts } = useEnvironment().environment;
  const named = subscriber.timezone ?? words.noZone(counts);
  const timezone = isZoneUnknown(subscriber) ? words.unknownZone(named, counts) : named;
  const { subscriberId } = subscriber;
  const save = useWrite(
    (client, changes: SubscriberPreferencesChanges) => client.preferences.update(subscriberId, changes),
    [preferencesKey(subscriberId), ["would-get"]],
  );
  const close = (): void => {
    setEdited(false);
    save.reset();
    requestAnimationFrame(() => edit.current?.focus());
  };
  const onSuccess = (): void => {
    say(words.quietHoursSaved);
    close();
  };
  return (
    <section className={styles.schedule} aria-labelledby="quiet-hours">
      <div className={styles.head}>
        <h2 id="quiet-hours">{words.quietHours}</h2>
        {mayManage && !isEdited && (
          <Button ref={edit} isSmall onClick={() => setEdited(true)}>
            {words.editQuietHours}
          </Button>
        )}
      </div>
      {isEdited ? (
        <OnDemand fallback={<Loading label={words.reading} />}>
          <ScheduleEditor
            schedule={schedule}
            timezone={timezone}
            error={save.error}
            isSaving={save.isPending}
            onSave={(changed) => save.mutate({ schedule: changed }, { onSuccess })}
            onCancel={close}
          />
        </OnDemand>
      ) : (
        <ScheduleBars schedule={schedule} timezone={timezone} />
      )}
    </section>
  );
}
