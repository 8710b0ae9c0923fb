import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { AppError } from "../foundation/app-error.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Workflow } from "./workflow.ts";

const MOST_COMPILED = 500;
/** A payload of thousands of wrong items is told by its first ones. */
const MOST_TOLD = 20;

/** The one reader of callers' JSON Schemas. References to other documents are not followed. */
function createAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    useDefaults: true,
    logger: false,
    addUsedSchema: false,
  });
  formats.default(ajv);
  return ajv;
}

const ajv = createAjv();
const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a schema itself, in a sentence; undefined when payloads can be checked with it. */
export function schemaProblem(schema: JsonObject): string | undefined {
  try {
    createAjv().compile(schema);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * The payload as the workflow wants it: checked against its schema, with the schema's defaults (wire-facts 4.14). A
 * workflow that checks nothing gets it as it came.
 * @throws AppError bad_request with every misfit.
 */
export function checkedPayload(workflow: Workflow, payload: JsonObject): JsonObject {
  const { validatePayload, payloadSchema } = workflow.definition;
  if (!validatePayload || !payloadSchema) return payload;
  const check = compile(`${workflow.id}|${workflow.version}`, payloadSchema);
  const filled = structuredClone(payload);
  if (check(filled)) return filled;
  const errors = (check.errors ?? []).slice(0, MOST_TOLD).map(misfit);
  const told = errors.map(({ field, message }) => `${field}: ${message}`).join("; ");
  throw new AppError("bad_request", `Payload validation failed: ${told}`, {
    facts: { type: "PAYLOAD_VALIDATION_ERROR", errors, schema: payloadSchema },
  });
}

function compile(name: string, schema: JsonObject): ValidateFunction {
  const known = compiled.get(name);
  if (known) return known;
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  const check = ajv.compile(schema);
  compiled.set(name, check);
  return check;
}

function misfit({ instancePath, params, message = "is not valid", schemaPath }: ErrorObject) {
  const missing = "missingProperty" in params ? [String(params.missingProperty)] : [];
  const field = [...instancePath.split("/").slice(1), ...missing].join(".") || "payload";
  return { field, message, schemaPath };
}
