import { useState } from "react";
import { Field, TextArea, TextInput } from "../components/field.tsx";
import styles from "./trigger.module.css";
import type { Problems, TriggerDraft } from "./trigger-body.ts";
import { words } from "./words.ts";

type MoreProps = {
  draft: TriggerDraft;
  problems: Problems;
  onChange: (changes: Partial<TriggerDraft>) => void;
};

const TEXTS = [
  { name: "transactionId", label: words.transactionId, help: words.transactionIdHelp },
  { name: "actor", label: words.actor, help: words.actorHelp },
] as const;
const OBJECTS = [
  { name: "context", label: words.context, help: words.contextHelp },
  { name: "overrides", label: words.overrides, help: words.overridesHelp },
] as const;

/** What most triggers do without; starts open if something of it was typed. */
export function MoreFields({ draft, problems, onChange }: MoreProps) {
  const [startsOpen] = useState([...TEXTS, ...OBJECTS].some(({ name }) => draft[name] !== ""));
  return (
    <details className={styles.more} open={startsOpen}>
      <summary>{words.more}</summary>
      <div className={styles.fields}>
        {TEXTS.map(({ name, label, help }) => (
          <Field key={name} label={label} help={help}>
            <TextInput value={draft[name]} onChange={(text) => onChange({ [name]: text })} isCode />
          </Field>
        ))}
        {OBJECTS.map(({ name, label, help }) => (
          <Field key={name} label={label} help={help} error={problems[name]}>
            <TextArea
              value={draft[name]}
              onChange={(text) => onChange({ [name]: text })}
              isCode
              spellCheck={false}
              rows={3}
            />
          </Field>
        ))}
      </div>
    </details>
  );
}
