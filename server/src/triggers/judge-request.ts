import { contextKeyOf } from "../contexts/contexts.ts";
import { AppError } from "../foundation/app-error.ts";
import type { Clock } from "../foundation/clock.ts";
import { newId } from "../foundation/id.ts";
import type { PayloadChecks } from "../workflows/payload-checks.ts";
import type { Workflow } from "../workflows/workflow.ts";
import { attachmentsError } from "./check-attachments.ts";
import { overridesError } from "./check-overrides.ts";
import { fingerprintOf, type NewTrigger, type TriggerRequest } from "./trigger.ts";

/** The result of a request to trigger a workflow. */
export type Accepted =
  /** `isRepeated`: it was stored before, with the same content. */
  | { kind: "accepted"; transactionId: string; isRepeated?: true }
  | { kind: "workflow_not_found" }
  | { kind: "workflow_not_active"; transactionId: string }
  | { kind: "workflow_without_steps"; transactionId: string }
  /** The tenant that the request names is not stored. */
  | { kind: "tenant_not_found"; transactionId: string }
  /** The payload does not fit the workflow's schema, or an attachment or an override cannot be sent. */
  | { kind: "refused"; error: AppError }
  /** The transactionId was used before, with other content. */
  | { kind: "transaction_reused"; transactionId: string };

/** The answer to a request with its trigger; or `isUnchecked`: its payload must be checked first. */
export type Verdict = { accepted: Accepted; trigger?: NewTrigger } | { isUnchecked: true };

/** The part of a workflow that decides about a request. */
export type JudgedWorkflow = Pick<Workflow, "id" | "version" | "isActive" | "definition">;

export type JudgeParts = { clock: Clock; payloadChecks: Pick<PayloadChecks, "known"> };

/** The stored entities that a request names; tenants by their context key. */
export type Named = {
  workflow: JudgedWorkflow | undefined;
  tenants: Pick<ReadonlyMap<string, unknown>, "has">;
};

/** Decides whether the request can be accepted. Reads and writes nothing. */
export function judge(
  { clock, payloadChecks }: JudgeParts,
  request: TriggerRequest,
  { workflow, tenants }: Named,
): Verdict {
  if (!workflow) return { accepted: { kind: "workflow_not_found" } };
  const id = newId(clock.now().getTime());
  const transactionId = request.transactionId ?? `txn_${id}`;
  if (!workflow.isActive) return { accepted: { kind: "workflow_not_active", transactionId } };
  if (workflow.definition.steps.length === 0) {
    return { accepted: { kind: "workflow_without_steps", transactionId } };
  }
  if (request.tenantKey !== undefined && !tenants.has(request.tenantKey)) {
    return { accepted: { kind: "tenant_not_found", transactionId } };
  }
  const error = overridesError(request.overrides);
  if (error) return { accepted: { kind: "refused", error } };
  const payload = payloadChecks.known(workflow, request.payload);
  if (payload === undefined) return { isUnchecked: true };
  if (payload instanceof AppError) return { accepted: { kind: "refused", error: payload } };
  const refusal = sendsMail(workflow) ? attachmentsError(payload) : undefined;
  if (refusal) return { accepted: { kind: "refused", error: refusal } };
  const trigger: NewTrigger = {
    id,
    transactionId,
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    isBroadcast: request.recipients === "everyone",
    recipients: request.recipients === "everyone" ? [] : request.recipients,
    topics: request.topics,
    actor: request.actor?.subscriberKey ?? null,
    contextKeys: request.contexts.map(contextKeyOf).toSorted(),
    payload,
    overrides: request.overrides,
    fingerprint: fingerprintOf(request),
  };
  return { accepted: { kind: "accepted", transactionId }, trigger };
}

function sendsMail({ definition }: JudgedWorkflow): boolean {
  return definition.steps.some(({ type }) => type === "email");
}
