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
export type Inspection = {
  variables: readonly string[];
  error?: string;
  /** Directives of a pattern of `date` that are printed as they are, because they are unknown. */
  unknownDirectives?: readonly string[];
};

export type SandboxAnswer =
  | { kind: "compiled"; problem?: string }
  | { kind: "schema_missing" }
  /** `payload` is set when the schema has defaults. */
  | { kind: "fits"; payload?: string }
  | { kind: "misfits"; misfits: readonly Misfit[] }
  | { kind: "unusable_schema"; problem: string }
  | { kind: "inspected"; inspections: readonly Inspection[] }
  | { kind: "mail_prepared"; html: string; text?: string };

/** The task used up its processor time or its memory, or ended the thread by an error: a fact about the task. */
export type SandboxFailure = { kind: "failed"; reason: string };

/** What the threads of a sandbox do: `schemas` also check payloads and inspect texts. */
export type SandboxKind = "schemas" | "mails";

export type ToThread = { number: number; task: SandboxTask };
export type FromThread = { number: number; answer: SandboxAnswer };
