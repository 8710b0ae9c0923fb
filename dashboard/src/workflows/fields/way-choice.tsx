import { useState } from "react";
import { Field, Select } from "../../components/field.tsx";
import { isAbsent, type Members } from "./json.ts";
import { changesToWay, offeredWays, type Way } from "./ways.ts";
import { WAY_LABELS, wayWords } from "./words.ts";

type WayChoiceProps = {
  /** The type of the step. */
  type: string;
  ways: readonly Way[];
  way: Way;
  values: Members;
  onChange: (changes: Members) => void;
};

/** Chooses one of the ways to say when a wait ends. What the others had comes back with them. */
export function WayChoice({ type, ways, way, values, onChange }: WayChoiceProps) {
  const [kept, setKept] = useState<Members>({});
  const choose = (name: string) => {
    const next = ways.find((one) => one.name === name);
    if (!next || next === way) return;
    const given = Object.entries(values).filter(([, value]) => !isAbsent(value));
    const now = { ...kept, ...Object.fromEntries(given) };
    setKept(now);
    onChange(changesToWay(ways, next, values, now));
  };
  const choices = offeredWays(ways, way).map(({ name }) => ({ value: name, label: wayWords(name) }));
  return (
    <Field label={WAY_LABELS[type] ?? wayWords(way.name)}>
      <Select value={way.name} choices={choices} onChange={choose} />
    </Field>
  );
}
