import { RecentFailures } from "../foundation/recent-failures.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { SandboxAnswer, SandboxFailure } from "../sandbox/tasks.ts";
import { MAX_PREPARED_CHARS } from "./limits.ts";
import { usesVariables } from "./mail-css/variables.ts";

/** The HTML of a mail, and whether a text part is made from it. */
export type MailInput = { html: string; makesText: boolean };

/** The contents of a mail as they are sent. `problem`: why they are sent as they were given. */
export type PreparedMail = { html: string; text?: string; problem?: string };

/**
 * Prepares the contents of a mail for sending: CSS is inlined, and a text part is made. HTML that takes too long or too much
 * memory, or that nests too deep, is returned unchanged with the problem, and is not tried again in its environment for 5
 * minutes.
 * @throws MachineFailure when the machine did not do the work: the mail must wait. It rejects with nothing else.
 */
export type PrepareMail = (environmentId: string, mail: MailInput) => Promise<PreparedMail>;

const STYLE_BLOCK = /<style[\s/>]/i;
/** Shorter HTML without style blocks is converted on the main thread: at most 2 ms, 20 µs for most mails. */
const MAX_SHORT = 2_000;
const FAILED_BEFORE =
  "the same HTML could not be prepared in the last minutes; it is not tried for 5 minutes";

export function createPrepareMail(sandbox: Pick<Sandbox, "run">): PrepareMail {
  const failed = new RecentFailures();
  return async (environmentId, mail) => {
    const { html, makesText } = mail;
    if (!needsThread(mail)) return makesText ? withShortText(html) : { html };
    if (!failed.isEmpty && failed.has(nameOf(environmentId, html))) return { html, problem: FAILED_BEFORE };
    const task = { kind: "prepare_mail", html, inlinesCss: hasCss(html), makesText } as const;
    const prepared = toPrepared(mail, await sandbox.run(environmentId, task));
    if (prepared.problem !== undefined) failed.add(nameOf(environmentId, html));
    return prepared;
  };
}

/** Whether a thread prepares the mail. */
export function needsThread({ html, makesText }: MailInput): boolean {
  return hasCss(html) || (makesText && html.length > MAX_SHORT);
}

function hasCss(html: string): boolean {
  return STYLE_BLOCK.test(html) || usesVariables(html);
}

function toPrepared({ html }: MailInput, answer: SandboxAnswer | SandboxFailure): PreparedMail {
  if (answer.kind === "failed") return { html, problem: answer.reason };
  if (answer.kind !== "mail_prepared") throw new Error(`a thread answered ${answer.kind} to a mail`);
  if (answer.html.length > MAX_PREPARED_CHARS)
    return { html, problem: "makes more than 2,000,000 characters with inlined CSS" };
  return { html: answer.html, ...textPart(answer.text) };
}

/** The library takes 28 ms to load: it is loaded for the first mail, not at the start of the process. */
async function withShortText(html: string): Promise<PreparedMail> {
  const { mailTextOf } = await import("./mail-text.ts");
  try {
    return { html, ...textPart(mailTextOf(html)) };
  } catch (error) {
    return { html, problem: error instanceof Error ? error.message.slice(0, 200) : "it cannot be read" };
  }
}

/** A mail without words has no text part. */
function textPart(text: string | undefined): Pick<PreparedMail, "text"> {
  return text ? { text } : {};
}

function nameOf(environmentId: string, html: string): string {
  return `${environmentId}|${sha256(html).toString("base64")}`;
}
