import type { Workflow } from "@tidings/contract";
import { Settings, Zap } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../app/environment.tsx";
import { Button } from "../../components/button.tsx";
import type { DraftStep } from "../draft.ts";
import { inserted, newStep } from "../edit-steps.ts";
import { AddStep } from "./add-step.tsx";
import styles from "./editor.module.css";
import { issuesOf } from "./issues.ts";
import { ItemLink } from "./item-link.tsx";
import { StepItem } from "./step-item.tsx";
import type { DraftState } from "./use-draft.ts";
import { type Place, SETTINGS, TRIGGER } from "./use-place.ts";
import { words } from "./words.ts";

type StepsListProps = { state: DraftState; checked: Workflow; place: Place };
type Removed = { step: DraftStep; at: number };

const MOST_STEPS = 20;

/** The trigger, the steps in their order, and the settings of the workflow. */
export function StepsList({ state, checked, place }: StepsListProps) {
  const mayManage = useMay("manage");
  const [removed, setRemoved] = useState<Removed>();
  const { steps } = state.draft;
  const setSteps = (next: readonly DraftStep[]) => state.change((before) => ({ ...before, steps: next }));
  const add = (type: DraftStep["type"], at: number) => {
    const step = newStep(type, steps);
    setSteps(inserted(steps, at, step));
    place.open(step.stepId);
  };
  const putBack = ({ step, at }: Removed) => {
    setSteps(inserted(steps, at, step));
    setRemoved(undefined);
    place.open(step.stepId);
  };
  const issuesIn = (id: string) => issuesOf(checked.steps.find(({ stepId }) => stepId === id)).length;
  return (
    <nav className={styles.steps} aria-label={words.steps}>
      <ItemLink item={TRIGGER} place={place} icon={<Zap size={16} aria-hidden />} label={words.trigger} />
      <ol className={styles.list}>
        {steps.map((step, at) => (
          <StepItem
            key={step.stepId}
            step={step}
            at={at}
            steps={steps}
            issues={issuesIn(step.stepId)}
            place={place}
            onSteps={setSteps}
            onRemoved={setRemoved}
            onAdd={(type) => add(type, at)}
          />
        ))}
      </ol>
      {steps.length === 0 && <p className={styles.help}>{words.noSteps}</p>}
      {removed && (
        <Button isSmall onClick={() => putBack(removed)}>
          {words.putBack} {removed.step.name}
        </Button>
      )}
      {mayManage && steps.length < MOST_STEPS && <AddStep onAdd={(type) => add(type, steps.length)} />}
      {steps.length >= MOST_STEPS && <p className={styles.help}>{words.mostSteps}</p>}
      <ItemLink
        item={SETTINGS}
        place={place}
        icon={<Settings size={16} aria-hidden />}
        label={words.settings}
      />
      <p className={styles.rehearse}>
        <Button onClick={place.rehearse}>{words.rehearse}</Button>
      </p>
    </nav>
  );
}
