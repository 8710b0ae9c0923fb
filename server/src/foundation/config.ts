import { readFileSync } from "node:fs";
import type { Setting } from "./setting.ts";
import { SETTINGS, type SettingName, type Settings } from "./settings.ts";

/** The only access to the process's environment variables. */
export const environmentVariables: Readonly<Record<string, string | undefined>> = process.env;

/**
 * Makes UTC the zone of the process and of the threads it starts: JavaScript reads a time without an offset, such as a vendor's, in
 * the zone of the process, and shows it in that zone.
 */
export function runInUtc(): void {
  process.env.TZ = "UTC";
}

/** One or more settings are invalid; the message lists all of them. */
export class SettingsError extends Error {}

type Sources = {
  env: Readonly<Record<string, string | undefined>>;
  flags: Readonly<Record<string, string | undefined>>;
  /** Extra checks by higher layers for settings that only they understand; they throw as `parse` does. */
  checks?: Partial<Record<SettingName, (text: string) => unknown>>;
};

/**
 * Reads all settings: a flag overrides a variable, a variable overrides the default; an empty variable counts as not set.
 * @throws SettingsError that names every problem at once.
 */
export function readSettings(sources: Sources): Settings {
  const problems: string[] = [];
  const entries = Object.entries(SETTINGS).map(([name, setting]) => {
    try {
      const value = readOne(setting, sources);
      sources.checks?.[name as SettingName]?.(String(value ?? ""));
      return [name, value];
    } catch (error) {
      problems.push(`${setting.env} (or --${setting.flag}) ${(error as Error).message}`);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new SettingsError(problems.map((problem) => `  - ${problem}`).join("\n"));
  return Object.fromEntries(entries) as Settings;
}

function readOne(setting: Setting, { env, flags }: Sources): unknown {
  const flag = flags[setting.flag];
  if (flag !== undefined) return setting.parse(flag);
  const file = setting.isSecret ? env[`${setting.env}_FILE`] : undefined;
  const text = env[setting.env];
  if (file && text) throw new Error(`is given twice: as ${setting.env} and as ${setting.env}_FILE`);
  if (file) return setting.parse(readSecretFile(setting, file));
  return setting.parse(text || setting.fallback);
}

function readSecretFile(setting: Setting, file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw new Error(`cannot be read from the file in ${setting.env}_FILE: ${file}`);
  }
}

/** The settings as `--help` and the README show them. */
export function settingsTable(): { env: string; flag: string; fallback: string; help: string }[] {
  const names = Object.keys(SETTINGS) as SettingName[];
  return names.map((name) => {
    const { env, flag, fallback, help, ...rest } = SETTINGS[name];
    const secret = "isSecret" in rest ? ` May come from a file: ${env}_FILE.` : "";
    return { env, flag: `--${flag}`, fallback, help: help + secret };
  });
}
