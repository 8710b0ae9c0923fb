import type { ContextRecord } from "@tidings/contract";
import { command, json, number, text } from "../command.ts";
import { UsageError } from "../failure.ts";
import { terminalWidth } from "../output.ts";
import { type Column, card, moment, table } from "../table.ts";

const name = [
  { name: "TYPE", help: "The context's type, for example tenant." },
  { name: "ID", help: "Your id for the context." },
];
const data = json(
  "JSON|@FILE|-",
  "Data for templates, available as context.TYPE.data; - reads standard input.",
);

const columns: Column<ContextRecord>[] = [
  { title: "TYPE", of: (one) => one.type, isWhole: true },
  { title: "ID", of: (one) => one.id, isWhole: true },
  { title: "DATA", of: (one) => JSON.stringify(one.data) },
  { title: "UPDATED (UTC)", of: (one) => moment(one.updatedAt), isWhole: true },
];

function cardOf(one: ContextRecord): string {
  return card([
    ["type", one.type],
    ["id", one.id],
    ["data", JSON.stringify(one.data)],
    ["created (UTC)", moment(one.createdAt)],
    ["updated (UTC)", moment(one.updatedAt)],
  ]);
}

const listContexts = command({
  name: "contexts list",
  summary: "list contexts",
  args: [],
  flags: {
    type: text("TYPE", "Only contexts of this type."),
    search: text("TEXT", "Text that type:id contains."),
    limit: number("N", "Page size: 1 to 100; default 10."),
    after: text("CURSOR", "Cursor of the next page; each page prints the command for it."),
  },
  examples: ["tidings contexts list --type tenant", "tidings contexts list --search acme --json"],
  async run({ flags, client, again }) {
    const answer = await client.contexts.list(flags);
    if (answer.data.length === 0) return { answer, note: "No contexts." };
    const total = `${answer.totalCount}${answer.totalCountCapped ? "+" : ""}`;
    const note = answer.next ? `${total} in total. Next page: ${again({ after: answer.next })}` : undefined;
    return { answer, text: table(answer.data, columns, terminalWidth()), note };
  },
});

const getContext = command({
  name: "contexts get",
  summary: "show a context",
  args: name,
  flags: {},
  examples: ["tidings contexts get tenant acme"],
  async run({ args: [type = "", id = ""], client }) {
    const answer = await client.contexts.get(type, id);
    return { answer, text: cardOf(answer) };
  },
});

const createContext = command({
  name: "contexts create",
  summary: "create a context",
  args: name,
  flags: { data },
  examples: [`tidings contexts create tenant acme --data '{"name":"Acme"}'`],
  async run({ args: [type = "", id = ""], flags, client }) {
    const answer = await client.contexts.create({ type, id, ...(flags.data && { data: flags.data }) });
    return { answer, text: cardOf(answer) };
  },
});

const updateContext = command({
  name: "contexts update",
  summary: "replace a context's data",
  args: name,
  flags: { data },
  examples: [`tidings contexts update tenant acme --data '{"name":"Acme Inc."}'`],
  async run({ args: [type = "", id = ""], flags, client }) {
    if (!flags.data) throw new UsageError("--data is missing: it replaces the stored data");
    const answer = await client.contexts.update(type, id, flags.data);
    return { answer, text: cardOf(answer) };
  },
});

const deleteContext = command({
  name: "contexts delete",
  summary: "delete a context with its data",
  args: name,
  flags: {},
  examples: ["tidings contexts delete tenant acme"],
  async run({ args: [type = "", id = ""], client }) {
    const answer = await client.contexts.delete(type, id);
    return { answer, text: `Context ${type}:${id} is deleted.` };
  },
});

export const CONTEXT_COMMANDS = [listContexts, getContext, createContext, updateContext, deleteContext];
