import { segmentsOf } from "@tidings/contract";
import { useId } from "react";
import { useMay } from "../../app/environment.tsx";
import look from "../../components/field.module.css";
import { LiquidInput } from "../liquid/liquid-input.tsx";
import { type FieldProps, issuesAt } from "./field-props.ts";
import { isLiquid } from "./json.ts";
import { smsSentence } from "./words.ts";

type LiquidFieldProps = Pick<FieldProps, "label" | "help" | "value" | "onChange" | "issues" | "variables"> & {
  /** The path of the text in the controls. */
  path: string;
  isMultiline?: boolean;
  placeholder?: string | undefined;
  /** Under the text, such as its length. */
  note?: string | undefined;
};

/** A text with Liquid, under its label. The control itself shows the issues of its text. */
export function LiquidField({ label, help, value, onChange, path, note, ...rest }: LiquidFieldProps) {
  const id = useId();
  const mayManage = useMay("manage");
  const { issues, variables, isMultiline = false, placeholder } = rest;
  return (
    <div className={look.field}>
      <span className={look.label} aria-hidden>
        {label}
      </span>
      <LiquidInput
        label={label}
        value={typeof value === "string" ? value : ""}
        onChange={(text) => onChange(text === "" ? undefined : text)}
        isMultiline={isMultiline}
        isReadOnly={!mayManage}
        placeholder={placeholder}
        variables={variables}
        issues={issuesAt(issues, [path])}
        describedBy={help === undefined && note === undefined ? undefined : id}
      />
      {(help !== undefined || note !== undefined) && (
        <div id={id} className={look.help}>
          {note !== undefined && <p>{note}</p>}
          {help !== undefined && <p>{help}</p>}
        </div>
      )}
    </div>
  );
}

const textOr = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** One line of text. */
export const LineField = ({ field, ...props }: FieldProps) => (
  <LiquidField {...props} path={field.name} placeholder={textOr(field.placeholder)} />
);

/** Several lines of text; an SMS says how many messages it is. */
export function TextField({ field, ...props }: FieldProps) {
  const isSms = field.component === "SMS_BODY";
  const text = typeof props.value === "string" ? props.value : "";
  const note = isSms ? smsSentence(segmentsOf(text), isLiquid(text)) : undefined;
  return (
    <LiquidField
      {...props}
      path={field.name}
      placeholder={textOr(field.placeholder)}
      note={note}
      isMultiline
    />
  );
}
