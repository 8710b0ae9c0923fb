import { readFileSync } from "node:fs";
import type { Setting } from "./setting.ts";
import { SETTINGS, type SettingName, type Settings } from "./settings.ts";

/** The only door to the process's environment. */
export const environmentVariables: Readonly<Record<string, string | undefined>> = process.env;

/** Several settings are wrong; the message tells all of them. */
export class SettingsError extends Error {}

type Given = {
  env: Readonly<Record<string, string | undefined>>;
  flags: Readonly<Record<string, string | undefined>>;
  /** Checks of higher floors for settings that only they understand; they throw as `parse` does. */
  checks?: Partial<Record<SettingName, (text: string) => unknown>>;
};

/**
 * Reads all settings: a flag beats a variable, a variable beats the default; an empty variable counts as not set.
 * @throws SettingsError that names every problem at once.
 */
export function readSettings(given: Given): Settings {
  const problems: string[] = [];
  const entries = Object.entries(SETTINGS).map(([name, setting]) => {
    try {
      const value = readOne(setting, given);
      given.checks?.[name as SettingName]?.(String(value ?? ""));
      return [name, value];
    } catch (error) {
      problems.push(`${setting.env} (or --${setting.flag}) ${(error as Error).message}`);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new SettingsError(problems.map((problem) => `  - ${problem}`).join("\n"));
  return Object.fromEntries(entries) as Settings;
}

function readOne(setting: Setting, { env, flags }: Given): unknown {
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
    throw new Error(`cannot be read from the file that ${setting.env}_FILE names: ${file}`);
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
