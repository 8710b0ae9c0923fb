import type { Channel } from "@tidings/contract";
import { useId } from "react";
import { useMay } from "../app/environment.tsx";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";
import styles from "./preference-row.module.css";

type Cell = {
  channel: Channel;
  isOn: boolean;
  /** Who decided it. */
  decided?: string;
};

type RowProps = {
  name: string;
  detail: string;
  cells: readonly Cell[];
  /** Absent for what cannot be changed. */
  onChange?: (channel: Channel, isOn: boolean) => void;
};

/** The channels of a workflow, each with a switch and who decided it. */
export function PreferenceRow({ name, detail, cells, onChange }: RowProps) {
  const id = useId();
  const mayManage = useMay("manage");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in all browsers
    <div className={styles.row} role="group" aria-labelledby={id}>
      <div className={styles.workflow}>
        <span id={id} className={styles.name}>
          {name}
        </span>
        <span className={styles.detail}>{detail}</span>
      </div>
      <ul className={styles.cells}>
        {cells.map(({ channel, isOn, decided }) => (
          <li key={channel}>
            <label className={styles.cell}>
              <input
                type="checkbox"
                checked={isOn}
                disabled={!onChange || !mayManage}
                onChange={(event) => onChange?.(channel, event.target.checked)}
              />
              <span>{CHANNEL_NAMES[channel]}</span>
              {decided && <span className={styles.decided}>{decided}</span>}
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}
