import type {
  StepPreviewInput,
  WorkflowInput,
  WorkflowListItem,
  WorkflowReplacement,
} from "@tidings/contract";
import { command, json, number, text } from "../command.ts";
import { readEnvironment } from "../environment.ts";
import { readJsonFile } from "../json-input.ts";
import { terminalWidth } from "../output.ts";
import { type Column, card, moment, table } from "../table.ts";
import { issuesOf, viewOf, WORKFLOW_NAME } from "../workflow-view.ts";
import { DRY_RUN, IF_VERSION, writeNote, writeQuery } from "../workflow-write.ts";
import { VERSION_COMMANDS } from "./workflow-versions.ts";

const id = WORKFLOW_NAME;
const file = { name: "FILE", help: "A JSON file; - reads standard input." };

const columns: Column<WorkflowListItem>[] = [
  { title: "WORKFLOW", of: (one) => one.workflowId, isWhole: true },
  { title: "NAME", of: (one) => one.name },
  { title: "STATUS", of: (one) => one.status },
  { title: "STEPS", of: (one) => one.steps.map(({ type }) => type).join(" ") },
  { title: "TAGS", of: (one) => one.tags.join(" ") },
  { title: "UPDATED (UTC)", of: (one) => moment(one.updatedAt), isWhole: true },
];

const listWorkflows = command({
  name: "workflows list",
  summary: "list workflows",
  args: [],
  flags: {
    query: text("TEXT", "Text that the name or identifier contains."),
    limit: number("N", "Page size: 1 to 100; default 50."),
    offset: number("N", "How many to skip."),
  },
  examples: ["tidings workflows list", "tidings workflows list --query order --json"],
  async run({ flags, client, again }) {
    const answer = await client.workflows.list(flags);
    if (answer.workflows.length === 0) return { answer, note: "No workflows." };
    const end = (flags.offset ?? 0) + answer.workflows.length;
    const next = `${answer.totalCount} in total. Next page: ${again({ offset: end })}`;
    const note = end < answer.totalCount ? next : undefined;
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
    return { answer, text: viewOf(answer) };
  },
});

const createWorkflow = command({
  name: "workflows create",
  summary: "create a workflow from a JSON file",
  args: [file],
  flags: { "dry-run": DRY_RUN },
  notes: `The file holds name, workflowId and steps; each step has name, type and controlValues. A minimal one:
  {"name":"Hello","workflowId":"hello","steps":[{"name":"Inbox","type":"in_app","controlValues":{"body":"Hello"}}]}`,
  examples: ["tidings workflows create welcome.json", "tidings workflows create - < welcome.json"],
  async run({ args: [path = ""], flags, client }) {
    const body = (await readJsonFile("FILE", path)) as WorkflowInput;
    const answer = await client.workflows.create(body, writeQuery(flags));
    return { answer, text: viewOf(answer), note: writeNote(flags) };
  },
});

const updateWorkflow = command({
  name: "workflows update",
  summary: "replace a workflow with the content of a JSON file",
  args: [id, file],
  flags: { "if-version": IF_VERSION, "dry-run": DRY_RUN },
  notes: "Steps that the file does not list are removed.",
  examples: [
    "tidings workflows update welcome welcome.json",
    "tidings workflows update welcome welcome.json --if-version 4",
  ],
  async run({ args: [workflowId = "", path = ""], flags, client }) {
    const body = (await readJsonFile("FILE", path)) as WorkflowReplacement;
    const answer = await client.workflows.update(workflowId, body, writeQuery(flags));
    return { answer, text: viewOf(answer), note: writeNote(flags) };
  },
});

const applyWorkflow = command({
  name: "workflows apply",
  summary: "create the workflow of a JSON file, or replace it if it exists",
  args: [file],
  flags: {},
  notes: `The workflow is identified by its workflowId. Applying the same file again changes nothing.
Steps that the file does not list are removed.`,
  examples: ["tidings workflows apply welcome.json", "tidings workflows apply - < welcome.json"],
  async run({ args: [path = ""], client }) {
    const body = (await readJsonFile("FILE", path)) as WorkflowInput;
    const answer = await client.workflows.apply(body);
    const { outcome, workflow } = answer;
    const version = workflow.version === undefined ? "" : `, version ${workflow.version}`;
    return { answer, text: `${workflow.workflowId}: ${outcome}${version}\n\n${viewOf(workflow)}` };
  },
});

const duplicateWorkflow = command({
  name: "workflows duplicate",
  summary: "copy a workflow; the copy is inactive",
  args: [id],
  flags: {
    name: text("NAME", "Display name; default: the original's name with (copy)."),
    identifier: text("WORD", "The copy's workflowId; default: the original's with -copy."),
  },
  examples: ["tidings workflows duplicate welcome --identifier welcome-v2"],
  async run({ args: [workflowId = ""], flags: { name, identifier }, client }) {
    const body = { ...(name ? { name } : {}), ...(identifier ? { workflowId: identifier } : {}) };
    const answer = await client.workflows.duplicate(workflowId, body);
    return { answer, text: viewOf(answer) };
  },
});

const syncWorkflow = command({
  name: "workflows sync",
  summary: "copy a workflow to another environment of the organization",
  args: [id, { name: "ENVIRONMENT", help: "The id of the target environment." }],
  flags: { "target-key": text("KEY", "API key of the target environment (TIDINGS_TARGET_API_KEY).") },
  notes:
    "Replaces the target's workflow with the same workflowId, or creates it. Needs an API key of both environments.",
  examples: ["tidings workflows sync welcome 65f1c0a2b3d4e5f60718293a"],
  async run({ args: [workflowId = "", targetEnvironmentId = ""], flags, client }) {
    const targetApiKey = flags["target-key"] ?? readEnvironment().targetApiKey;
    const answer = await client.workflows.sync(workflowId, { targetEnvironmentId }, { targetApiKey });
    return { answer, text: viewOf(answer) };
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
  summary: "show a workflow step with its control values",
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
  summary: "render a workflow step without sending it",
  args: [id, { name: "STEP", help: "The step's identifier, id or slug." }],
  flags: {
    payload: json("JSON|@FILE|-", "Payload of the trigger; missing values are made up."),
    subscriber: json("JSON|@FILE|-", "Fields of the subscriber."),
    controls: json("JSON|@FILE|-", "Control values that replace the stored ones."),
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
  ...VERSION_COMMANDS,
];
