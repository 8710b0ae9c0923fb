/** The thread's program: executes one task at a time. */
import { parentPort } from "node:worker_threads";
import { inspectTemplate } from "../templates/inspect-template.ts";
import { SchemaChecker } from "./schema-checker.ts";
import type { FromThread, SandboxAnswer, SandboxTask, ToThread } from "./tasks.ts";

type MailTask = Extract<SandboxTask, { kind: "prepare_mail" }>;

const schemas = new SchemaChecker();

function answerOf(task: SandboxTask): SandboxAnswer | Promise<SandboxAnswer> {
  switch (task.kind) {
    case "compile_schema":
      return schemas.compile(task.schema);
    case "check_payload":
      return schemas.check(task);
    case "inspect_texts":
      return { kind: "inspected", inspections: task.texts.map(inspectTemplate) };
    case "prepare_mail":
      return prepareMail(task);
  }
}

/** Loads the libraries for mails with the first mail: other tasks do not need them. */
async function prepareMail({ html, inlinesCss, makesText }: MailTask): Promise<SandboxAnswer> {
  const text = makesText ? (await import("../templates/mail-text.ts")).mailTextOf(html) : undefined;
  const inlined = inlinesCss ? await (await import("../templates/inline-css.ts")).inlineCss(html) : html;
  return { kind: "mail_prepared", html: inlined, ...(text === undefined ? {} : { text }) };
}

/** An error ends the thread; the next task starts a new one. */
parentPort?.on("message", async ({ number, task }: ToThread) => {
  parentPort?.postMessage({ number, answer: await answerOf(task) } satisfies FromThread);
});
parentPort?.postMessage("ready" satisfies FromThread);
