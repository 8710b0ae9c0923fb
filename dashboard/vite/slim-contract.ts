import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as contract from "@tidings/contract";
import type { Plugin } from "vite";

const CONTRACT = dirname(fileURLToPath(import.meta.resolve("@tidings/contract")));
const MODULE = "\0slim-contract";
/** Modules of the contract that import nothing, and what pages use of them. */
const FUNCTIONS = {
  "operation.js": ["takesIdempotencyKey", "scopeOf"],
  "envelope.js": ["withoutEnvelope"],
  "retry-after.js": ["retryAfterMs"],
  "sms-segments.js": ["segmentsOf"],
  "detail-codes.js": ["DETAIL_CODES", "reasonClassOf"],
  "condition-operators.js": ["CONDITION_OPERATORS"],
  "liquid-filters.js": ["LIQUID_FILTERS"],
} as const;

/**
 * Answers `@tidings/contract` with the same names without schemas, which would add TypeBox and every description to the
 * page: of an operation what a call needs, of other values those that are plain lists and texts. Types are not affected.
 */
export function slimContract(): Plugin {
  return {
    name: "slim-contract",
    enforce: "pre",
    resolveId: (source) => (source === "@tidings/contract" ? MODULE : undefined),
    load: (id) => (id === MODULE ? { code: slimModule(), moduleSideEffects: false } : undefined),
    // What a page does not use of the contract's own modules is left out, too.
    transform: (code, id) => (id.startsWith(CONTRACT) ? { code, moduleSideEffects: false } : undefined),
  };
}

function slimModule(): string {
  const functions = Object.entries(FUNCTIONS).map(
    ([file, names]) => `export { ${names.join(", ")} } from ${JSON.stringify(join(CONTRACT, file))};`,
  );
  const values = Object.entries(contract).flatMap(([name, value]) => {
    const slim = slimValue(value);
    return slim === undefined ? [] : [`export const ${name} = ${JSON.stringify(slim)};`];
  });
  return [...functions, ...values].join("\n");
}

function slimValue(value: unknown): unknown {
  if (isPlain(value)) return value;
  return isOperation(value) ? slimOperation(value) : undefined;
}

const isOperation = (value: unknown): value is contract.AnyOperation =>
  typeof value === "object" && value !== null && "id" in value && "method" in value && "path" in value;

/** Of the schema of its response, a client reads only whether `data` is a list. */
function slimOperation(operation: contract.AnyOperation): object {
  const { id, method, path, chapter, isOpen, principal, scope, takesNoKey, response } = operation;
  const isPage = response !== undefined && !contract.takesEnvelope(operation) && !isOpen;
  const shape = isPage ? { properties: { data: { type: "array" } } } : {};
  return {
    id,
    method,
    path,
    chapter,
    isOpen,
    principal,
    scope,
    takesNoKey,
    ...(response === undefined ? {} : { response: shape }),
  };
}

/** Texts, numbers, and lists and tables of them; not schemas, which have members of other kinds. */
function isPlain(value: unknown, depth = 0): boolean {
  if (["string", "number", "boolean"].includes(typeof value)) return true;
  if (typeof value !== "object" || value === null || depth > 2 || isOperation(value)) return false;
  const isSchema = "~kind" in value || "type" in value;
  return !isSchema && Object.values(value).every((one) => isPlain(one, depth + 1));
}
