/** The thread's program for the contents of mails. */
import { inlineCss, loadCssInline } from "../templates/inline-css.ts";
import { MAX_PREPARED_CHARS } from "../templates/limits.ts";
import { mailTextOf } from "../templates/mail-text.ts";
import { serveTasks, wrongKind } from "./serve-tasks.ts";
import type { SandboxAnswer, SandboxTask } from "./tasks.ts";

void start();

async function start(): Promise<void> {
  await loadCssInline();
  // What the libraries do at their first use belongs to the start of the thread, not to the budget of the first task.
  mailTextOf(inlineCss("<style>p { color: red } @media print { p { color: blue } }</style><p>a</p>"));
  serveTasks(prepareMail);
}

function prepareMail(task: SandboxTask): SandboxAnswer {
  if (task.kind !== "prepare_mail") throw wrongKind(task);
  const { html, inlinesCss, makesText } = task;
  const inlined = inlinesCss ? inlineCss(html) : html;
  // After inlining, each element says itself whether it is hidden. What got too long is not sent.
  const text = makesText && inlined.length <= MAX_PREPARED_CHARS ? mailTextOf(inlined) : undefined;
  return { kind: "mail_prepared", html: inlined, ...(text === undefined ? {} : { text }) };
}
