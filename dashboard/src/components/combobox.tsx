import { lazy } from "react";
import styles from "./combobox.module.css";
import { OnDemand } from "./on-demand.tsx";

const ComboboxField = lazy(() => import("./combobox-field.tsx"));

export type Option = {
  value: string;
  label: string;
  /** Shown beside the label, such as an id. */
  hint?: string;
};

export type ComboboxProps = {
  label: string;
  options: readonly Option[];
  /** The selected value; empty when none is. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** With it, the caller filters, for example by a request; otherwise label and hint must contain the text. */
  onSearch?: (text: string) => void;
  /** What the list says without options. */
  empty?: string;
};

/** A text field with a list to choose one from. Emptying the field chooses none. */
export function Combobox(props: ComboboxProps) {
  return (
    <OnDemand fallback={<div className={styles.place} />}>
      <ComboboxField {...props} />
    </OnDemand>
  );
}
