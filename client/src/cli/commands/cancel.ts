import { command } from "../command.ts";

export const cancel = command({
  name: "cancel",
  summary: "cancel the steps of a trigger that wait in a delay or digest",
  args: [{ name: "TRANSACTION_ID", help: "The transactionId that `tidings trigger` printed." }],
  flags: {},
  examples: ["tidings cancel order-1042"],
  async run({ args: [transactionId = ""], client }) {
    const answer = await client.events.cancel(transactionId);
    const text = answer ? `Canceled ${transactionId}.` : `Nothing left to cancel for ${transactionId}.`;
    return { answer, text };
  },
});
