import type { CredentialField, Provider } from "@tidings/contract";
import { command } from "../command.ts";
import { UsageError } from "../failure.ts";
import { terminalWidth } from "../output.ts";
import { type Column, card, table } from "../table.ts";

const columns: Column<Provider>[] = [
  { title: "ID", of: (one) => one.id, isWhole: true },
  { title: "CHANNEL", of: (one) => one.channel },
  { title: "NAME", of: (one) => one.displayName },
  { title: "SENDS", of: (one) => (one.canSend ? "yes" : "no") },
  { title: "REQUIRED CREDENTIALS", of: (one) => requiredNames(one) },
];

const fieldColumns: Column<CredentialField>[] = [
  { title: "CREDENTIAL", of: (field) => field.name, isWhole: true },
  { title: "KIND", of: (field) => field.kind },
  { title: "REQUIRED", of: (field) => (field.isRequired ? "yes" : "") },
  { title: "SECRET", of: (field) => (field.isSecret ? "yes" : "") },
  { title: "HELP", of: helpOf, isWhole: true },
];

function requiredNames({ fields }: Provider): string {
  return fields.flatMap((field) => (field.isRequired ? [field.name] : [])).join(", ");
}

function helpOf({ help, options = [] }: CredentialField): string {
  return options.length === 0 ? help : `${help} One of ${options.join(", ")}.`;
}

export const providers = command({
  name: "providers",
  summary: "list providers, or show the credentials of one",
  args: [{ name: "PROVIDER", help: "A provider's id; default: a list of all providers.", isOptional: true }],
  flags: {},
  examples: ["tidings providers", "tidings providers nodemailer", "tidings providers --json"],
  async run({ args: [id], client }) {
    const all = await client.providers.list();
    if (id === undefined) return { answer: all, text: table(all, columns, terminalWidth()) };
    const provider = all.find((one) => one.id === id);
    if (provider) return { answer: provider, text: detailsOf(provider) };
    throw new UsageError(`There is no provider ${id}`, "tidings providers");
  },
});

function detailsOf(provider: Provider): string {
  const { id, displayName, channel, docsUrl, fields, canSend, receipts } = provider;
  const head = card([
    ["id", id],
    ["name", displayName],
    ["channel", channel],
    ["documentation", docsUrl],
    ["signing key", receipts && `${receipts.label}. ${receipts.help}`],
  ]);
  if (!canSend) return `${head}\n\nIts integrations can be stored, but this version cannot send through it.`;
  if (fields.length === 0) return `${head}\n\nIt takes no credentials.`;
  return `${head}\n\n${table(fields, fieldColumns, terminalWidth())}`;
}
