import { AppError } from "../foundation/app-error.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { PayloadChecks } from "./payload-checks.ts";

/** The response for a workflow contains its payload schema once for each step. */
const MAX_SCHEMA_CHARS = 100_000;

/**
 * Checks a payload schema before its workflow is stored. Call it before a transaction begins, because the schema is
 * compiled in another thread.
 * @throws AppError bad_request if the schema has more than 100,000 characters of JSON, or payloads cannot be checked
 * with it.
 */
export async function needUsableSchema(
  checks: PayloadChecks,
  environmentId: string,
  schema: object | null | undefined,
): Promise<void> {
  if (!schema) return;
  const { length } = JSON.stringify(schema);
  if (length > MAX_SCHEMA_CHARS) {
    const limit = `the limit is ${MAX_SCHEMA_CHARS}`;
    throw new AppError("bad_request", `The payload schema has ${length} characters of JSON; ${limit}`);
  }
  const problem = await checks.schemaProblem(environmentId, schema as JsonObject);
  if (problem) throw new AppError("bad_request", `The payload schema cannot be used: ${problem}`);
}
