import type { Workflow, WorkflowStep } from "@tidings/contract";
import { terminalWidth } from "./output.ts";
import { type Column, card, moment, table } from "./table.ts";

/** How the commands of workflows name and show them. */

export const WORKFLOW_NAME = { name: "WORKFLOW", help: "The workflow's identifier, id or slug." };

const stepColumns: Column<WorkflowStep>[] = [
  { title: "STEP", of: (one) => one.stepId, isWhole: true },
  { title: "TYPE", of: (one) => one.type },
  { title: "NAME", of: (one) => one.name },
  { title: "ISSUES", of: ({ issues }) => issuesOf(issues).join("; ") },
];

/** All messages in a nested object of issues. */
export function issuesOf(issues: unknown): string[] {
  if (typeof issues !== "object" || issues === null) return [];
  if ("message" in issues && typeof issues.message === "string") return [issues.message];
  return Object.values(issues).flatMap(issuesOf);
}

/** A workflow with its steps, for people. */
export function viewOf(one: Workflow): string {
  const facts = card([
    ["workflow", one.workflowId],
    ["name", one.name],
    ["description", one.description],
    ["status", one.status],
    ["active", one.active ? "yes" : "no"],
    ["version", one.version === undefined ? undefined : String(one.version)],
    ["severity", one.severity],
    ["tags", one.tags.join(", ")],
    ["issues", issuesOf(one.issues).join("; ")],
    ["id", one._id],
    ["created (UTC)", moment(one.createdAt)],
    ["updated (UTC)", moment(one.updatedAt)],
  ]);
  return one.steps.length === 0 ? facts : `${facts}\n\n${table(one.steps, stepColumns, terminalWidth())}`;
}
