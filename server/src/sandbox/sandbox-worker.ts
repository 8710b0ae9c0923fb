/** The thread's program: executes one task at a time. */
import { parentPort } from "node:worker_threads";
import { inspectTemplate } from "../templates/inspect-template.ts";
import { SchemaChecker } from "./schema-checker.ts";
import type { FromThread, SandboxAnswer, SandboxTask, ToThread } from "./tasks.ts";

const schemas = new SchemaChecker();

function answerOf(task: SandboxTask): SandboxAnswer {
  switch (task.kind) {
    case "compile_schema":
      return schemas.compile(task.schema);
    case "check_payload":
      return schemas.check(task);
    case "inspect_texts":
      return { kind: "inspected", inspections: task.texts.map(inspectTemplate) };
  }
}

parentPort?.on("message", ({ number, task }: ToThread) => {
  parentPort?.postMessage({ number, answer: answerOf(task) } satisfies FromThread);
});
parentPort?.postMessage("ready" satisfies FromThread);
