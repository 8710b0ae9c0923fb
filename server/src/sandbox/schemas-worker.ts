/** The thread's program for schemas, payloads and Liquid texts to inspect. */
import { inspectTemplate } from "../templates/inspect-template.ts";
import { SchemaChecker } from "./schema-checker.ts";
import { serveTasks, wrongKind } from "./serve-tasks.ts";

const schemas = new SchemaChecker();

// What the libraries do at their first use belongs to the start of the thread, not to the budget of the first task.
schemas.compile('{"type":"object","properties":{"a":{"type":"string","pattern":"^a$"}}}');
inspectTemplate("{{ payload.a | upcase }}");

serveTasks((task) => {
  switch (task.kind) {
    case "compile_schema":
      return schemas.compile(task.schema);
    case "check_payload":
      return schemas.check(task);
    case "inspect_texts":
      return { kind: "inspected", inspections: task.texts.map(inspectTemplate) };
    default:
      throw wrongKind(task);
  }
});
