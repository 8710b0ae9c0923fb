import type {
  Integration,
  IntegrationChanges,
  IntegrationInput,
  IntegrationRates,
  RateWait,
  WaitsForRate,
} from "@tidings/contract";
import { boolean, command, json, text, toggle, type Values } from "../command.ts";
import { UsageError } from "../failure.ts";
import { terminalWidth } from "../output.ts";
import { type Column, card, table } from "../table.ts";

const id = { name: "INTEGRATION", help: "The integration's identifier or id." };

const columns: Column<Integration>[] = [
  { title: "IDENTIFIER", of: (one) => one.identifier, isWhole: true },
  { title: "CHANNEL", of: (one) => one.channel },
  { title: "PROVIDER", of: (one) => one.providerId },
  { title: "ACTIVE", of: (one) => (one.active ? "yes" : "no") },
  { title: "PRIMARY", of: (one) => (one.primary ? "yes" : "") },
  { title: "NAME", of: (one) => one.name },
  { title: "ID", of: (one) => one._id, isWhole: true },
];

/** Without the credentials: they are secret. */
function cardOf(one: Integration): string {
  return card([
    ["identifier", one.identifier],
    ["name", one.name],
    ["channel", one.channel],
    ["provider", one.providerId],
    ["active", one.active ? "yes" : "no"],
    ["primary", one.primary ? "yes" : "no"],
    ["id", one._id],
    ["rates", one.rates && ratesOf(one.rates)],
    ["waiting", one.waitsForRate && waitOf(one.waitsForRate)],
    ["checked", one.checked?.detail],
  ]);
}

function ratesOf({ perSecond, concurrency, perDay }: IntegrationRates): string {
  const parts = [
    perSecond === undefined ? [] : `${perSecond} a second`,
    concurrency === undefined ? [] : `${concurrency} at the same time`,
    perDay === undefined ? [] : `${perDay} a day (UTC)`,
  ];
  return parts.flat().join(", ");
}

const WAITS: Readonly<Record<RateWait, string>> = {
  per_second: "for the rate a second",
  concurrency: "for other calls to end",
  per_day: "for the next day",
  throttled: "because the provider asked to wait",
  quota: "because the quota at the provider is used up",
};

function waitOf({ messages, reason, until }: WaitsForRate): string {
  return `${messages === 1 ? "1 message" : `${messages} messages`} ${WAITS[reason]}, until ${until}`;
}

const fields = {
  name: text("NAME", "Display name."),
  identifier: text("WORD", "Identifier, unique in the environment."),
  credentials: json(
    "JSON|@FILE|-",
    "The credentials that `tidings providers PROVIDER` lists; a file keeps them out of the shell history.",
  ),
  configurations: json("JSON|@FILE|-", "Settings beyond the credentials."),
  rates: json(
    "JSON|@FILE|-",
    'How much it sends: {"perSecond": 14, "concurrency": 2, "perDay": 50000}; {} removes all limits.',
  ),
  active: boolean("Whether the integration is active; only active ones send."),
  check: toggle("Verify the credentials with the provider first."),
};

const listIntegrations = command({
  name: "integrations list",
  summary: "list integrations",
  args: [],
  flags: { active: toggle("Only active ones.") },
  examples: ["tidings integrations list", "tidings integrations list --active --json"],
  async run({ flags, client }) {
    const answer = await (flags.active ? client.integrations.listActive() : client.integrations.list());
    if (answer.length === 0) return { answer, note: "No integrations." };
    return { answer, text: table(answer, columns, terminalWidth()) };
  },
});

