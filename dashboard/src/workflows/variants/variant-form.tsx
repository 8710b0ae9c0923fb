import type { StepVariant, WorkflowStep } from "@tidings/contract";
import cards from "../../components/card.module.css";
import { Field, TextInput } from "../../components/field.tsx";
import { FilterRows } from "../../components/filter-rows.tsx";
import { filtersInWords } from "../../components/filter-words.ts";
import { RowButtons } from "../../components/row-buttons.tsx";
import type { RowPlace } from "../../components/row-list.ts";
import type { DraftStep } from "../draft.ts";
import { ControlsForm } from "../fields/controls-form.tsx";
import { issuesUnder } from "../fields/field-props.ts";
import styles from "./variants.module.css";
import { variantName, words } from "./words.ts";

type VariantFormProps = {
  at: number;
  /** The id around its name, which gets the focus in a new one. */
  nameId: string;
  variant: StepVariant;
  step: DraftStep;
  checked: WorkflowStep | undefined;
  place: RowPlace;
  onChange: (variant: StepVariant) => void;
};

/** A variant: its name, when it is sent, and its content with the fields of the step. */
export function VariantForm({ at, nameId, variant, step, checked, place, onChange }: VariantFormProps) {
  const name = variant.name ?? variantName(at);
  const condition = filtersInWords(variant.filters);
  const rename = (text: string) => {
    const { name: _, ...unnamed } = variant;
    onChange(text === "" ? unnamed : { ...variant, name: text });
  };
  return (
    <section className={cards.card} aria-label={name}>
      <div className={styles.head}>
        <h3>{name}</h3>
        <RowButtons place={place} name={name} />
      </div>
      <div id={nameId}>
        <Field label={words.name}>
          <TextInput
            value={variant.name ?? ""}
            onChange={rename}
            maxLength={64}
            placeholder={variantName(at)}
          />
        </Field>
      </div>
      <p>{condition === "" ? words.unconditional : `${words.conditions} ${condition}`}</p>
      <FilterRows
        filters={variant.filters}
        onChange={(filters) => onChange({ ...variant, filters })}
        whenEmpty={words.always}
      />
      <details className={styles.content} open={at === 0 || undefined}>
        <summary>{words.content}</summary>
        {checked && (
          <ControlsForm
            type={step.type}
            controls={checked.controls}
            values={variant.controlValues}
            onChange={(controlValues) => onChange({ ...variant, controlValues })}
            issues={issuesUnder(checked.issues?.controls ?? {}, `variants.${at}.`)}
            variables={checked.variables}
          />
        )}
      </details>
    </section>
  );
}
