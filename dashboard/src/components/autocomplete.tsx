import { lazy } from "react";
import styles from "./combobox.module.css";
import type { AutocompleteProps } from "./combobox-props.ts";
import { OnDemand } from "./on-demand.tsx";

const AutocompleteField = lazy(() => import("./autocomplete-field.tsx"));

/** A text field with a list of usual texts; any other text may be typed, too. */
export function Autocomplete(props: AutocompleteProps) {
  return (
    <OnDemand fallback={<div className={styles.place} />}>
      <AutocompleteField {...props} />
    </OnDemand>
  );
}
