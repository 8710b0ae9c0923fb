import type {
  DeliveryOptions,
  FallbackOptions,
  RepeatOptions,
  StepFilter,
  StepType,
} from "@tidings/contract";
import type { StepKey } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { StepVariant } from "./workflow.ts";

/** A step as requested; `id` and `stepKey` identify the previous step that it continues. */
export type StepDraft = {
  name: string;
  type: StepType;
  controlValues: JsonObject;
  filters?: StepFilter[];
  variants?: Omit<StepVariant, "id">[];
  delivery?: DeliveryOptions;
  onlyIf?: FallbackOptions;
  repeat?: RepeatOptions;
  stepKey?: StepKey;
  id?: string;
};
