import { type ParseArgsConfig, parseArgs } from "node:util";
import { requireZones } from "../calendar/zones/choose-zones.ts";
import { readSettings, settingsTable } from "../foundation/config.ts";
import { SETTINGS, type Settings } from "../foundation/settings.ts";
import { parseTrustedProxies } from "../http/client-address.ts";
import { parseOutboundAllow } from "../outbound/allow-list.ts";

export type Variables = Readonly<Record<string, string | undefined>>;
export type Parsed = {
  settings: Settings;
  positionals: string[];
  isJson: boolean;
  /** The values of the command's own flags. */
  flags: Readonly<Record<string, string | boolean | undefined>>;
};

/**
 * Reads settings from flags and environment variables. Positional arguments are allowed only when the command passes
 * `ownFlags`, which may be empty.
 * @throws SettingsError that lists all problems.
 */
export function parseSettings(
  argv: readonly string[],
  env: Variables,
  ownFlags?: NonNullable<ParseArgsConfig["options"]>,
): Parsed {
  const options: ParseArgsConfig["options"] = { json: { type: "boolean" }, ...ownFlags };
  for (const { flag } of Object.values(SETTINGS)) options[flag] = { type: "string" };
  const { values, positionals } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: Boolean(ownFlags),
  });
  const flags = values as Record<string, string | undefined>;
  const checks = {
    outboundAllow: parseOutboundAllow,
    trustedProxies: parseTrustedProxies,
    timeZones: requireZones,
  };
  const settings = readSettings({ env, flags, checks });
  return { settings, positionals, isJson: values.json === true, flags };
}

/** The settings as a table for `--help`. */
export function settingsHelp(): string {
  const rows = settingsTable();
  const width = Math.max(...rows.map((row) => row.flag.length)) + 2;
  return rows
    .map(({ env, flag, fallback, help }) => {
      const value = fallback ? ` Default: ${fallback}.` : "";
      return `  ${flag.padEnd(width)}${help}${value}\n  ${"".padEnd(width)}(${env})`;
    })
    .join("\n");
}
