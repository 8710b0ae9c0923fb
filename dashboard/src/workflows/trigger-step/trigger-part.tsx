import { triggerEvent } from "@tidings/contract";
import { CodeView } from "../../components/code-view.tsx";
import { asCurl } from "../../components/copied-call.ts";
import { CopyAs } from "../../components/copy-as.tsx";
import type { WorkflowPartProps } from "../draft.ts";
import { isObject } from "../fields/json.ts";
import { PayloadSchema } from "./payload-schema.tsx";
import { examplePayload } from "./schema-rows.ts";
import styles from "./trigger-step.module.css";
import { words } from "./words.ts";

/** How the workflow is triggered, and the schema of its payload. */
export function TriggerPart({ draft, stored, onChange }: WorkflowPartProps) {
  const { payloadSchema } = draft;
  const payload = isObject(payloadSchema) ? examplePayload({ ...payloadSchema, type: "object" }) : {};
  const body = { name: stored.workflowId, to: "subscriber-1", payload };
  const call = {
    operation: triggerEvent,
    body,
    sdk: { method: "events.trigger", args: [body] },
    cli: ["trigger", stored.workflowId, "--to", "subscriber-1", "--payload", JSON.stringify(payload)],
  };
  return (
    <div className={styles.trigger}>
      <section className={styles.part} aria-labelledby="trigger-call">
        <div className={styles.head}>
          <h3 id="trigger-call">{words.call}</h3>
          <CopyAs call={call} />
        </div>
        <p className={styles.help}>{words.callHelp}</p>
        <CodeView text={asCurl(call, location.origin)} label={words.callLabel} />
      </section>
      <PayloadSchema draft={draft} stored={stored} onChange={onChange} />
    </div>
  );
}
