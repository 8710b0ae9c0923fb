import { useState } from "react";
import { Field, Select, TextInput } from "../../components/field.tsx";
import { useZone } from "../../components/times.ts";
import { momentAt, wallTime } from "../../components/zones.ts";
import { inZone, words } from "./words.ts";

type MomentFieldProps = {
  /** ISO 8601; undefined: now; empty: what is typed is no moment. */
  at: string | undefined;
  onChange: (at: string | undefined) => void;
  /** The environment's present, with which another moment begins. */
  now: Date;
};

/** When it is rehearsed: now, or at a moment that is typed in the zone that the reader chose. */
export function MomentField({ at, onChange, now }: MomentFieldProps) {
  const zone = useZone();
  const [text, setText] = useState("");
  const typed = (value: string): void => {
    setText(value);
    onChange(momentAt(value, zone)?.toISOString() ?? "");
  };
  const shown = at ? wallTime(new Date(at), zone) : text;
  const choices = [
    { value: "now", label: words.now },
    { value: "chosen", label: words.chosen },
  ] as const;
  return (
    <>
      <Field label={words.at}>
        <Select
          value={at === undefined ? "now" : "chosen"}
          onChange={(how) => (how === "now" ? onChange(undefined) : typed(wallTime(now, zone)))}
          choices={choices}
        />
      </Field>
      {at !== undefined && (
        <Field
          label={words.moment}
          help={inZone(zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)}
          error={at === "" ? words.noMoment : undefined}
        >
          <TextInput type="datetime-local" value={shown} onChange={typed} />
        </Field>
      )}
    </>
  );
}
