import type { Workflow } from "@tidings/contract";
import type { ReactNode } from "react";
import { Field, TextInput } from "../../components/field.tsx";
import { OnDemand } from "../../components/on-demand.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { isChannel, kindOf } from "../../timeline/words.ts";
import type { DraftStep, StepPartProps } from "../draft.ts";
import { changed } from "../edit-steps.ts";
import { StepContent } from "../fields/step-content.tsx";
import { countsByPart, integrationIssuesOf } from "./issues.ts";
import { MissingIntegration } from "./missing-integration.tsx";
import { StepDelivery, StepVariants, StepWhen } from "./parts-on-demand.ts";
import type { DraftState } from "./use-draft.ts";
import type { Part, Place } from "./use-place.ts";
import { issuesSentence, words } from "./words.ts";

type StepEditorProps = { step: DraftStep; state: DraftState; checked: Workflow; place: Place };

/** One step: its name, and its parts as tabs. */
export function StepEditor({ step, state, checked, place }: StepEditorProps) {
  const { draft, change } = state;
  const at = draft.steps.indexOf(step);
  const checkedStep = checked.steps.find(({ stepId }) => stepId === step.stepId);
  const part: StepPartProps = {
    step,
    checked: checkedStep,
    earlier: draft.steps.slice(0, at),
    onChange: (changes) =>
      change((before) => ({ ...before, steps: changed(before.steps, step.stepId, changes) })),
  };
  return (
    <>
      <h2 id="open-item">{[step.name, kindOf(step.type)].filter(Boolean).join(" · ")}</h2>
      {integrationIssuesOf(checkedStep).map(({ message }) => (
        <MissingIntegration key={message} channel={step.type} message={message} />
      ))}
      <Field label={words.stepName} error={step.name === "" ? words.nameNeeded : undefined}>
        <TextInput value={step.name} onChange={(name) => part.onChange({ name })} maxLength={64} />
      </Field>
      <Tabs
        label={words.parts}
        selected={partOf(step, place.part)}
        onSelect={(name) => place.open(step.stepId, name)}
        tabs={partsOf(part)}
      />
    </>
  );
}

const partOf = ({ type }: DraftStep, wanted: Part): Part =>
  isChannel(type) || wanted === "content" || wanted === "when" ? wanted : "content";

/** Only messages have deliveries and variants. */
function partsOf(part: StepPartProps) {
  const issues = countsByPart(part.checked);
  const tab = (name: Part, shown: ReactNode) => {
    const count = issues[name];
    const label = count > 0 ? `${words[name]} · ${issuesSentence(count)}` : words[name];
    return { name, label, content: shown };
  };
  const all = [
    tab("content", <StepContent {...part} />),
    tab(
      "when",
      <OnDemand>
        <StepWhen {...part} />
      </OnDemand>,
    ),
  ];
  if (!isChannel(part.step.type)) return all;
  return [
    ...all,
    tab(
      "delivery",
      <OnDemand>
        <StepDelivery {...part} />
      </OnDemand>,
    ),
    tab(
      "variants",
      <OnDemand>
        <StepVariants {...part} />
      </OnDemand>,
    ),
  ];
}
