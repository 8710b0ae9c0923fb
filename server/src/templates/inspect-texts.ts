import type { Time } from "../foundation/clock.ts";
import { inPortions } from "../foundation/in-portions.ts";
import { MachineFailure } from "../sandbox/machine-failure.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Inspection } from "../sandbox/tasks.ts";

export type { Inspection } from "../sandbox/tasks.ts";

/**
 * Inspects templates: the outer variables of each (`payload.name`), and its error if it is invalid, in the order of the
 * texts. A text that uses up the budget of a task alone has an `error` that says so.
 * @throws MachineFailure when the machine does not inspect the texts, or not within 8 s.
 */
export type InspectTexts = (
  environmentId: string,
  texts: readonly string[],
) => Promise<readonly Inspection[]>;

/** Maximum texts of one task: 100 kB take 20 ms, 100 ms in the worst case. */
const TOGETHER = { maxSize: 100_000, maxItems: 1_000 };
/** Maximum time of a call; a transaction may be open meanwhile, which the database ends after 15 s. */
const MAX_CALL_MS = 8_000;

/** Inspects in the sandbox's thread, where environments take turns and each task has a budget. */
export function createInspectTexts(sandbox: Pick<Sandbox, "run">, time: Time): InspectTexts {
  const inspectTogether = async (environmentId: string, texts: readonly string[]): Promise<Inspection[]> => {
    const answer = await sandbox.run(environmentId, { kind: "inspect_texts", texts });
    if (answer.kind === "inspected") return [...answer.inspections];
    const reason = answer.kind === "failed" ? answer.reason : "has no answer";
    if (texts.length === 1) return [{ variables: [], error: `reading it ${reason}` }];
    const alone: Inspection[] = [];
    for (const text of texts) alone.push(...(await inspectTogether(environmentId, [text])));
    return alone;
  };
  return async (environmentId, texts) => {
    const endMs = time.monotonicMs() + MAX_CALL_MS;
    const inspections: Inspection[] = [];
    for (const group of inPortions(texts, ({ length }) => length, TOGETHER)) {
      if (time.monotonicMs() > endMs) throw tooLong();
      inspections.push(...(await inspectTogether(environmentId, group)));
    }
    return inspections;
  };
}

function tooLong(): MachineFailure {
  const seconds = MAX_CALL_MS / 1_000;
  return new MachineFailure("busy", `the workflow's texts could not be read within ${seconds} seconds`);
}
