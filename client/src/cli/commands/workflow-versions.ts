import type { WorkflowVersion } from "@tidings/contract";
import { command, number } from "../command.ts";
import { terminalWidth } from "../output.ts";
import { type Column, moment, table } from "../table.ts";
import { viewOf, WORKFLOW_NAME } from "../workflow-view.ts";
import { IF_VERSION, writeQuery } from "../workflow-write.ts";

const version = { name: "N", help: "Number of the version." };

const columns: Column<WorkflowVersion>[] = [
  { title: "VERSION", of: (one) => one.version, isWhole: true },
  { title: "STORED (UTC)", of: (one) => moment(one.createdAt), isWhole: true },
  { title: "WAITING", of: (one) => one.waitingNotifications },
  { title: "", of: (one) => (one.isCurrent ? "current" : "") },
];

const listVersions = command({
  name: "workflows versions",
  summary: "list the versions of a workflow, newest first",
  args: [WORKFLOW_NAME],
  flags: {
    limit: number("N", "Page size: 1 to 100; default 10."),
    after: number("N", "Cursor of the next page; each page prints the command for it."),
  },
  notes:
    "WAITING counts the notifications of a version that wait in a delay, a digest or for quiet hours to end.",
  examples: ["tidings workflows versions welcome"],
  async run({ args: [workflowId = ""], flags, client, again }) {
    const answer = await client.workflows.listVersions(workflowId, flags);
    const next = answer.next === null ? "" : ` Next page: ${again({ after: answer.next })}`;
    const capped = answer.waitingCapped ? " More than 50,000 steps wait, so WAITING may be too low." : "";
    const text = answer.data.length === 0 ? "" : table(answer.data, columns, terminalWidth());
    return { answer, text, note: `${answer.totalCount} in total.${capped}${next}` };
  },
});

const getVersion = command({
  name: "workflows version",
  summary: "show a workflow as one of its versions defines it",
  args: [WORKFLOW_NAME, version],
  flags: {},
  examples: [
    "tidings workflows version welcome 3",
    "tidings workflows version welcome 3 --json > welcome-3.json",
  ],
  async run({ args: [workflowId = "", number = ""], client }) {
    const answer = await client.workflows.getVersion(workflowId, Number(number));
    return { answer, text: viewOf(answer) };
  },
});

const restoreVersion = command({
  name: "workflows restore",
  summary: "store the content of an earlier version as a new version",
  args: [WORKFLOW_NAME, version],
  flags: { "if-version": IF_VERSION },
  examples: ["tidings workflows restore welcome 3"],
  async run({ args: [workflowId = "", number = ""], flags, client }) {
    const answer = await client.workflows.restoreVersion(workflowId, Number(number), writeQuery(flags));
    return { answer, text: viewOf(answer) };
  },
});

export const VERSION_COMMANDS = [listVersions, getVersion, restoreVersion];
