import type { ExplanationInput, WorkflowReplacement } from "@tidings/contract";
import { command, json, text } from "../command.ts";
import { EVENT_FLAGS, EVENT_NAME, eventOf, readRecipients } from "../event-flags.ts";
import { explanationView } from "../explanation-view.ts";
import { UsageError } from "../failure.ts";

export const explain = command({
  name: "explain",
  summary: "show what a trigger would do; nothing is written or sent",
  args: [EVENT_NAME],
  flags: {
    ...EVENT_FLAGS,
    workflow: json("JSON|@FILE|-", "A draft of the workflow, explained in place of the stored one."),
    at: text("TIME", "Explain for this moment, in ISO 8601; default: now."),
  },
  notes:
    "Takes the recipients and event flags of `tidings trigger`, but not --broadcast. Calls no provider: the result assumes that providers accept every message.",
  examples: [
    "tidings explain welcome --to ada",
    `tidings explain welcome --to '{"subscriberId":"ada","email":"ada@example.com"}' --payload '{"text":"Hello"}'`,
    "tidings explain order-shipped --to ada --payload @order.json --json",
    "tidings explain welcome --to ada --workflow @welcome.json --at 2026-12-24T18:00:00Z",
  ],
  async run({ args, flags, client }) {
    const { to = [], workflow, at } = flags;
    if (to.length === 0)
      throw new UsageError("Recipients are missing: give --to ID", "tidings explain --help");
    const body: ExplanationInput = {
      ...eventOf(args, flags),
      to: await readRecipients(to),
      ...(workflow && { workflow: workflow as WorkflowReplacement }),
      ...(at !== undefined && { at }),
    };
    const answer = await client.events.explain(body);
    const note =
      answer.status === "processed" ? undefined : `The trigger would start nothing: ${answer.status}`;
    return { answer, text: explanationView(answer), note };
  },
});
