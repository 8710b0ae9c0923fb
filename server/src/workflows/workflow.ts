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
import type { JsonObject } from "../foundation/json.ts";
import type { Inspection } from "../templates/inspect-texts.ts";

/** A template of what happens on a trigger: its record, and the current version of what it says. */
export type Workflow = {
  id: string;
  identifier: string;
  version: number;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date;
  definition: WorkflowDefinition;
  /** Absent where they were not asked for; null for a version that was written before readings were stored. */
  readings?: WorkflowReadings | null;
};

/** A text of a step that is a template: where it stands, what it takes from outside, and what is wrong with it. */
export type TemplateReading = Inspection & { path: string };

/** The templates of each step, in the order of the steps. Stored with the version, since neither changes. */
export type WorkflowReadings = readonly (readonly TemplateReading[])[];

/** What one version of a workflow says. Stored whole and never changed: a run keeps the version it started with. */
export type WorkflowDefinition = {
  name: string;
  description?: string;
  tags: string[];
  severity: Severity;
  origin: Origin;
  /** Where its maker says it was made: an editor, a template, code. Kept for the record. */
  source?: string;
  isTranslationEnabled?: boolean;
  validatePayload: boolean;
  payloadSchema?: JsonObject;
  preferences?: JsonObject;
  steps: Step[];
};

export type Step = {
  /** Database identifier; stays the same through all versions. */
  id: string;
  /** The caller's identifier, unique in the workflow: `steps.<stepId>` in templates. */
  stepId: string;
  name: string;
  type: StepType;
  controlValues: JsonObject;
  /** The older form of a condition: groups of which one must pass. */
  filters?: StepFilter[];
  /** Other forms of a channel's step; the first whose filters pass is used. */
  variants?: StepVariant[];
  /** How hard its messages are tried, where that differs from the integration's word. */
  delivery?: DeliveryOptions;
  /** It only happens where an earlier step has not reached the subscriber. */
  onlyIf?: FallbackOptions;
  /** It is sent again until the subscriber has reacted. */
  repeat?: RepeatOptions;
};

export type StepVariant = { id: string; name?: string; filters: StepFilter[]; controlValues: JsonObject };

export function isChannelStep<S extends Pick<Step, "type">>(step: S): step is S & { type: Channel } {
  return (CHANNELS as readonly string[]).includes(step.type);
}

/** Is the whole workflow critical, so that preferences cannot switch it off (wire-facts 5.7)? */
export function isCritical(definition: Pick<WorkflowDefinition, "preferences">): boolean {
  const layers = [definition.preferences?.user, definition.preferences?.workflow] as (
    | JsonObject
    | undefined
  )[];
  return layers.some((layer) => (layer?.all as JsonObject | undefined)?.readOnly === true);
}
