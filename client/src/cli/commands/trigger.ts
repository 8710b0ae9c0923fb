import type { Recipient, TriggerResult } from "@tidings/contract";
import { command, type Input, number, type Report, toggle } from "../command.ts";
import { EVENT_FLAGS, EVENT_NAME, eventOf, readRecipients } from "../event-flags.ts";
import { UsageError } from "../failure.ts";
import { type Followed, follow } from "../follow.ts";
import { remarkOf } from "../warnings.ts";

const DEFAULT_WAIT_S = 60;

const flags = {
  ...EVENT_FLAGS,
  broadcast: toggle("Send to every subscriber of the environment, instead of --to."),
  wait: toggle("Follow the notifications until every step is finished; exit code 1 if a step failed."),
  "wait-seconds": number("N", `Timeout of --wait in seconds; default ${DEFAULT_WAIT_S}.`),
};

export const trigger = command({
  name: "trigger",
  summary: "start a workflow for its recipients, and print the transactionId",
  args: [EVENT_NAME],
  flags,
  notes:
    "With --wait, prints a line for every step. With --json and --wait, prints the API's answer with the notifications added.",
  examples: [
    "tidings trigger welcome --to ada",
    `tidings trigger welcome --to ada --to bob --payload '{"text":"Hello"}' --wait`,
    "tidings trigger order-shipped --to ada --payload @order.json --transaction-id order-1042",
    "jq .order event.json | tidings trigger order-shipped --to ada --payload -",
    "tidings trigger maintenance --broadcast",
  ],
  async run(input) {
    const recipients = await recipientsOf(input);
    const answer = await send(input, recipients);
    const failure = failureOf(answer);
    if (failure !== undefined || answer.transactionId === undefined) return { answer, failure };
    const note = remarkOf(answer);
    if (!input.flags.wait) return { answer, text: answer.transactionId, note };
    input.say(answer.transactionId);
    if (note !== undefined) input.say(note);
    return reportOf(answer, await watch(input, answer.transactionId, recipients));
  },
});

type TriggerInput = Input<typeof flags>;

async function recipientsOf({ flags: { to = [], broadcast } }: TriggerInput): Promise<Recipient[]> {
  const help = "tidings trigger --help";
  if (broadcast && to.length > 0) throw new UsageError("--broadcast cannot be combined with --to", help);
  if (!broadcast && to.length === 0)
    throw new UsageError("Recipients are missing: give --to ID, or --broadcast", help);
  return readRecipients(to);
}

function send({ args, client, flags }: TriggerInput, to: Recipient[]): Promise<TriggerResult> {
  const body = eventOf(args, flags);
  return flags.broadcast ? client.events.broadcast(body) : client.events.trigger({ ...body, to });
}

/** A trigger can be acknowledged and start nothing, for example when the workflow is not active. */
function failureOf({ status, error = [] }: TriggerResult): string | undefined {
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

/** Counts each subscriber once; undefined with a topic, whose size is unknown here. */
function subscribersIn(to: readonly Recipient[]): number | undefined {
  const ids = to.map((one) => {
    if (typeof one === "string") return one;
    return "subscriberId" in one ? one.subscriberId : undefined;
  });
  return ids.includes(undefined) ? undefined : new Set(ids).size;
}

function reportOf(answer: TriggerResult, { notifications, isOver, failed, steps }: Followed): Report {
  const withNotifications = { ...answer, notifications };
  const see = (id: string | undefined) => `\`tidings notifications get ${id}\` shows why`;
  if (failed.length > 0) {
    return {
      answer: withNotifications,
      failure: `${failed.length} of ${steps} steps failed; ${see(failed[0])}`,
    };
  }
  if (isOver) return { answer: withNotifications, note: `All ${steps} steps are finished; none failed.` };
  const state = notifications.length === 0 ? "no notification exists yet" : "some steps are not finished";
  const look = `tidings notifications list --transaction-id ${answer.transactionId}`;
  return {
    answer: withNotifications,
    failure: `Timed out: ${state}. The service continues in the background; check with \`${look}\``,
  };
}
