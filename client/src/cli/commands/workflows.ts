import type {
  StepPreviewInput,
  Workflow,
  WorkflowInput,
  WorkflowListItem,
  WorkflowReplacement,
  WorkflowStep,
} from "@tidings/contract";
import { command, json, number, text } from "../command.ts";
import { readJsonFile } from "../json-input.ts";
import { terminalWidth } from "../output.ts";
import { type Column, card, moment, table } from "../table.ts";

const id = { name: "WORKFLOW", help: "The workflow's identifier, id or slug." };
const file = { name: "FILE", help: "A JSON file; - reads standard input." };

const columns: Column<WorkflowListItem>[] = [
  { title: "WORKFLOW", of: (one) => one.workflowId, isWhole: true },
  { title: "NAME", of: (one) => one.name },
  { title: "STATUS", of: (one) => one.status },
  { title: "STEPS", of: (one) => one.steps.map(({ type }) => type).join(" ") },
  { title: "TAGS", of: (one) => one.tags.join(" ") },
  { title: "UPDATED (UTC)", of: (one) => moment(one.updatedAt), isWhole: true },
];

const stepColumns: Column<WorkflowStep>[] = [
  { title: "STEP", of: (one) => one.stepId, isWhole: true },
  { title: "TYPE", of: (one) => one.type },
  { title: "NAME", of: (one) => one.name },
  { title: "ISSUES", of: ({ issues }) => issuesOf(issues).join("; ") },
];

/** The sentences in an object of issues, however deep they stand. */
function issuesOf(issues: unknown): string[] {
  if (typeof issues !== "object" || issues === null) return [];
  if ("message" in issues && typeof issues.message === "string") return [issues.message];
  return Object.values(issues).flatMap(issuesOf);
}

