import { AppError } from "../foundation/app-error.ts";
import type { JsonObject } from "../foundation/json.ts";
import { RecentFailures } from "../foundation/recent-failures.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Misfit, SandboxAnswer, SandboxFailure } from "../sandbox/tasks.ts";
import { schemaRuleProblem } from "./schema-rules.ts";
import type { Workflow } from "./workflow.ts";

type Checked = Pick<Workflow, "id" | "version" | "definition">;

/**
 * Checks payloads against the JSON Schemas of workflows. Schemas are compiled and run in the sandbox's threads, with a
 * separate Ajv for each version of a workflow, so that environments cannot affect each other.
 */
export type PayloadChecks = {
  /**
   * The checked payload with the schema's defaults, or the error if it does not match. A workflow without validation
   * gets
   * the payload unchanged. Undefined if `check` has to be called first.
   */
  known(workflow: Checked, payload: JsonObject): JsonObject | AppError | undefined;
  /**
   * Checks the payload; afterwards `known` returns the result for this object.
   * @throws MachineFailure when the machine did not check it.
   */
  check(environmentId: string, workflow: Checked, payload: JsonObject): Promise<void>;
  /**
   * The problem with a schema itself, as a sentence; undefined if payloads can be checked with it.
   * @throws MachineFailure when the machine did not compile it.
   */
  schemaProblem(environmentId: string, schema: JsonObject): Promise<string | undefined>;
};

/**
 * A payload is checked against few versions, but the shared empty payload (`NO_PAYLOAD`) against one of each
 * workflow.
 */
const MAX_RESULTS_OF_PAYLOAD = 500;

export function createPayloadChecks(sandbox: Pick<Sandbox, "run">): PayloadChecks {
  /** By object identity: a result is kept as long as the request of the payload. */
  const results = new WeakMap<JsonObject, Map<string, JsonObject | AppError>>();
  const failures = new RecentFailures();

  return {
    known: (workflow, payload) => {
      if (!checksPayloads(workflow)) return payload;
      return results.get(payload)?.get(nameOf(workflow));
    },
    check: async (environmentId, workflow, payload) => {
      if (!checksPayloads(workflow)) return;
      const version = nameOf(workflow);
      const text = JSON.stringify(payload);
      const name = `${environmentId}|${version}|${sha256(text).toString("base64")}`;
      const outcome = failures.has(name)
        ? uncheckable("the check failed shortly before; it is not tried for 5 minutes")
        : await checkIn(sandbox, environmentId, { workflow, version, text });
      const hasFailed = outcome instanceof FailedCheck;
      if (hasFailed) failures.add(name);
      const known = hasFailed ? uncheckable(`the check ${outcome.reason}`) : outcome;
      const ofPayload = results.get(payload) ?? new Map<string, JsonObject | AppError>();
      if (ofPayload.size >= MAX_RESULTS_OF_PAYLOAD) ofPayload.clear();
      results.set(payload, ofPayload.set(version, known === "as_it_came" ? payload : known));
    },
    schemaProblem: async (environmentId, schema) => {
      const rule = schemaRuleProblem(schema);
      if (rule) return rule;
      const answer = await sandbox.run(environmentId, {
        kind: "compile_schema",
        schema: JSON.stringify(schema),
      });
      if (answer.kind === "compiled") return answer.problem;
      return `compiling it ${answer.kind === "failed" ? answer.reason : "failed"}`;
    },
  };
}

function checksPayloads({ definition }: Checked): boolean {
  return definition.validatePayload && definition.payloadSchema !== undefined;
}

function nameOf({ id, version }: Checked): string {
  return `${id}|${version}`;
}

type PayloadCheck = { workflow: Checked; version: string; text: string };
type CheckOutcome = JsonObject | AppError | "as_it_came" | FailedCheck;

/** The check used up its budget or its memory, or ended the thread. */
class FailedCheck {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

async function checkIn(
  sandbox: Pick<Sandbox, "run">,
  environmentId: string,
  request: PayloadCheck,
): Promise<CheckOutcome> {
  const { workflow, version, text: payload } = request;
  const task = { kind: "check_payload", version, payload } as const;
  let answer = await sandbox.run(environmentId, task);
  if (answer.kind === "schema_missing") {
    const schema = JSON.stringify(workflow.definition.payloadSchema);
    answer = await sandbox.run(environmentId, { ...task, schema });
  }
  return outcomeOf(answer, workflow);
}

function outcomeOf(answer: SandboxAnswer | SandboxFailure, workflow: Checked): CheckOutcome {
  switch (answer.kind) {
    case "fits":
      return answer.payload === undefined ? "as_it_came" : (JSON.parse(answer.payload) as JsonObject);
    case "misfits":
      return refusal(answer.misfits, workflow);
    case "unusable_schema":
      return uncheckable(`the workflow's schema cannot be used: ${answer.problem}`);
    case "failed":
      return new FailedCheck(answer.reason);
    default:
      throw new Error(`the check of a payload answered ${answer.kind}`);
  }
}

function refusal(misfits: readonly Misfit[], { definition }: Checked): AppError {
  const sentences = misfits.map(({ field, message }) => `${field}: ${message}`).join("; ");
  return new AppError("bad_request", `Payload validation failed: ${sentences}`, {
    facts: { type: "PAYLOAD_VALIDATION_ERROR", errors: misfits, schema: definition.payloadSchema },
  });
}

function uncheckable(why: string): AppError {
  return new AppError(
    "bad_request",
    `The payload could not be checked against the workflow's schema: ${why}`,
    {
      facts: { type: "PAYLOAD_VALIDATION_ERROR", errors: [] },
    },
  );
}
