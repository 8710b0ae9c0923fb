import { BUILDABLE_STEP_TYPES } from "@tidings/contract";
import { Plus } from "lucide-react";
import { Menu } from "../../components/menu.tsx";
import { kindOf } from "../../timeline/words.ts";
import type { DraftStep } from "../draft.ts";
import { StepIcon } from "../step-icon.tsx";
import { words } from "./words.ts";

/** Adds a step of a type. */
export function AddStep({ onAdd }: { onAdd: (type: DraftStep["type"]) => void }) {
  const trigger = (
    <>
      <Plus size={16} aria-hidden />
      {words.addStep}
    </>
  );
  const items = BUILDABLE_STEP_TYPES.map((type) => ({
    label: kindOf(type),
    icon: <StepIcon type={type} isDecoration />,
    onSelect: () => onAdd(type),
  }));
  return <Menu trigger={trigger} items={items} isSmall />;
}
