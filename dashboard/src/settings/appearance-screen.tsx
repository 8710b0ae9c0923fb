import { changeSetting, type Settings, useSettings } from "../app/settings.ts";
import { type Choice, Field, Select } from "../components/field.tsx";
import { PageHeader } from "../components/page-header.tsx";
import styles from "./settings.module.css";
import { words } from "./words.ts";

/** The rail is folded by its own button. */
type Chosen = Exclude<keyof Settings, "rail" | "railOfEditors">;

type Row<Name extends Chosen> = {
  label: string;
  help?: string;
  choices: readonly Choice<Settings[Name]>[];
};

const ROWS: { [Name in Chosen]: Row<Name> } = {
  theme: {
    label: words.theme,
    choices: [
      { value: "system", label: "As the system" },
      { value: "light", label: "Light" },
      { value: "dark", label: "Dark" },
    ],
  },
  density: {
    label: words.density,
    choices: [
      { value: "normal", label: "Normal" },
      { value: "compact", label: "Compact" },
    ],
  },
  times: {
    label: words.times,
    help: words.timesHelp,
    choices: [
      { value: "mine", label: "In my time zone" },
      { value: "utc", label: "UTC" },
      { value: "theirs", label: "In the subscriber's time zone" },
    ],
  },
  singleKeys: {
    label: words.singleKeys,
    help: words.singleKeysHelp,
    choices: [
      { value: "on", label: "On" },
      { value: "off", label: "Off" },
    ],
  },
};

/** What the reader's browser remembers about the look of the pages. */
export function AppearanceScreen() {
  return (
    <>
      <PageHeader title={words.appearance} />
      <div className={styles.form}>
        <SettingField name="theme" />
        <SettingField name="density" />
        <SettingField name="times" />
        <SettingField name="singleKeys" />
      </div>
    </>
  );
}

function SettingField<Name extends Chosen>({ name }: { name: Name }) {
  const value = useSettings()[name];
  const { label, help, choices } = ROWS[name] as Row<Name>;
  return (
    <Field label={label} help={help}>
      <Select value={value} onChange={(chosen) => changeSetting(name, chosen)} choices={choices} />
    </Field>
  );
}
