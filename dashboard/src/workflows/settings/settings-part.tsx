import { SEVERITIES } from "@tidings/contract";
import { useMay } from "../../app/environment.tsx";
import { Field, Select, TextArea, TextInput } from "../../components/field.tsx";
import type { Draft, WorkflowPartProps } from "../draft.ts";
import { ActiveSwitch } from "./active-switch.tsx";
import { ChannelsField } from "./channels-field.tsx";
import { DeleteWorkflow } from "./delete-workflow.tsx";
import styles from "./settings.module.css";
import { TagsField } from "./tags-field.tsx";
import { SEVERITY_WORDS, words } from "./words.ts";

const SEVERITY_CHOICES = SEVERITIES.toReversed().map((value) => ({ value, label: SEVERITY_WORDS[value] }));

/** Name, description, tags, severity and channels of the workflow; on and off, and its deletion. */
export function SettingsPart({ draft, checked, stored, onChange }: WorkflowPartProps) {
  const mayManage = useMay("manage");
  const issueOf = (name: string) => checked?.issues?.[name]?.message;
  const describe = (text: string) =>
    onChange({
      description: text === "" && stored.description === undefined ? undefined : text,
    } as Partial<Draft>);
  return (
    <div className={styles.settings}>
      <Field label={words.name} error={draft.name === "" ? words.nameNeeded : issueOf("name")}>
        <TextInput value={draft.name} onChange={(name) => onChange({ name })} maxLength={64} />
      </Field>
      <Field label={words.identifier} help={words.identifierHelp}>
        <TextInput value={stored.workflowId} onChange={() => undefined} readOnly isCode />
      </Field>
      <Field label={words.description} error={issueOf("description")}>
        <TextArea value={draft.description ?? ""} onChange={describe} maxLength={256} rows={3} />
      </Field>
      <TagsField tags={draft.tags ?? []} onChange={(tags) => onChange({ tags })} error={issueOf("tags")} />
      <Field label={words.severity} help={words.severityHelp}>
        <Select
          value={draft.severity ?? "none"}
          choices={SEVERITY_CHOICES}
          onChange={(severity) => onChange({ severity })}
        />
      </Field>
      <ChannelsField draft={draft} onChange={onChange} />
      <ActiveSwitch stored={stored} />
      {mayManage && <DeleteWorkflow stored={stored} />}
    </div>
  );
}
