import { command } from "../command.ts";
import { EVENT_FLAGS, EVENT_NAME, eventOf, readRecipients } from "../event-flags.ts";
import { explanationView } from "../explanation-view.ts";
import { UsageError } from "../failure.ts";

export const explain = command({
  name: "explain",
  summary: "show what a trigger would do; nothing is written or sent",
  args: [EVENT_NAME],
  flags: EVENT_FLAGS,
  notes:
    "Takes the recipients and event flags of `tidings trigger`, but not --broadcast. Calls no provider: the result assumes that providers accept every message.",
  examples: [
    "tidings explain welcome --to ada",
    `tidings explain welcome --to '{"subscriberId":"ada","email":"ada@example.com"}' --payload '{"text":"Hello"}'`,
    "tidings explain order-shipped --to ada --payload @order.json --json",
  ],
  async run({ args, flags, client }) {
    const { to = [] } = flags;
    if (to.length === 0)
      throw new UsageError("Recipients are missing: give --to ID", "tidings explain --help");
    const answer = await client.events.explain({ ...eventOf(args, flags), to: await readRecipients(to) });
    const note =
      answer.status === "processed" ? undefined : `The trigger would start nothing: ${answer.status}`;
    return { answer, text: explanationView(answer), note };
  },
});
