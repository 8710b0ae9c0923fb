import type { StepType } from "@tidings/contract";
import { type ControlSchema, SKIP, SKIP_FIELD } from "./control-schema.ts";
import { custom } from "./custom.ts";
import { email } from "./email.ts";
import { inApp } from "./in-app.ts";
import { chat, push, sms } from "./texts.ts";
import { throttle } from "./throttle.ts";
import { delay, digest } from "./waits.ts";

/** The step types that this version supports, with their controls. A new type needs an entry here. */
export const CONTROL_SCHEMAS: Readonly<Partial<Record<StepType, ControlSchema>>> = {
  in_app: inApp,
  email,
  sms,
  chat,
  push,
  digest,
  delay,
  throttle,
  custom,
};

/** For a type that only a newer version knows, read from its database. */
const UNKNOWN: ControlSchema = {
  dataSchema: { type: "object", properties: { ...SKIP } },
  uiSchema: { group: "SKIP", properties: { ...SKIP_FIELD } },
};

/** The schema of a step type; for an unknown type it has only the condition. */
export function controlSchemaOf(type: StepType): ControlSchema {
  return CONTROL_SCHEMAS[type] ?? UNKNOWN;
}
