import { footprint } from "./footprint.ts";
import { retention } from "./retention.ts";
import { throughput } from "./throughput.ts";
import { webhookMails } from "./webhook-mails.ts";

/**
 * `npm run bench [-- footprint|retention|throughput|webhook-mails] [--size=N]`: measures, prints lines for RESULTS.md, judges
 * nothing. The size is that of `retention`, which is only run by its name: a million notifications take half an hour.
 */
const PROGRAMS: Record<string, (size?: number) => Promise<string[]>> = {
  footprint,
  retention,
  throughput,
  "webhook-mails": webhookMails,
};

const sizes = process.argv.slice(2).flatMap((arg) => /^--size=(\d+)$/.exec(arg)?.slice(1) ?? []);
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const usual = Object.keys(PROGRAMS).filter((name) => name !== "retention");
for (const name of wanted.length > 0 ? wanted : usual) {
  const program = PROGRAMS[name];
  if (!program) {
    process.stderr.write(`no measurement "${name}"; there are ${Object.keys(PROGRAMS).join(", ")}\n`);
    process.exitCode = 2;
    break;
  }
  process.stdout.write(`${name} …\n`);
  for (const line of await program(sizes[0] === undefined ? undefined : Number(sizes[0])))
    process.stdout.write(`  ${line}\n`);
}
