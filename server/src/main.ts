import { backupCommand } from "./commands/backup.ts";
import type { Command } from "./commands/command.ts";
import { dashboardCommand } from "./commands/dashboard.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { environmentsCommand } from "./commands/environments.ts";
import { keysCommand } from "./commands/keys.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { releaseCommand, restoreCommand } from "./commands/restore.ts";
import { secretsCommand } from "./commands/secrets.ts";
import { serveCommand } from "./commands/serve.ts";
import { simulatorCommand } from "./commands/simulator.ts";
import { vapidKeysCommand } from "./commands/vapid-keys.ts";
import { AppError } from "./foundation/app-error.ts";
import { environmentVariables, runInUtc, SettingsError } from "./foundation/config.ts";

/** The commands of `tidings` that the server package implements. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: serveCommand(environmentVariables),
  migrate: migrateCommand(environmentVariables),
  doctor: doctorCommand(environmentVariables),
  dashboard: dashboardCommand(environmentVariables),
  environments: environmentsCommand(environmentVariables),
  keys: keysCommand(environmentVariables),
  secrets: secretsCommand(environmentVariables),
  backup: backupCommand(environmentVariables),
  restore: restoreCommand(environmentVariables),
  release: releaseCommand(environmentVariables),
  "vapid-keys": vapidKeysCommand,
  simulator: simulatorCommand(environmentVariables),
};

/** Runs one of `COMMANDS`. Returns 0 on success, 1 on failure, 2 on wrong usage. */
export async function runCommand(name: keyof typeof COMMANDS, argv: readonly string[]): Promise<number> {
  runInUtc();
  const command = COMMANDS[name] as Command;
  if (argv.includes("--help") || argv.includes("-h")) {
    process.stdout.write(`${command.help}\n`);
    return 0;
  }
  try {
    return await command.run(argv);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    return error instanceof SettingsError || isUsageError(error) ? 2 : 1;
  }
}

/** The error as a message for the operator, without its stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof SettingsError) return `Invalid settings:\n${error.message}`;
  if (error instanceof AppError || isUsageError(error)) return (error as Error).message;
  return error instanceof Error ? `Tidings stopped: ${error.message}` : String(error);
}

function isUsageError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
