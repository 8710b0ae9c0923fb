import type { Sandbox } from "../sandbox/sandbox.ts";

/** The contents of a mail. */
export type MailContent = { html: string; text?: string };

/**
 * Prepares the contents of a mail for sending: CSS is inlined, and a text part is made if there is none. The result depends
 * only on the contents, so that every attempt sends the same mail. HTML that takes too long or too much memory, or that nests
 * too deep, is sent unchanged and without a text part. Never rejects.
 */
export type PrepareMail = (environmentId: string, content: MailContent) => Promise<MailContent>;

const STYLE_BLOCK = /<style[\s>]/i;
/** Shorter HTML without style blocks is converted on the main thread: at most 2 ms, 20 µs for most mails. */
const MAX_SHORT = 2_000;

export function createPrepareMail(sandbox: Pick<Sandbox, "run">): PrepareMail {
  return async (environmentId, { html, text }) => {
    const hasStyles = STYLE_BLOCK.test(html);
    if (text !== undefined && !hasStyles) return { html, text };
    if (!hasStyles && html.length <= MAX_SHORT) return { html, ...textPart(await shortTextOf(html)) };
    const task = {
      kind: "prepare_mail",
      html,
      inlinesCss: hasStyles,
      makesText: text === undefined,
    } as const;
    const answer = await sandbox.run(environmentId, task);
    if (answer.kind !== "mail_prepared") return { html, ...textPart(text) };
    return { html: answer.html, ...textPart(text ?? answer.text) };
  };
}

/** The library takes 28 ms to load: it is loaded for the first mail, not at the start of the process. */
async function shortTextOf(html: string): Promise<string> {
  const { mailTextOf } = await import("./mail-text.ts");
  return mailTextOf(html);
}

/** A mail without words has no text part. */
function textPart(text: string | undefined): Pick<MailContent, "text"> {
  return text ? { text } : {};
}
