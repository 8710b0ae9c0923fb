import { command, text } from "../command.ts";
import { printInTurn } from "../output.ts";

/** Records between two lines of progress. */
const PROGRESS_EVERY = 1_000;

export const exportSubscriber = command({
  name: "subscribers export",
  summary: "print everything about a subscriber, as lines of JSON",
  args: [{ name: "SUBSCRIBER_ID", help: "Your id for the subscriber." }],
  flags: { after: text("CURSOR", "The cursor of the last line that you have: prints the lines behind it.") },
  notes: `Needs an API key with the scope manage. Tokens of devices are masked. The last line is {"type":"end","count":N}: without it, the
export is not whole; --after continues it.`,
  examples: ["tidings subscribers export ada > ada.ndjson"],
  async run({ args: [subscriberId = ""], flags: { after }, client, remark }) {
    let count = 0;
    for await (const line of client.subscribers.export(subscriberId, after === undefined ? {} : { after })) {
      if (!(await printInTurn(JSON.stringify(line)))) break;
      if (line.type === "end") continue;
      count += 1;
      if (count % PROGRESS_EVERY === 0) remark(`${count} records`);
    }
    return { answer: undefined, note: `${count} records of ${subscriberId}.` };
  },
});
