import type { Broadcast, Recipient, TriggerAnswer } from "@tidings/contract";
import { command, type Input, json, list, number, type Report, text, toggle } from "../command.ts";
import { UsageError } from "../failure.ts";
import { type Followed, follow } from "../follow.ts";
import { readJson } from "../json-input.ts";

const DEFAULT_WAIT_S = 60;

const flags = {
  to: list(
    "ID",
    'A recipient\'s subscriberId, or JSON such as {"subscriberId":"ada","email":"ada@example.com"}.',
  ),
  broadcast: toggle("To every subscriber of the environment, instead of --to."),
  payload: json("JSON|@FILE|-", "What the workflow's texts speak of; - reads standard input."),
  overrides: json("JSON|@FILE|-", "What this trigger does differently from its workflow."),
  "transaction-id": text("ID", "Names this trigger: the same name again is not executed again."),
  wait: toggle("Follow the notifications until every step is over; exit code 1 if one failed."),
  "wait-seconds": number("N", `How long --wait waits at most; ${DEFAULT_WAIT_S} when left out.`),
};

export const trigger = command({
  name: "trigger",
  summary: "start a workflow for its recipients, and print the transactionId",
  args: [{ name: "NAME", help: "The workflow's identifier." }],
  flags,
  notes:
    "With --wait a line follows for every step; with --json, the API's answer with the notifications added.",
  examples: [
    "tidings trigger welcome --to ada",
    `tidings trigger welcome --to ada --to bob --payload '{"text":"Hello"}' --wait`,
    "tidings trigger order-shipped --to ada --payload @order.json --transaction-id order-1042",
    "jq .order event.json | tidings trigger order-shipped --to ada --payload -",
    "tidings trigger maintenance --broadcast",
  ],
  async run(input) {
    const recipients = await readRecipients(input);
    const answer = await send(input, recipients);
    const failure = failureOf(answer);
    if (failure !== undefined || answer.transactionId === undefined) return { answer, failure };
    if (!input.flags.wait) return { answer, text: answer.transactionId };
    input.say(answer.transactionId);
    return reportOf(answer, await watch(input, answer.transactionId, recipients));
  },
});

type TriggerInput = Input<typeof flags>;

async function readRecipients({ flags: { to = [], broadcast } }: TriggerInput): Promise<Recipient[]> {
  const help = "tidings trigger --help";
  if (broadcast && to.length > 0) throw new UsageError("--broadcast is for everybody: leave --to out", help);
  if (!broadcast && to.length === 0) throw new UsageError("To whom? Give --to ID, or --broadcast", help);
  const recipients = to.map(async (one) => (one.startsWith("{") ? await readJson("--to", one) : one));
  return Promise.all(recipients) as Promise<Recipient[]>;
}

function send({ args, client, flags }: TriggerInput, recipients: Recipient[]): Promise<TriggerAnswer> {
  const { payload, overrides, "transaction-id": transactionId } = flags;
  const body: Broadcast = {
    name: args[0] as string,
    ...(payload && { payload }),
    ...(overrides && { overrides }),
    ...(transactionId !== undefined && { transactionId }),
  };
  return flags.broadcast ? client.events.broadcast(body) : client.events.trigger({ ...body, to: recipients });
}

/** A trigger can be acknowledged and start nothing, as when the workflow is not active. */
function failureOf({ status, error = [] }: TriggerAnswer): string | undefined {
  return status === "processed" ? undefined : `Nothing was started: ${[status, ...error].join(", ")}`;
}

function watch(
  { client, flags, say }: TriggerInput,
  transactionId: string,
  to: Recipient[],
): Promise<Followed> {
  const expected = flags.broadcast ? undefined : subscribersIn(to);
  const timeoutMs = (flags["wait-seconds"] ?? DEFAULT_WAIT_S) * 1_000;
  return follow(client, transactionId, { expected, timeoutMs, say });
}

/** The same subscriber twice counts once; how many a topic has is not known here. */
function subscribersIn(to: readonly Recipient[]): number | undefined {
  const ids = to.map((one) =>
    typeof one === "string" ? one : "subscriberId" in one ? one.subscriberId : undefined,
  );
  return ids.includes(undefined) ? undefined : new Set(ids).size;
}

function reportOf(answer: TriggerAnswer, { notifications, isOver, failed, steps }: Followed): Report {
  const told = { ...answer, notifications };
  const see = (id: string | undefined) => `\`tidings notifications get ${id}\` tells why`;
  if (failed.length > 0) {
    return { answer: told, failure: `${failed.length} of ${steps} steps failed; ${see(failed[0])}` };
  }
  if (isOver) return { answer: told, note: `All ${steps} steps are over, none failed.` };
  const rest = notifications.length === 0 ? "no notification was made yet" : "some steps are not over yet";
  const look = `tidings notifications list --transaction-id ${answer.transactionId}`;
  return {
    answer: told,
    failure: `Waited long enough: ${rest}. It goes on without us; look with \`${look}\``,
  };
}
