import { resolve } from "node:path";
import { systemTime } from "../foundation/clock.ts";
import { SettingsError } from "../foundation/config.ts";
import { storeName } from "../store.ts";
import type { Command } from "./command.ts";
import { databaseFindings } from "./doctor-database.ts";
import { diskFinding, zoneFinding } from "./doctor-machine.ts";
import { type Finding, failure, findingLine, ok } from "./finding.ts";
import { print } from "./print.ts";
import { type Parsed, parseSettings, type Variables } from "./settings-flags.ts";

const HELP = `tidings doctor: check settings, database, time zone data, clock and disk

Usage: tidings doctor [--database-url URL | --data-dir DIR] [--json]

Takes the settings of \`tidings serve\`, as variables or flags. It needs no running service, and changes nothing: it creates
no database and applies no migrations. An embedded database that no service uses is started for the time of the check.
Each check is one line: ok, warning or error, its name, what is so, and what to do. The exit code is 1 if there is an error.

Checks:
  settings     all can be read
  database     it answers, in a supported version and with the encoding UTF8
  migrations   all are applied
  connections  the server allows what one process needs
  time-zones   the version in use, where it comes from, and whether a newer one is beside it
  clock        the clocks of the database and of this machine agree
  disk         the data directory can be written, and has space

Examples:
  tidings doctor
  tidings doctor --data-dir /var/lib/tidings
  DATABASE_URL=postgres://me:secret@db/tidings tidings doctor --json`;

export function doctorCommand(env: Variables): Command {
  return {
    summary: "check settings, database, time zone data, clock and disk",
    help: HELP,
    async run(argv) {
      const findings = await findingsOf(() => parseSettings(argv, env));
      print(argv.includes("--json") ? JSON.stringify({ findings }) : findings.map(findingLine).join("\n"));
      return findings.some(({ status }) => status === "error") ? 1 : 0;
    },
  };
}

/** Without valid settings, nothing else can be checked. */
async function findingsOf(parse: () => Parsed): Promise<Finding[]> {
  let settings: Parsed["settings"];
  try {
    ({ settings } = parse());
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const problems = error.message.split("\n").map((line) => line.replace(/^ *- /, ""));
    return problems.map((problem) =>
      failure("settings", problem, "see `tidings serve --help`; nothing else was checked"),
    );
  }
  return [
    ok("settings", `all can be read; the data are in ${storeName(settings)}`),
    ...(await databaseFindings(settings, systemTime)),
    zoneFinding(settings.timeZones),
    await diskFinding(resolve(settings.dataDir)),
  ];
}
