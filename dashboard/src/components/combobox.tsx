import { lazy } from "react";
import styles from "./combobox.module.css";
import type { ComboboxProps } from "./combobox-props.ts";
import { OnDemand } from "./on-demand.tsx";

export type { ComboboxProps, Option } from "./combobox-props.ts";

const ComboboxField = lazy(() => import("./combobox-field.tsx"));

/** A text field with a list to choose one from. Emptying the field chooses none. */
export function Combobox(props: ComboboxProps) {
  return (
    <OnDemand fallback={<div className={styles.place} />}>
      <ComboboxField {...props} />
    </OnDemand>
  );
}
