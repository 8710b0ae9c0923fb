/** What the sandbox does with texts that callers wrote. Everything travels as text, so that only data gets through. */
export type SandboxTask =
  /** Can payloads be checked with this JSON Schema? */
  | { kind: "compile_schema"; schema: string }
  /** Does the payload fit the schema of this version? The thread asks for the schema once per version. */
  | { kind: "check_payload"; version: string; payload: string; schema?: string }
  /** Which variables does each Liquid text take from outside, and is there a syntax error? */
  | { kind: "inspect_texts"; texts: readonly string[] };

export type Misfit = { field: string; message: string; schemaPath: string };
export type Inspection = { variables: readonly string[]; error?: string };

export type SandboxAnswer =
  | { kind: "compiled"; problem?: string }
  | { kind: "schema_missing" }
  /** `payload` is there where the schema's defaults changed it. */
  | { kind: "fits"; payload?: string }
  | { kind: "misfits"; misfits: readonly Misfit[] }
  | { kind: "unusable_schema"; problem: string }
  | { kind: "inspected"; inspections: readonly Inspection[] };

/** Why there is no answer: the task took too long or too much memory, or no thread may be started at this moment. */
export type SandboxFailure = { kind: "failed"; reason: string; isBusy: boolean };

export type ToThread = { number: number; task: SandboxTask };
export type FromThread = "ready" | { number: number; answer: SandboxAnswer };
