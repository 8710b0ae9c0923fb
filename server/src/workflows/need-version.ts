import type { Queryable } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { findVersion } from "./version-list-store.ts";
import type { Workflow } from "./workflow.ts";

const NUMBER = /^[1-9]\d{0,8}$/;

/**
 * The workflow as one of its versions defines it; `updatedAt` is when that version was stored.
 * @throws AppError not_found if the workflow has no version with this number.
 */
export async function needVersion(
  database: Queryable,
  environmentId: string,
  workflow: Workflow,
  number: string,
): Promise<Workflow> {
  const version = NUMBER.test(number) ? Number(number) : 0;
  const found = version > 0 && (await findVersion(database, environmentId, workflow.id, version));
  if (found) {
    const { createdAt: updatedAt, definition, readings } = found;
    return { ...workflow, version, updatedAt, definition, readings };
  }
  const { workflowKey: workflowId, version: current } = workflow;
  const sentence = `Workflow "${workflowId}" has no version ${number}; its current version is ${current}`;
  throw new AppError("not_found", sentence, { facts: { workflowId, version: current } });
}

/** @throws AppError conflict if the workflow has another version than the caller expects. */
export function refuseOtherVersion(
  { workflowKey: workflowId, version }: Pick<Workflow, "workflowKey" | "version">,
  expected: number | undefined,
): void {
  if (expected === undefined || expected === version) return;
  const sentence = `Workflow "${workflowId}" has version ${version}, not ${expected}; nothing was changed. Read it again before you replace it.`;
  throw new AppError("conflict", sentence, { facts: { workflowId, version } });
}
