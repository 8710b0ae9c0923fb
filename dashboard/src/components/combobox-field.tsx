import { Combobox as Base } from "@base-ui/react/combobox";
import { ChevronDown } from "lucide-react";
import styles from "./combobox-field.module.css";
import type { ComboboxProps, Option } from "./combobox-props.ts";

const matches = ({ label, hint = "" }: Option, text: string): boolean =>
  `${label} ${hint}`.toLowerCase().includes(text.trim().toLowerCase());

/** What `Combobox` loads on demand. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function ComboboxField({
  label,
  options,
  value,
  onChange,
  onSearch,
  ...texts
}: ComboboxProps) {
  const selected = options.find((one) => one.value === value) ?? (value ? { value, label: value } : null);
  return (
    <Base.Root
      items={options}
      value={selected}
      onValueChange={(option: Option | null) => onChange(option?.value ?? "")}
      onInputValueChange={(text) => onSearch?.(text)}
      isItemEqualToValue={(one, other) => one?.value === other?.value}
      filter={onSearch ? null : matches}
      autoHighlight
    >
      <div className={styles.group}>
        <Base.Input className={styles.input} aria-label={label} placeholder={texts.placeholder} />
        <Base.Trigger className={styles.trigger} aria-label={`Open the list: ${label}`}>
          <ChevronDown size={16} aria-hidden />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4}>
          <Base.Popup className={styles.popup}>
            <Base.Empty className={styles.empty}>{texts.empty ?? "Nothing found"}</Base.Empty>
            <Base.List>{(option: Option) => <Row key={option.value} option={option} />}</Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Row({ option }: { option: Option }) {
  return (
    <Base.Item value={option} className={styles.item}>
      <span>{option.label}</span>
      {option.hint && <span className={styles.hint}>{option.hint}</span>}
    </Base.Item>
  );
}
