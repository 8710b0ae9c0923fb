import { CHANNELS } from "@tidings/contract";
import { Checkbox } from "../../components/checkbox.tsx";
import { CHANNEL_NAMES } from "../../timeline/message-words.ts";
import type { WorkflowPartProps } from "../draft.ts";
import { defaultsOf, withChannel, withCritical } from "./preferences.ts";
import styles from "./settings.module.css";
import { words } from "./words.ts";

/** Which channels subscribers get by default, and whether they can choose. */
export function ChannelsField({ draft, onChange }: Pick<WorkflowPartProps, "draft" | "onChange">) {
  const { preferences } = draft;
  const { channels, isCritical, isCriticalByCode } = defaultsOf(preferences);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{words.channels}</legend>
      <p className={styles.help}>{words.channelsHelp}</p>
      <div className={styles.channels}>
        {CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            label={CHANNEL_NAMES[channel]}
            isChecked={channels[channel]}
            onChange={(isOn) => onChange({ preferences: withChannel(preferences, channel, isOn) })}
          />
        ))}
      </div>
      <fieldset className={styles.plain} disabled={isCriticalByCode}>
        <Checkbox
          label={words.critical}
          isChecked={isCritical}
          onChange={(isOn) => onChange({ preferences: withCritical(preferences, isOn) })}
        />
        {isCriticalByCode && <p className={styles.help}>{words.criticalByCode}</p>}
      </fieldset>
    </fieldset>
  );
}
