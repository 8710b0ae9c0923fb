import type { StepKey } from "../foundation/ids.ts";
import type { Step, WorkflowDefinition } from "./workflow.ts";

/** A definition in stored JSON, which has the words of the wire: the key of a step is its `stepId`. */
type StoredDefinition = Omit<WorkflowDefinition, "steps"> & { steps: StoredStep[] };
type StoredStep = Omit<Step, "stepKey"> & { stepId: StepKey };

/** A row with its definition as it is stored. */
export type Stored<Row extends { definition: WorkflowDefinition }> = Omit<Row, "definition"> & {
  definition: StoredDefinition;
};

export function toStoredDefinition(definition: WorkflowDefinition): StoredDefinition {
  const steps = definition.steps.map(({ id, stepKey: stepId, ...step }) => ({ id, stepId, ...step }));
  return { ...definition, steps };
}

/** A definition that is no definition stays as it is, so that only its own runs fail. */
function fromStoredDefinition(stored: StoredDefinition): WorkflowDefinition {
  const { steps } = stored;
  return { ...stored, steps: Array.isArray(steps) ? steps.map(fromStoredStep) : steps };
}

function fromStoredStep({ id, stepId: stepKey, ...step }: StoredStep): Step {
  return { id, stepKey, ...step };
}

/** Replaces the stored definition of a row. */
export function withDefinition<Row extends { definition: StoredDefinition }>({
  definition,
  ...row
}: Row): Omit<Row, "definition"> & { definition: WorkflowDefinition } {
  return { ...row, definition: fromStoredDefinition(definition) };
}
