import { Loading } from "../../components/loading.tsx";
import type { StepPartProps } from "../draft.ts";
import { ControlsForm } from "./controls-form.tsx";
import { issuesOfContent } from "./field-props.ts";
import { words } from "./words.ts";

/** The control values of a step, by its schemas. */
export function StepContent({ step, checked, onChange }: StepPartProps) {
  if (!checked || checked.type !== step.type) return <Loading label={words.reading} />;
  return (
    <ControlsForm
      type={step.type}
      controls={checked.controls}
      values={step.controlValues ?? {}}
      onChange={(controlValues) => onChange({ controlValues })}
      issues={issuesOfContent(checked)}
      variables={checked.variables}
    />
  );
}
