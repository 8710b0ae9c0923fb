import type { FieldFilterPart, StepFilter } from "@tidings/contract";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Field, Select, TextInput } from "./field.tsx";
import styles from "./filter-rows.module.css";
import {
  asMatch,
  FILTER_OPERATOR_WORDS,
  FILTER_PLACE_WORDS,
  MATCH_WORDS,
  MATCHES,
  matchOf,
} from "./filter-words.ts";
import { RowButtons } from "./row-buttons.tsx";
import { type RowPlace, useRowList } from "./row-list.ts";

type FilterRowsProps = {
  filters: readonly StepFilter[];
  onChange: (filters: StepFilter[]) => void;
  /** What holds without conditions. */
  whenEmpty?: ReactNode;
};

const NEW_PART: FieldFilterPart = { on: "payload", field: "", operator: "EQUAL", value: "" };
const newGroup = (): StepFilter => ({ isNegated: false, type: "GROUP", value: "AND", children: [NEW_PART] });

/** Step filters: groups of comparisons, of which one must pass. */
export function FilterRows({ filters, onChange, whenEmpty }: FilterRowsProps) {
  const list = useRowList(filters, (next) => onChange([...next]));
  return (
    <div className={styles.groups}>
      {filters.length === 0 && whenEmpty && <p className={styles.note}>{whenEmpty}</p>}
      {filters.map((filter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other name; what they show is not theirs
        <div key={at} id={list.rowId(at)} className={styles.entry}>
          {at > 0 && <p className={styles.note}>or</p>}
          <Group
            filter={filter}
            name={filters.length > 1 ? `group ${at + 1}` : ""}
            place={list.placeOf(at)}
            onChange={(next) => (next.children.length === 0 ? list.remove(at) : list.replace(at, next))}
          />
        </div>
      ))}
      <div>
        <Button
          id={list.addId}
          isSmall
          icon={<Plus size={16} aria-hidden />}
          onClick={() => list.add(newGroup())}
        >
          {filters.length === 0 ? "Add a condition" : "Add another group"}
        </Button>
      </div>
    </div>
  );
}

type GroupProps = {
  filter: StepFilter;
  name: string;
  place: RowPlace;
  onChange: (filter: StepFilter) => void;
};

const MATCH_CHOICES = MATCHES.map((value) => ({ value, label: MATCH_WORDS[value] }));

function Group({ filter, name, place, onChange }: GroupProps) {
  const { children } = filter;
  const list = useRowList(children, (next) => onChange({ ...filter, children: [...next] }));
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{name === "" ? "Conditions" : `Conditions: ${name}`}</legend>
      <div className={styles.head}>
        <Field label={`How the conditions are combined${name && `, ${name}`}`} isLabelHidden>
          <Select
            value={matchOf(filter)}
            choices={MATCH_CHOICES}
            onChange={(match) => onChange({ ...filter, ...asMatch(match) })}
          />
        </Field>
        {name !== "" && <RowButtons place={place} name={name} />}
      </div>
      {children.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name; what they show is not theirs
        <div key={at} id={list.rowId(at)} className={styles.row}>
          <Part part={part} onChange={(next) => list.replace(at, next)} />
          <RowButtons place={list.placeOf(at)} name={`condition ${at + 1}${name && ` of ${name}`}`} />
        </div>
      ))}
      <div>
        <Button
          id={list.addId}
          kind="quiet"
          isSmall
          icon={<Plus size={16} aria-hidden />}
          onClick={() => list.add(NEW_PART)}
        >
          Add a condition
        </Button>
      </div>
    </fieldset>
  );
}

type PartProps = { part: FieldFilterPart; onChange: (part: FieldFilterPart) => void };

const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value] }));
const PLACES = choicesOf(FILTER_PLACE_WORDS);
const OPERATORS = choicesOf(FILTER_OPERATOR_WORDS);

function Part({ part, onChange }: PartProps) {
  const isPair = part.operator.endsWith("BETWEEN");
  return (
    <>
      <Field label="Of" isLabelHidden>
        <Select value={part.on} choices={PLACES} onChange={(on) => onChange({ ...part, on })} />
      </Field>
      <Field label="Field" isLabelHidden>
        <TextInput
          isCode
          value={part.field}
          placeholder={part.on === "payload" ? "order.total" : "locale"}
          spellCheck={false}
          autoComplete="off"
          onChange={(field) => onChange({ ...part, field })}
        />
      </Field>
      <Field label="Comparison" isLabelHidden>
        <Select
          value={part.operator}
          choices={OPERATORS}
          onChange={(operator) => onChange({ ...part, operator })}
        />
      </Field>
      <Field label="Value" isLabelHidden>
        <TextInput
          value={part.value}
          placeholder={isPair ? "18, 65" : "value"}
          autoComplete="off"
          onChange={(value) => onChange({ ...part, value })}
        />
      </Field>
    </>
  );
}
