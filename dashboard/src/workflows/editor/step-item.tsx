import { BUILDABLE_STEP_TYPES } from "@tidings/contract";
import { EllipsisVertical, OctagonAlert } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useMay } from "../../app/environment.tsx";
import { Menu } from "../../components/menu.tsx";
import { kindOf } from "../../timeline/words.ts";
import type { DraftStep } from "../draft.ts";
import { duplicated, moved, without } from "../edit-steps.ts";
import { StepIcon } from "../step-icon.tsx";
import styles from "./editor.module.css";
import { ItemLink } from "./item-link.tsx";
import type { Place } from "./use-place.ts";
import { issuesSentence, words } from "./words.ts";

type StepItemProps = {
  step: DraftStep;
  /** Its place among the steps, from 0. */
  at: number;
  steps: readonly DraftStep[];
  issues: number;
  place: Place;
  onSteps: (steps: readonly DraftStep[]) => void;
  onRemoved: (removed: { step: DraftStep; at: number }) => void;
  /** Adds a step before this one. */
  onAdd: (type: DraftStep["type"]) => void;
};

/** One step of the list. Alt with an arrow moves it. */
export function StepItem({ step, at, issues, place, ...list }: StepItemProps) {
  const mayManage = useMay("manage");
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!event.altKey || !by || !mayManage) return;
    event.preventDefault();
    list.onSteps(moved(list.steps, step.stepId, by));
  };
  return (
    <li className={styles.row} onKeyDown={onKeyDown}>
      <ItemLink
        item={step.stepId}
        place={place}
        icon={<StepIcon type={step.type} />}
        label={`${at + 1} ${step.name}`}
      >
        {issues > 0 && (
          <span className={styles.issues} title={issuesSentence(issues)}>
            <OctagonAlert size={14} aria-hidden /> {issues}
            <span className="visually-hidden"> {issues === 1 ? "issue" : "issues"}</span>
          </span>
        )}
      </ItemLink>
      {mayManage && <StepMenu step={step} at={at} place={place} {...list} />}
    </li>
  );
}

function StepMenu({ step, at, steps, place, onSteps, onRemoved, onAdd }: Omit<StepItemProps, "issues">) {
  const { stepId } = step;
  const duplicate = () => {
    const { steps: next, copy } = duplicated(steps, stepId);
    onSteps(next);
    place.open(copy.stepId);
  };
  const remove = () => {
    const next = without(steps, stepId);
    onSteps(next);
    onRemoved({ step, at });
    place.open(next[Math.min(at, next.length - 1)]?.stepId);
  };
  const items = [
    { label: words.moveUp, onSelect: () => onSteps(moved(steps, stepId, -1)), isDisabled: at === 0 },
    {
      label: words.moveDown,
      onSelect: () => onSteps(moved(steps, stepId, 1)),
      isDisabled: at === steps.length - 1,
    },
    { label: words.duplicate, onSelect: duplicate },
    { label: words.remove, onSelect: remove, isDanger: true },
    ...BUILDABLE_STEP_TYPES.map((type) => ({
      label: `${words.addAbove}: ${kindOf(type)}`,
      onSelect: () => onAdd(type),
    })),
  ];
  return (
    <Menu
      trigger={<EllipsisVertical size={16} aria-hidden />}
      label={`${words.actionsOf} ${step.name}`}
      items={items}
      kind="quiet"
      isSmall
    />
  );
}
