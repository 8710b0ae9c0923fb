import { systemTime } from "../foundation/clock.ts";
import { createLog } from "../foundation/log.ts";
import { openStore } from "../store.ts";
import type { Command } from "./command.ts";
import { parseSettings, type Variables } from "./settings-flags.ts";

const HELP = `tidings migrate: apply pending database migrations

Usage: tidings migrate [--database-url URL | --data-dir DIR] [--json]

\`tidings serve\` migrates automatically when it starts; use this command to migrate beforehand.

Examples:
  tidings migrate
  DATABASE_URL=postgres://me:secret@db/tidings tidings migrate --json`;

export function migrateCommand(env: Variables): Command {
  return {
    summary: "apply pending database migrations",
    help: HELP,
    async run(argv) {
      const { settings, isJson } = parseSettings(argv, env);
      const say = async (text: string) => void process.stderr.write(`${text}\n`);
      const store = await openStore({ settings, log: createLog(settings.logLevel), time: systemTime, say });
      await store.close();
      const applied = store.migrationsApplied;
      const words = applied === 0 ? "The database is up to date." : `Applied ${applied} migration(s).`;
      process.stdout.write(isJson ? `${JSON.stringify({ applied })}\n` : `${words}\n`);
      return 0;
    },
  };
}
