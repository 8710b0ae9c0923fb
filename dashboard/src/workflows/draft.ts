import type { StepInput, Workflow, WorkflowReplacement, WorkflowStep } from "@tidings/contract";

/** A step as it is edited. Its `stepId` never changes: the address, texts and issues name it. */
export type DraftStep = StepInput & { stepId: string };

/** The content of a workflow as it is edited: what `updateWorkflow` takes. */
export type Draft = Omit<WorkflowReplacement, "steps"> & { steps: readonly DraftStep[] };

/** What each part of a step's editor gets. */
export type StepPartProps = {
  /** The step as it is typed. */
  step: DraftStep;
  /** The service's answer about the last draft: schemas, variables, issues; undefined until it comes. */
  checked: WorkflowStep | undefined;
  /** The steps before this one. */
  earlier: readonly DraftStep[];
  /** Replaces members of the step; undefined removes a member. */
  onChange: (changes: { [Key in keyof StepInput]?: StepInput[Key] | undefined }) => void;
};

/** What each part about the whole workflow gets. */
export type WorkflowPartProps = {
  draft: Draft;
  /** The service's answer about the last draft. */
  checked: Workflow | undefined;
  /** The stored workflow. */
  stored: Workflow;
  onChange: (changes: Partial<Draft>) => void;
};
