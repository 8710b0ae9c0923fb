import { LoopTurn } from "../../foundation/loop-turn.ts";
import type { Message } from "../../messages/message.ts";
import { MachineFailure } from "../../sandbox/machine-failure.ts";
import { type MailInput, needsThread, type PreparedMail } from "../../templates/prepare-mail.ts";
import type { Engine } from "../engine.ts";
import { type AdvancedRun, note, withNewMessage } from "../runs/advanced-run.ts";
import { atLeast, type BatchLimits, isOverdue } from "../runs/batch-limits.ts";
import { overridesFor, textIn } from "../runs/overrides.ts";
import { type Run, stepOf } from "../runs/run.ts";
import { text } from "./channel-rules.ts";

export type Preparing = Pick<Engine, "prepareMail" | "chargeLoop">;

/** Characters of prepared mails that a batch may have together before it is stored. */
const MAX_PREPARED_CHARS = 8_000_000;
/**
 * Rendering may have used up the batch's time: its mails get so long nevertheless. Otherwise an environment with slow texts would
 * render them again and again, and prepare no mail.
 */
const MIN_MS = 2_500;
/** So many mails are with the threads at a time: the next one is there when a thread is free. */
const LANES = 2;

/**
 * Prepares the new mails of runs before they are stored, so that every attempt sends the same bytes: after a crash, by another
 * process, and after an upgrade of the libraries. Equal mails are prepared once.
 * @returns the runs in the same order; undefined where a mail must wait: because the batch's time or size was used up, or
 * because the machine did not do the work (`failure`).
 */
export async function prepareMails(
  preparing: Preparing,
  runs: readonly AdvancedRun[],
  limits: BatchLimits,
): Promise<{ ready: (AdvancedRun | undefined)[]; failure?: MachineFailure | undefined }> {
  const mailsOf = runs.map(newMails);
  const inputs = new Map(mailsOf.flat().map(({ input }) => [keyOf(input), input]));
  if (inputs.size === 0) return { ready: [...runs] };
  const short = await prepareShort(preparing, limits.environmentId, inputs);
  const { prepared: long, failure } = await prepareLong(preparing, inputs, atLeast(limits, MIN_MS));
  const ready = runs.map((run, index) =>
    (mailsOf[index] ?? []).reduce<AdvancedRun | undefined>((one, { message, input }) => {
      const mail = short.get(keyOf(input)) ?? long.get(keyOf(input));
      return one && mail && withPrepared(one, message, mail);
    }, run),
  );
  return { ready, failure };
}

/** A mail that a version before migration 0046 stored is prepared for each attempt. @throws MachineFailure */
export async function prepareStored(
  { prepareMail }: Preparing,
  environmentId: string,
  run: Run,
  message: Message,
): Promise<Message> {
  if (message.channel !== "email" || typeof message.textPart === "string") return message;
  return preparedAs(message, await prepareMail(environmentId, inputOf(run, message)));
}

type NewMail = { message: Message; input: MailInput };

function newMails({ run, changes }: AdvancedRun): NewMail[] {
  return changes.newMessages
    .filter(({ channel, status, textPart }) => channel === "email" && status === null && textPart == null)
    .map((message) => ({ message, input: inputOf(run, message) }));
}

/** A text for all providers replaces the text part; one for a single provider does not, because the mail may fail over. */
function inputOf(run: Run, message: Message): MailInput {
  const { stepKey } = stepOf(run, message);
  const given = textIn(overridesFor(run, { channel: "email", stepKey }), "text");
  return { html: text(message.content), makesText: given === undefined };
}

function keyOf({ html, makesText }: MailInput): string {
  return `${makesText}|${html}`;
}

type Inputs = ReadonlyMap<string, MailInput>;
type Prepared = Map<string, PreparedMail>;

/** Short mails are prepared on the main thread, in turns of the event loop. */
async function prepareShort(
  { prepareMail, chargeLoop }: Preparing,
  environmentId: string,
  inputs: Inputs,
): Promise<Prepared> {
  const prepared: Prepared = new Map();
  const loop = new LoopTurn((ms) => chargeLoop?.(environmentId, ms));
  for (const [key, input] of inputs) {
    if (needsThread(input)) continue;
    prepared.set(key, await prepareMail(environmentId, input));
    if (loop.isOver) await loop.yield();
  }
  return prepared;
}

/** After a failure of the machine, no further mail is given to a thread. */
async function prepareLong(
  { prepareMail }: Preparing,
  inputs: Inputs,
  limits: BatchLimits,
): Promise<{ prepared: Prepared; failure: MachineFailure | undefined }> {
  const prepared: Prepared = new Map();
  const rest = [...inputs].filter(([, input]) => needsThread(input)).values();
  let leftChars = MAX_PREPARED_CHARS;
  let failure: MachineFailure | undefined;
  const lane = async () => {
    for (const [key, input] of rest) {
      if (failure || leftChars <= 0 || isOverdue(limits)) return;
      try {
        const mail = await prepareMail(limits.environmentId, input);
        prepared.set(key, mail);
        leftChars -= mail.html.length + (mail.text?.length ?? 0);
      } catch (error) {
        if (!(error instanceof MachineFailure)) throw error;
        failure = error;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { prepared, failure };
}

function withPrepared(advanced: AdvancedRun, message: Message, mail: PreparedMail): AdvancedRun {
  const { position, providerId } = message;
  const changed = withNewMessage(advanced, preparedAs(message, mail));
  if (mail.problem === undefined) return changed;
  const by = providerId ? { providerId } : {};
  return note(changed, position, [{ code: "mail_unprepared", ...by, raw: { reason: mail.problem } }]);
}

function preparedAs(message: Message, { html, text: textPart = "" }: PreparedMail): Message {
  return { ...message, content: html, textPart };
}
