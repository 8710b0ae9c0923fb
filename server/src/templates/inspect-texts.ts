import { setImmediate } from "node:timers/promises";
import { inspectTemplate } from "./templates.ts";

/** The variables that a template takes from outside (`payload.name`), and its error if it cannot be used. */
export type Inspection = { variables: readonly string[]; error?: string };

/**
 * Inspects templates; the answers are in the order of the texts. A text that cannot be inspected in time has an `error`
 * that says so: it does not reject the call.
 */
export type InspectTexts = (
  environmentId: string,
  texts: readonly string[],
) => Promise<readonly Inspection[]>;

/** Inspects in this thread, and lets other requests go first between two texts. */
export function createInspectTexts(): InspectTexts {
  return async (_environmentId, texts) => {
    const inspections: Inspection[] = [];
    for (const text of texts) {
      await setImmediate();
      inspections.push(inspectTemplate(text));
    }
    return inspections;
  };
}
