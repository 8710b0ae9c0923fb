import type {
  Channel,
  DeliveryOptions,
  FallbackOptions,
  Origin,
  RepeatOptions,
  Severity,
  StepFilter,
  StepType,
} from "@tidings/contract";
import { CHANNELS } from "@tidings/contract";
import type { StepId, StepKey, WorkflowId, WorkflowKey } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Inspection } from "../templates/inspect-texts.ts";

/** A workflow's record with its current definition: the steps that a trigger starts. */
export type Workflow = {
  id: WorkflowId;
  workflowKey: WorkflowKey;
  version: number;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date;
  definition: WorkflowDefinition;
  /** Absent if they were not selected; null for a version that was stored without readings. */
  readings?: WorkflowReadings | null;
};

/** The inspection of one template of a step: its path in the control values, its variables, and its error. */
export type TemplateReading = Inspection & { path: string };

/** The inspected templates of each step, in the order of the steps. Stored with the version, since neither changes. */
export type WorkflowReadings = readonly (readonly TemplateReading[])[];

/**
 * The content of one version of a workflow. A stored version never changes: a run keeps the version it started with.
 */
export type WorkflowDefinition = {
  name: string;
  description?: string;
  tags: string[];
  severity: Severity;
  origin: Origin;
  /** Where the client says it was created: an editor, a template, code. Only stored. */
  source?: string;
  isTranslationEnabled?: boolean;
  validatePayload: boolean;
  payloadSchema?: JsonObject;
  preferences?: JsonObject;
  steps: Step[];
};

export type Step = {
  /** Stays the same through all versions. */
  id: StepId;
  /** Unique in the workflow: `steps.<key>` in templates. */
  stepKey: StepKey;
  name: string;
  type: StepType;
  controlValues: JsonObject;
  /** The older form of a condition: groups; one of them must pass. */
  filters?: StepFilter[];
  /** Alternative contents of a channel step; the first one whose filters pass is used. */
  variants?: StepVariant[];
  /** Delivery options that override those of the integration. */
  delivery?: DeliveryOptions;
  /** Run only if an earlier step has not reached the subscriber. */
  onlyIf?: FallbackOptions;
  /** Send again until the subscriber has reacted. */
  repeat?: RepeatOptions;
};

export type StepVariant = { id: string; name?: string; filters: StepFilter[]; controlValues: JsonObject };

export function isChannelStep<S extends Pick<Step, "type">>(step: S): step is S & { type: Channel } {
  return (CHANNELS as readonly string[]).includes(step.type);
}

/** Whether the workflow is critical, so that subscribers cannot disable it. */
export function isCritical(definition: Pick<WorkflowDefinition, "preferences">): boolean {
  const layers = [definition.preferences?.user, definition.preferences?.workflow] as (
    | JsonObject
    | undefined
  )[];
  return layers.some((layer) => (layer?.all as JsonObject | undefined)?.readOnly === true);
}
