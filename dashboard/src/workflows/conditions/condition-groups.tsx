import { Plus } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Field, Select } from "../../components/field.tsx";
import { MATCH_WORDS, MATCHES, type Match } from "../../components/filter-words.ts";
import { RowButtons } from "../../components/row-buttons.tsx";
import { type RowPlace, useRowList } from "../../components/row-list.ts";
import { ConditionRow } from "./condition-row.tsx";
import styles from "./conditions.module.css";
import type { Group, Item, Row, RuleForm } from "./rule-form.ts";
import type { Variable } from "./variables.ts";
import { words } from "./words.ts";

const NEW_ROW: Row = { kind: "row", variable: "", operator: "==", value: "" };
const NEW_GROUP: Group = { kind: "group", match: "any", rows: [NEW_ROW] };
const PLUS = <Plus size={16} aria-hidden />;

type FormProps = { form: RuleForm; variables: readonly Variable[]; onChange: (form: RuleForm) => void };

/** The conditions of a step: comparisons, and groups of them. */
export function ConditionGroups({ form, variables, onChange }: FormProps) {
  const list = useRowList(form.items, (items) => onChange({ ...form, items }));
  const change = (at: number, item: Item): void =>
    item.kind === "group" && item.rows.length === 0 ? list.remove(at) : list.replace(at, item);
  return (
    <div className={styles.form}>
      {form.items.length > 0 && (
        <MatchField
          label={words.combined}
          match={form.match}
          onChange={(match) => onChange({ ...form, match })}
        />
      )}
      {form.items.map((item, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name; what they show is not theirs
          key={at}
          id={list.rowId(at)}
          className={item.kind === "row" ? styles.row : undefined}
        >
          {item.kind === "row" ? (
            <ConditionRow
              row={item}
              variables={variables}
              name={words.conditionName(at)}
              place={list.placeOf(at)}
              onChange={(row) => change(at, row)}
            />
          ) : (
            <GroupBox
              group={item}
              variables={variables}
              name={words.groupName(at)}
              place={list.placeOf(at)}
              onChange={(group) => change(at, group)}
            />
          )}
        </div>
      ))}
      <div className={styles.buttons}>
        <Button id={list.addId} isSmall icon={PLUS} onClick={() => list.add(NEW_ROW)}>
          {words.addCondition}
        </Button>
        <Button isSmall icon={PLUS} onClick={() => list.add(NEW_GROUP)}>
          {words.addGroup}
        </Button>
      </div>
    </div>
  );
}

type GroupProps = {
  group: Group;
  variables: readonly Variable[];
  name: string;
  place: RowPlace;
  onChange: (group: Group) => void;
};

function GroupBox({ group, variables, name, place, onChange }: GroupProps) {
  const list = useRowList(group.rows, (rows) => onChange({ ...group, rows }));
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{words.conditionsOf(name)}</legend>
      <div className={styles.head}>
        <MatchField
          label={words.combinedIn(name)}
          match={group.match}
          onChange={(match) => onChange({ ...group, match })}
        />
        <RowButtons place={place} name={name} />
      </div>
      {group.rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name; what they show is not theirs
        <div key={at} id={list.rowId(at)} className={styles.row}>
          <ConditionRow
            row={row}
            variables={variables}
            name={words.conditionIn(at, name)}
            place={list.placeOf(at)}
            onChange={(next) => list.replace(at, next)}
          />
        </div>
      ))}
      <div>
        <Button id={list.addId} kind="quiet" isSmall icon={PLUS} onClick={() => list.add(NEW_ROW)}>
          {words.addCondition}
        </Button>
      </div>
    </fieldset>
  );
}

const MATCH_CHOICES = MATCHES.map((value) => ({ value, label: MATCH_WORDS[value] }));

type MatchProps = { label: string; match: Match; onChange: (match: Match) => void };

function MatchField({ label, match, onChange }: MatchProps) {
  return (
    <div className={styles.match}>
      <Field label={label} isLabelHidden>
        <Select value={match} choices={MATCH_CHOICES} onChange={onChange} />
      </Field>
    </div>
  );
}
