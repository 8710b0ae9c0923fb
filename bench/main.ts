import { broadcast } from "./broadcast.ts";
import { readCommandLine } from "./command-line.ts";
import { dashboard } from "./dashboard/dashboard.ts";
import { footprint } from "./footprint.ts";
import { growth } from "./growth.ts";
import { inbox } from "./inbox.ts";
import { undoAll, undoWhenInterrupted } from "./interruption.ts";
import { latency } from "./latency.ts";
import { listing } from "./listing.ts";
import { providers } from "./providers.ts";
import { retention } from "./retention.ts";
import { retrieval } from "./retrieval.ts";
import { scaleOut } from "./scale-out.ts";
import { search } from "./search.ts";
import { soak } from "./soak.ts";
import type { Points, Result } from "./suite/result.ts";
import { runCourse, runSurvey, runWorkload } from "./suite/run-workload.ts";
import { BENCH, linesOf, save } from "./suite/save.ts";
import type { Course, Options, Survey, Workload } from "./suite/workload.ts";
import { throughput } from "./throughput.ts";
import { webhookMails } from "./webhook-mails.ts";

type Measurement = Workload | Course | Survey;

/** Without a name all of these run, in about ten minutes. README.md says how to run and read them. */
const USUAL: Record<string, Measurement> = {
  throughput,
  latency,
  broadcast,
  "webhook-mails": webhookMails,
  footprint,
};
/** Run by name only: they take five minutes to half an hour. */
const LONG: Record<string, Measurement> = {
  soak,
  growth,
  retrieval,
  search,
  listing,
  "scale-out": scaleOut,
  dashboard,
  inbox,
  providers,
  retention,
};
const ALL = { ...USUAL, ...LONG };

const { values, names } = readCommandLine(Object.keys(USUAL), Object.keys(LONG));

undoWhenInterrupted();

const say = (line: string) => void process.stdout.write(`  ${line}\n`);

for (const name of names) await measureOrUndo(name);

/** A measurement that fails leaves neither processes nor directories behind. */
async function measureOrUndo(name: string): Promise<void> {
  try {
    await measure(name);
  } catch (error) {
    process.stderr.write(`${(error as Error).stack}\n`);
    await undoAll();
    process.exit(1);
  }
}

async function measure(name: string): Promise<void> {
  process.stdout.write(`${name} …\n`);
  const measurement = ALL[name as keyof typeof ALL] as Measurement;
  const options = optionsOf();
  const directory = values.save ?? (isFull(options) ? BENCH : undefined);
  const keep = (result: Result | Points) => void (directory && save(result, directory));
  const result = await run(measurement, options, keep);
  for (const line of linesOf(result)) say(line);
  keep(result);
}

function run(
  measurement: Measurement,
  options: Options,
  onPoint: (result: Points) => void,
): Promise<Result | Points> {
  if ("survey" in measurement) return runSurvey(measurement, options, say);
  if ("run" in measurement) return runCourse(measurement, options, { say, onPoint });
  return runWorkload(measurement, options, say);
}

/** Other runs say nothing about this version at its usual size, so they do not replace the saved results, unless `--save` names a directory. */
function isFull({ isQuick, size, minutes, target }: Options): boolean {
  return !isQuick && size === undefined && minutes === undefined && target === undefined;
}

function optionsOf(): Options {
  const { quick, peers, size, minutes, store } = values;
  const [url, apiKey] = [values["base-url"], values["api-key"]];
  return {
    isQuick: quick,
    withPeers: peers,
    ...(size === undefined ? {} : { size: Number(size) }),
    ...(minutes === undefined ? {} : { minutes: Number(minutes) }),
    ...(store === undefined ? {} : { store }),
    ...(url === undefined ? {} : { target: { url: url.replace(/\/$/, ""), apiKey: apiKey ?? "" } }),
  };
}
