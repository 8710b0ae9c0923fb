import type { Channel } from "@tidings/contract";
import type { Json, JsonObject } from "../../foundation/json.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import type { Gate } from "./run.ts";

/** The decision about one step. `decide` makes it, `advance` applies it. */
export type Decision =
  | { kind: "complete"; output?: JsonObject; details: Note[] }
  | { kind: "wait"; until: Date; settings: JsonObject; details: Note[] }
  | { kind: "gate"; gate: Gate; settings: JsonObject; details: Note[] }
  /** The step's control values are rendered, and that is its output. */
  | { kind: "output"; value: JsonObject; details: Note[] }
  /** The step does not run: a channel step is canceled, a step that only orders the others is skipped. */
  | { kind: "pass_over"; status: "canceled" | "skipped"; details: Note[] }
  /** The wait is extended until the subscriber's schedule opens. */
  | { kind: "extend"; until: Date; details: Note[] }
  | { kind: "fail"; details: Note[]; endsRun: boolean }
  | Delivery;

/** A channel step that runs: what to render, and for which targets. */
export type Delivery = {
  kind: "deliver";
  channel: Channel;
  targets: Target[];
  details: Note[];
  /** The control values of a variant, which replace the step's own. */
  controls?: JsonObject;
};

/** One address of a message and its integration; `failure` says why it cannot be used. */
export type Target = {
  integration: Integration;
  address: TargetAddress;
  /** Contents from the trigger's overrides, in place of the rendered ones. */
  overridden?: OverriddenContent;
  failure?: { code: DetailCode; errorId: string; errorText: string };
};
export type OverriddenContent = { subject?: string; html?: string; text?: string };
export type TargetAddress = {
  email?: string;
  phone?: string;
  webhookUrl?: string;
  channel?: string;
  deviceTokens?: string[];
};

/** A detail before it has an id. */
export type Note = { code: DetailCode; providerId?: string; isRetry?: boolean; raw?: Json };
