import { footprint } from "./footprint.ts";
import { throughput } from "./throughput.ts";
import { webhookMails } from "./webhook-mails.ts";

/** `npm run bench [-- footprint|throughput|webhook-mails]`: measures, prints lines for RESULTS.md, judges nothing. */
const PROGRAMS: Record<string, () => Promise<string[]>> = {
  footprint,
  throughput,
  "webhook-mails": webhookMails,
};

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(PROGRAMS)) {
  const program = PROGRAMS[name];
  if (!program) {
    process.stderr.write(`no measurement "${name}"; there are ${Object.keys(PROGRAMS).join(", ")}\n`);
    process.exitCode = 2;
    break;
  }
  process.stdout.write(`${name} …\n`);
  for (const line of await program()) process.stdout.write(`  ${line}\n`);
}
