/** Tasks of the sandbox with input of clients. Everything is sent as text, so that only data is transferred. */
export type SandboxTask =
  /** Whether the JSON Schema is valid. */
  | { kind: "compile_schema"; schema: string }
  /** Whether the payload fits the schema of this version. The thread requests the schema once per version. */
  | { kind: "check_payload"; version: string; payload: string; schema?: string }
  /** The outer variables of each Liquid text, and its syntax error. */
  | { kind: "inspect_texts"; texts: readonly string[] }
  /** The HTML of a mail with inlined CSS, and its text part. */
  | { kind: "prepare_mail"; html: string; inlinesCss: boolean; makesText: boolean };

export type Misfit = { field: string; message: string; schemaPath: string };
export type Inspection = { variables: readonly string[]; error?: string };

export type SandboxAnswer =
  | { kind: "compiled"; problem?: string }
  | { kind: "schema_missing" }
  /** `payload` is set when the schema has defaults. */
  | { kind: "fits"; payload?: string }
  | { kind: "misfits"; misfits: readonly Misfit[] }
  | { kind: "unusable_schema"; problem: string }
  | { kind: "inspected"; inspections: readonly Inspection[] }
  | { kind: "mail_prepared"; html: string; text?: string };

/** Why there is no answer: the task took too long or too much memory, or no thread is available (`isBusy`). */
export type SandboxFailure = { kind: "failed"; reason: string; isBusy: boolean };

export type ToThread = { number: number; task: SandboxTask };
export type FromThread = "ready" | { number: number; answer: SandboxAnswer };
