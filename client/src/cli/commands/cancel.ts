import { command } from "../command.ts";

export const cancel = command({
  name: "cancel",
  summary: "stop what a trigger has delayed or collected and not sent yet",
  args: [{ name: "TRANSACTION_ID", help: "What `tidings trigger` printed." }],
  flags: {},
  examples: ["tidings cancel order-1042"],
  async run({ args: [transactionId = ""], client }) {
    const answer = await client.events.cancel(transactionId);
    const text = answer
      ? `Canceled ${transactionId}.`
      : `There was nothing left to cancel of ${transactionId}.`;
    return { answer, text };
  },
});
