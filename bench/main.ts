import { type DashboardOptions, dashboard } from "./dashboard/dashboard.ts";
import { footprint } from "./footprint.ts";
import { inbox } from "./inbox.ts";
import { listing } from "./listing/listing.ts";
import { providers } from "./providers.ts";
import { retention } from "./retention.ts";
import { retrieval } from "./retrieval/retrieval.ts";
import { scaleOut } from "./scale-out.ts";
import { search } from "./search.ts";
import { throughput } from "./throughput.ts";
import { webhookMails } from "./webhook-mails.ts";

/**
 * `npm run bench [-- dashboard|footprint|inbox|providers|retention|scale-out|throughput|webhook-mails] [--size=N]`: prints
 * measurements for RESULTS.md and never fails because of them. `dashboard`, `inbox`, `providers`, `retention` and `scale-out` run
 * only by name, because they take five minutes to half an hour; `--size` sets the number of messages (of each provider), of
 * notifications, or of triggers (of each round of `scale-out`). Of
 * `dashboard`, `--quick` measures a few notifications once, and `--store=DIRECTORY` keeps the store for further runs.
 */
const PROGRAMS: Record<string, (size: number | undefined, options: DashboardOptions) => Promise<string[]>> = {
  dashboard,
  footprint,
  inbox,
  listing,
  providers,
  retention,
  "scale-out": scaleOut,
  search,
  retrieval,
  throughput,
  "webhook-mails": webhookMails,
};

const sizes = process.argv.slice(2).flatMap((arg) => /^--size=(\d+)$/.exec(arg)?.slice(1) ?? []);
const stores = process.argv.slice(2).flatMap((arg) => /^--store=(.+)$/.exec(arg)?.slice(1) ?? []);
const options = {
  isQuick: process.argv.includes("--quick"),
  ...(stores[0] === undefined ? {} : { store: stores[0] }),
};
const names = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const defaults = Object.keys(PROGRAMS).filter(
  (name) => !["dashboard", "inbox", "providers", "retention", "scale-out", "search"].includes(name),
);
for (const name of names.length > 0 ? names : defaults) {
  const program = PROGRAMS[name];
  if (!program) {
    process.stderr.write(
      `unknown measurement "${name}"; the measurements are ${Object.keys(PROGRAMS).join(", ")}\n`,
    );
    process.exitCode = 2;
    break;
  }
  process.stdout.write(`${name} …\n`);
  for (const line of await program(sizes[0] === undefined ? undefined : Number(sizes[0]), options))
    process.stdout.write(`  ${line}\n`);
}
