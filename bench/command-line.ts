import { parseArgs } from "node:util";

const HELP = `npm run bench -- [NAME …] [OPTIONS]

Starts what it needs, measures, and prints a table for each measurement. Needs Linux. bench/README.md says how to read the tables.

  --quick            a smoke run: small sizes, one round, nothing is saved
  --peers            also other products and libraries; they are installed the first time
  --size=N           triggers, recipients or rows, instead of the usual number
  --minutes=N        the length of soak; 10 by default
  --store=DIRECTORY  keeps the filled store of growth, search, listing and dashboard, and continues with it
  --save=DIRECTORY   saves the results there, also those of a run that is not at its usual size
  --base-url=URL     measures a running server with this API, with --api-key=KEY
  --help             this text

Examples:
  npm run bench
  npm run bench -- throughput --peers
  npm run bench -- growth --size=1000000 --save=/tmp/results
  npm run bench -- latency --base-url=https://api.example.com --api-key=KEY`;

/**
 * The options, and the names of the measurements to run. `--help` prints the help and ends the process with 0; a wrong option or name
 * prints the reason and ends it with 2.
 */
export function readCommandLine(usual: readonly string[], byName: readonly string[]) {
  const { values, positionals } = parsed();
  if (values.help) {
    const measurements = `Measurements: ${usual.join(", ")} (all of these without a NAME); ${byName.join(", ")}.`;
    process.stdout.write(`${HELP}\n\n${measurements}\n`);
    process.exit(0);
  }
  const all = [...usual, ...byName];
  const unknown = positionals.find((name) => !all.includes(name));
  if (unknown !== undefined)
    refuse(`Unknown measurement "${unknown}"; the measurements are ${all.join(", ")}`);
  return { values, names: positionals.length > 0 ? positionals : usual };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: "boolean", default: false },
        peers: { type: "boolean", default: false },
        size: { type: "string" },
        minutes: { type: "string" },
        store: { type: "string" },
        save: { type: "string" },
        "base-url": { type: "string" },
        "api-key": { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\nSee npm run bench -- --help\n`);
  process.exit(2);
}
