import { useState } from "react";
import { Chip } from "../components/chip.tsx";
import { Combobox } from "../components/combobox.tsx";
import { NewPersonDialog } from "./new-person-dialog.tsx";
import { useRecipientSearch } from "./recipient-search.ts";
import { type Chosen, isSame } from "./recipients.ts";
import styles from "./trigger.module.css";
import { removed, words } from "./words.ts";

type PickerProps = { to: readonly Chosen[]; onChange: (to: readonly Chosen[]) => void };

/** Chips of those who get it, and a search for more. */
export function RecipientPicker({ to, onChange }: PickerProps) {
  const { options, search, chosen } = useRecipientSearch();
  const [newId, setNewId] = useState<string>();
  const add = (one: Chosen): void => onChange([...to.filter((other) => !isSame(one, other)), one]);
  const choose = (value: string): void => {
    const one = chosen(value);
    if (!one) return;
    if ("newPerson" in one) setNewId(one.newPerson);
    else add(one);
    search("");
  };
  return (
    <div className={styles.to}>
      <h2>{words.to}</h2>
      {to.length > 0 && (
        <ul className={styles.chips}>
          {to.map((one) => (
            <li key={`${one.kind}:${one.id}`}>
              <Chip
                tone="accent"
                removeLabel={removed(one.label)}
                onRemove={() => onChange(to.filter((other) => other !== one))}
              >
                {one.kind === "subscriber" ? one.label : `${one.label} (${KINDS[one.kind]})`}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        key={to.length}
        label={words.addRecipient}
        placeholder={words.searchRecipients}
        options={options}
        value=""
        onChange={choose}
        onSearch={search}
        empty={words.nothingFound}
      />
      <p className={styles.help}>{words.toHelp}</p>
      {newId !== undefined && (
        <NewPersonDialog subscriberId={newId} onAdd={add} onClose={() => setNewId(undefined)} />
      )}
    </div>
  );
}

const KINDS = { topic: words.topic, person: words.isNew };
