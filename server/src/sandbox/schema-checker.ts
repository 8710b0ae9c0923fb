import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { linearPattern } from "./linear-pattern.ts";
import type { Misfit, SandboxAnswer } from "./tasks.ts";
import { uniqueItems } from "./unique-items.ts";

/** Only the first errors of a payload are returned. */
const MAX_MISFITS = 20;
const MAX_MESSAGE_CHARS = 300;
/** Compiled code takes about thirty times the size of its schema: at most about 40 MB of the thread's heap. */
const MAX_SCHEMA_CHARS = 1_200_000;

type Entry = { check: ValidateFunction; hasDefaults: boolean; chars: number };

/** The thread's LRU cache of compiled schemas. Each version of a workflow has its own Ajv. */
export class SchemaChecker {
  readonly #entries = new Map<string, Entry>();
  #chars = 0;

  compile(schema: string): SandboxAnswer {
    try {
      compiled(schema);
      return { kind: "compiled" };
    } catch (error) {
      return { kind: "compiled", problem: messageOf(error) };
    }
  }

  check({ version, payload, schema }: { version: string; payload: string; schema?: string }): SandboxAnswer {
    const entry = this.#entries.get(version) ?? (schema === undefined ? undefined : compiledEntry(schema));
    if (entry === undefined) return { kind: "schema_missing" };
    if ("problem" in entry) return { kind: "unusable_schema", problem: entry.problem };
    this.#keep(version, entry);
    const value: unknown = JSON.parse(payload);
    if (!entry.check(value)) return { kind: "misfits", misfits: misfitsOf(entry.check.errors ?? []) };
    return entry.hasDefaults ? { kind: "fits", payload: JSON.stringify(value) } : { kind: "fits" };
  }

  /** Makes the version the most recently used one and drops the least recently used ones. */
  #keep(version: string, entry: Entry): void {
    if (!this.#entries.delete(version)) this.#chars += entry.chars;
    this.#entries.set(version, entry);
    for (const [oldest, { chars }] of this.#entries) {
      if (this.#chars <= MAX_SCHEMA_CHARS || oldest === version) return;
      this.#entries.delete(oldest);
      this.#chars -= chars;
    }
  }
}

function compiledEntry(schema: string): Entry | { problem: string } {
  try {
    return { check: compiled(schema), hasDefaults: schema.includes('"default"'), chars: schema.length };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

const patterns = Object.assign((source: string, flags: string) => linearPattern(source, flags), {
  code: "linearPattern",
});

/** References to other documents are not resolved: there is no loader. */
function compiled(schema: string): ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    useDefaults: true,
    logger: false,
    addUsedSchema: false,
    code: { regExp: patterns },
  });
  formats.default(ajv);
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword(uniqueItems);
  return ajv.compile(JSON.parse(schema));
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE_CHARS);
}

function misfitsOf(errors: readonly ErrorObject[]): Misfit[] {
  return errors.slice(0, MAX_MISFITS).map(misfitOf);
}

function misfitOf({ instancePath, params, message = "is not valid", schemaPath }: ErrorObject): Misfit {
  const missing = "missingProperty" in params ? [String(params.missingProperty)] : [];
  const field = [...instancePath.split("/").slice(1), ...missing].join(".") || "payload";
  return {
    field: field.slice(0, MAX_MESSAGE_CHARS),
    message: message.slice(0, MAX_MESSAGE_CHARS),
    schemaPath: schemaPath.slice(0, MAX_MESSAGE_CHARS),
  };
}
