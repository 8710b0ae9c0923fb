import type { EnvironmentTime } from "../../environments/environment.ts";
import type { Engine } from "../engine.ts";
import type { ClaimedJob, ClaimedTrigger } from "../queue/claim-store.ts";
import type { AdvancedRun } from "./advanced-run.ts";
import type { BatchLimits } from "./batch-limits.ts";
import type { AwaitingRun, DecisionContext } from "./run.ts";

/** Everything that one claim took of one environment. */
export type Claimed = {
  environmentId: string;
  triggers: readonly ClaimedTrigger[];
  jobs: readonly ClaimedJob[];
} & EnvironmentTime;

/** Runs of a stored batch whose messages go to their providers now. */
export type Outgoing = { environmentId: string; runs: AwaitingRun[]; context: DecisionContext };
/** Runs of one environment whose providers have answered. */
export type Answered = { environmentId: string; runs: AdvancedRun[]; context: DecisionContext };
export type HandOut = (outgoing: Outgoing) => Promise<void>;

/** A claim in progress. */
export type ClaimInProgress = {
  engine: Engine;
  claimed: Claimed;
  context: DecisionContext;
  limits: BatchLimits;
  handOut: HandOut;
};
