import { Autocomplete as Base } from "@base-ui/react/autocomplete";
import { useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./combobox-field.module.css";
import type { AutocompleteProps, Option } from "./combobox-props.ts";
import fieldStyles from "./field.module.css";

const SHOWN = 100;

const matches = ({ label, hint = "" }: Option, text: string): boolean =>
  `${label} ${hint}`.toLowerCase().includes(text.trim().toLowerCase());

/** What `Autocomplete` loads on demand. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function AutocompleteField({
  label,
  options,
  value,
  onChange,
  placeholder,
  error,
}: AutocompleteProps) {
  const errorId = useId();
  return (
    <Base.Root
      items={options}
      itemToStringValue={(option: Option) => option.value}
      value={value}
      onValueChange={(text, { reason }) => reason !== "escape-key" && onChange(text)}
      filter={matches}
      limit={SHOWN}
      openOnInputClick
    >
      <Base.Input
        className={classNames(styles.input, styles.code)}
        aria-label={label}
        placeholder={placeholder}
        spellCheck={false}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
      />
      {error !== undefined && (
        <p id={errorId} className={fieldStyles.error}>
          {error}
        </p>
      )}
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4}>
          <Base.Popup className={styles.popup}>
            <Base.List>
              {(option: Option) => (
                <Base.Item key={option.value} value={option} className={styles.item}>
                  <span>{option.label}</span>
                  {option.hint && <span className={styles.hint}>{option.hint}</span>}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