function storyOf(one: Workflow): string {
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

const listWorkflows = command({
  name: "workflows list",
  summary: "show workflows, page by page",
  args: [],
  flags: {
    query: text("TEXT", "Part of the name or the identifier."),
    limit: number("N", "How many at most: 1 to 100, 50 when left out."),
    offset: number("N", "How many to leave out."),
  },
  examples: ["tidings workflows list", "tidings workflows list --query order --json"],
  async run({ flags, client, again }) {
    const answer = await client.workflows.list(flags);
    if (answer.workflows.length === 0) return { answer, note: "No workflows." };
    const reached = (flags.offset ?? 0) + answer.workflows.length;
    const next = `${answer.totalCount} in all. Next page: ${again({ offset: reached })}`;
    const note = reached < answer.totalCount ? next : undefined;
    return { answer, text: table(answer.workflows, columns, terminalWidth()), note };
  },
});

const getWorkflow = command({
  name: "workflows get",
  summary: "show a workflow with its steps",
  args: [id],
  flags: {},
  examples: ["tidings workflows get welcome", "tidings workflows get welcome --json > welcome.json"],
  async run({ args: [workflowId = ""], client }) {
    const answer = await client.workflows.get(workflowId);
    return { answer, text: storyOf(answer) };
  },
});

const createWorkflow = command({
  name: "workflows create",
  summary: "create a workflow from a JSON file",
  args: [file],
  flags: {},
  notes: `The file holds name, workflowId and steps; each step has name, type and controlValues. The smallest:
  {"name":"Hello","workflowId":"hello","steps":[{"name":"Inbox","type":"in_app","controlValues":{"body":"Hello"}}]}`,
  examples: ["tidings workflows create welcome.json", "tidings workflows create - < welcome.json"],
  async run({ args: [path = ""], client }) {
    const body = (await readJsonFile("FILE", path)) as WorkflowInput;
    const answer = await client.workflows.create(body);
    return { answer, text: storyOf(answer) };
  },
});

const updateWorkflow = command({
  name: "workflows update",
  summary: "replace a workflow by what a JSON file says",
  args: [id, file],
  flags: {},
  notes: "Steps that the file does not name any more are removed.",
  examples: ["tidings workflows update welcome welcome.json"],
  async run({ args: [workflowId = "", path = ""], client }) {
    const body = (await readJsonFile("FILE", path)) as WorkflowReplacement;
    const answer = await client.workflows.update(workflowId, body);
    return { answer, text: storyOf(answer) };
  },
});

const applyWorkflow = command({
  name: "workflows apply",
  summary: "create the workflow of a JSON file, or replace it when it exists",
  args: [file],
  flags: {},
  notes: `The workflow is found by its workflowId. Applying a file again that has not changed changes nothing.
Steps that the file does not name any more are removed.`,
  examples: ["tidings workflows apply welcome.json", "tidings workflows apply - < welcome.json"],
  async run({ args: [path = ""], client }) {
    const body = (await readJsonFile("FILE", path)) as WorkflowInput;
    const answer = await client.workflows.apply(body);
    const { outcome, workflow } = answer;
    const version = workflow.version === undefined ? "" : `, version ${workflow.version}`;
    return { answer, text: `${workflow.workflowId}: ${outcome}${version}\n\n${storyOf(workflow)}` };
  },
});

const duplicateWorkflow = command({
  name: "workflows duplicate",
  summary: "make a copy of a workflow, which is not active",
  args: [id],
  flags: {
    name: text("NAME", "Name for people; that of the original with (copy) when left out."),
    identifier: text("WORD", "Its workflowId; that of the original with -copy when left out."),
  },
  examples: ["tidings workflows duplicate welcome --identifier welcome-v2"],
  async run({ args: [workflowId = ""], flags: { name, identifier }, client }) {
    const body = { ...(name ? { name } : {}), ...(identifier ? { workflowId: identifier } : {}) };
    const answer = await client.workflows.duplicate(workflowId, body);
    return { answer, text: storyOf(answer) };
  },
});

const syncWorkflow = command({
  name: "workflows sync",
  summary: "copy a workflow to another environment of the organization",
  args: [id, { name: "ENVIRONMENT", help: "The id of the environment that gets it." }],
  flags: {},
  notes: "The workflow with the same workflowId there is replaced, or created.",
  examples: ["tidings workflows sync welcome 65f1c0a2b3d4e5f60718293a"],
  async run({ args: [workflowId = "", targetEnvironmentId = ""], client }) {
    const answer = await client.workflows.sync(workflowId, { targetEnvironmentId });
    return { answer, text: storyOf(answer) };
  },
});

const deleteWorkflow = command({
  name: "workflows delete",
  summary: "delete a workflow",
  args: [id],
  flags: {},
  examples: ["tidings workflows delete welcome"],
  async run({ args: [workflowId = ""], client }) {
    const answer = await client.workflows.delete(workflowId);
    return { answer, text: `Workflow ${workflowId} is deleted.` };
  },
});

const showStep = command({
  name: "workflows step",
  summary: "show one step of a workflow, with what it says",
  args: [id, { name: "STEP", help: "The step's identifier, id or slug." }],
  flags: {},
  examples: ["tidings workflows step welcome email-step"],
  async run({ args: [workflowId = "", stepId = ""], client }) {
    const answer = await client.workflows.getStep(workflowId, stepId);
    const facts = card([
      ["step", answer.stepId],
      ["type", answer.type],
      ["name", answer.name],
      ["workflow", answer.workflowId],
      ["issues", issuesOf(answer.issues).join("; ")],
      ["id", answer._id],
      ...Object.entries(answer.controls.values ?? {}).map(
        ([name, value]) => [`.${name}`, typeof value === "string" ? value : JSON.stringify(value)] as const,
      ),
    ]);
    return { answer, text: facts };
  },
});

const previewStep = command({
  name: "workflows preview",
  summary: "render what a step of a workflow says, without sending it",
  args: [id, { name: "STEP", help: "The step's identifier, id or slug." }],
  flags: {
    payload: json("JSON|@FILE|-", "What a trigger would bring; what is left out is made up."),
    subscriber: json("JSON|@FILE|-", "Fields of the subscriber."),
    controls: json("JSON|@FILE|-", "Control values in place of those that are stored."),
  },
  examples: [
    "tidings workflows preview welcome email-step",
    `tidings workflows preview welcome email-step --payload '{"name":"Ada"}'`,
  ],
  async run({ args: [workflowId = "", stepId = ""], flags: { payload, subscriber, controls }, client }) {
    const previewPayload = { ...(payload ? { payload } : {}), ...(subscriber ? { subscriber } : {}) };
    const body = { previewPayload, ...(controls ? { controlValues: controls } : {}) } as StepPreviewInput;
    const answer = await client.workflows.previewStep(workflowId, stepId, body);
    const { type, preview = {}, error } = answer.result;
    const rendered = Object.entries(preview).map(
      ([name, value]) => [`.${name}`, typeof value === "string" ? value : JSON.stringify(value)] as const,
    );
    const facts = card([["type", type], ["error", error && `${error.title}: ${error.message}`], ...rendered]);
    return { answer, text: facts };
  },
});

export const WORKFLOW_COMMANDS = [
  listWorkflows,
  getWorkflow,
  createWorkflow,
  updateWorkflow,
  applyWorkflow,
  duplicateWorkflow,
  syncWorkflow,
  deleteWorkflow,
  showStep,
  previewStep,
];
