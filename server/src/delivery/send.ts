import type { SendOutcome } from "../providers/provider.ts";
import { attempt } from "./attempts/attempt.ts";
import { endOfLife } from "./attempts/delivery-options.ts";
import { isOver } from "./attempts/next-move.ts";
import { type Answer, noteAnswers } from "./attempts/note-answers.ts";
import type { Engine } from "./engine.ts";
import { movedOn, noChanges, type Run, type Surroundings } from "./run.ts";

const GONE: SendOutcome = {
  kind: "config_error",
  reason: "The integration was deleted or switched off before the message was sent",
};

const TOO_LATE: SendOutcome = { kind: "not_processed", reason: "The lifetime of the message was over" };

/** Hands the unanswered messages of a run to their providers and notes what came of each. No transaction is open. */
export async function send(
  engine: Engine,
  environmentId: string,
  run: Run,
  surroundings: Surroundings,
): Promise<void> {
  const { integrations } = surroundings;
  const { now } = movedOn(surroundings);
  const answers = await Promise.all(
    run.unanswered.map(async (stored): Promise<Answer> => {
      const integration = integrations.find(({ id, isActive }) => id === stored.integrationId && isActive);
      // One that is sent again by hand begins a new life.
      const expiresAt = stored.expiresAt ?? endOfLife(run, stored, integration, now);
      const message = { ...stored, expiresAt };
      if (isOver(message, now)) return { message, outcome: TOO_LATE };
      const outcome = integration
        ? await attempt(engine, { environmentId, run, message, integration, now })
        : GONE;
      return { message, outcome };
    }),
  );
  run.unanswered = [];
  run.changes = noChanges();
  noteAnswers(run, answers, movedOn(surroundings));
}