const createIntegration = command({
  name: "integrations create",
  summary: "create an integration with a provider",
  args: [],
  flags: {
    channel: text("CHANNEL", "Required: in_app, email, sms, chat or push."),
    provider: text("PROVIDER", "Required: a provider's id; `tidings providers` lists them."),
    ...fields,
  },
  examples: [
    "tidings integrations create --channel email --provider nodemailer --credentials @smtp.json --active true",
    `tidings integrations create --channel chat --provider chat-webhook --name "Team chat"`,
  ],
  async run({ flags: { channel, provider, ...changes }, client }) {
    if (channel === undefined || provider === undefined) {
      const missing = channel === undefined ? "--channel" : "--provider";
      throw new UsageError(`${missing} is missing`, "tidings integrations create --help");
    }
    const body = {
      channel: channel as IntegrationInput["channel"],
      providerId: provider,
      ...bodyOf(changes),
    };
    const answer = await client.integrations.create(body);
    return { answer, text: cardOf(answer) };
  },
});

function bodyOf(changes: Values<typeof fields>): IntegrationChanges {
  return changes as IntegrationChanges;
}

const updateIntegration = command({
  name: "integrations update",
  summary: "update an integration",
  args: [id],
  flags: fields,
  notes: "Omitted fields stay unchanged.",
  examples: [
    "tidings integrations update smtp --active false",
    "tidings integrations update smtp --credentials @smtp.json --check",
    `tidings integrations update smtp --rates '{"perSecond":14,"concurrency":2}'`,
  ],
  async run({ args: [integrationId = ""], flags, client }) {
    const answer = await client.integrations.update(integrationId, bodyOf(flags));
    return { answer, text: cardOf(answer) };
  },
});

const setPrimary = command({
  name: "integrations set-primary",
  summary: "make an integration the default of its channel",
  args: [id],
  flags: {},
  examples: ["tidings integrations set-primary smtp"],
  async run({ args: [integrationId = ""], client }) {
    const answer = await client.integrations.setPrimary(integrationId);
    return { answer, text: cardOf(answer) };
  },
});

const testIntegration = command({
  name: "integrations test",
  summary: "send a test message through an integration",
  args: [id],
  flags: { to: text("RECIPIENT", "Required: an e-mail address, a phone number, a device token or a URL.") },
  notes:
    "Past all workflows and preferences, once. The exit code is 1 unless the provider accepts the message.",
  examples: ["tidings integrations test smtp --to ada@example.com"],
  async run({ args: [integrationId = ""], flags: { to }, client }) {
    if (to === undefined) throw new UsageError("--to is missing", "tidings integrations test --help");
    const answer = await client.integrations.test(integrationId, { to });
    const { outcome, reason, status, providerMessageId, tookMs, raw } = answer;
    const rows: [string, string | undefined][] = [
      ["outcome", outcome],
      ["status", status?.toString()],
      ["provider's id", providerMessageId],
      ["took", `${tookMs} ms`],
      ["response", raw],
    ];
    return { answer, text: card(rows), failure: reason };
  },
});

const closeBreaker = command({
  name: "integrations close-breaker",
  summary: "call the provider of an integration again at once",
  args: [id],
  flags: {},
  notes:
    "Messages that waited for the circuit breaker become due. It opens again if the provider still fails.",
  examples: ["tidings integrations close-breaker smtp"],
  async run({ args: [integrationId = ""], client }) {
    const answer = await client.integrations.closeBreaker(integrationId);
    return { answer, text: cardOf(answer) };
  },
});

const deleteIntegration = command({
  name: "integrations delete",
  summary: "delete an integration, and list the remaining ones",
  args: [id],
  flags: {},
  examples: ["tidings integrations delete smtp"],
  async run({ args: [integrationId = ""], client }) {
    const answer = await client.integrations.delete(integrationId);
    const remaining = answer.length === 0 ? "" : `\n\n${table(answer, columns, terminalWidth())}`;
    return { answer, text: `Integration ${integrationId} is deleted; ${answer.length} remain.${remaining}` };
  },
});

export const INTEGRATION_COMMANDS = [
  listIntegrations,
  createIntegration,
  updateIntegration,
  setPrimary,
  testIntegration,
  closeBreaker,
  deleteIntegration,
];
