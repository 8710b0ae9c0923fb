import type { Workflow } from "@tidings/contract";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { DeleteDialog } from "../delete-dialog.tsx";
import styles from "./settings.module.css";
import { words } from "./words.ts";

/** Deletes the workflow after a question. */
export function DeleteWorkflow({ stored }: { stored: Workflow }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles.danger} aria-labelledby="delete-workflow">
      <h3 id="delete-workflow">{words.danger}</h3>
      <p className={styles.help}>{words.dangerHelp}</p>
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {words.delete}
        </Button>
      </div>
      {isAsking && <DeleteDialog stored={stored} onClose={() => setAsking(false)} />}
    </section>
  );
}
