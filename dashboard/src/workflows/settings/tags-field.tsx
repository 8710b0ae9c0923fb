import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { Field, TextInput } from "../../components/field.tsx";
import styles from "./settings.module.css";
import { removeTag, words } from "./words.ts";

type TagsProps = { tags: readonly string[]; onChange: (tags: string[]) => void; error: string | undefined };

const MOST_TAGS = 16;

/** The tags as chips, and a field that adds one. */
export function TagsField({ tags, onChange, error }: TagsProps) {
  const [typed, setTyped] = useState("");
  const tag = typed.trim();
  const add = () => {
    if (tag === "") return;
    if (!tags.includes(tag)) onChange([...tags, tag]);
    setTyped("");
  };
  return (
    <div className={styles.stack}>
      <span className={styles.legend}>{words.tags}</span>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={words.tags}>
          {tags.map((one) => (
            <li key={one}>
              <Chip
                onRemove={() => onChange(tags.filter((other) => other !== one))}
                removeLabel={removeTag(one)}
              >
                {one}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {tags.length < MOST_TAGS && (
        <Field label={words.newTag} isLabelHidden help={words.tagsHelp} error={error}>
          <div className={styles.add}>
            <TextInput
              value={typed}
              onChange={setTyped}
              maxLength={64}
              autoComplete="off"
              onBlur={add}
              onKeyDown={(event) => event.key === "Enter" && add()}
            />
            <Button onClick={add} disabled={tag === ""}>
              {words.addTag}
            </Button>
          </div>
        </Field>
      )}
    </div>
  );
}
