import { resolve } from "node:path";
import { release, restore } from "../database/embedded/backup.ts";
import { megabytes, refuseOwnDatabase } from "./backup.ts";
import type { Command } from "./command.ts";
import { print } from "./print.ts";
import { createProgress } from "./progress.ts";
import { parseSettings, type Variables } from "./settings-flags.ts";
import { refuseUsage } from "./usage.ts";
import { refuseNoStore } from "./with-store.ts";

const HELP = `tidings restore: create a store from a backup

Usage: tidings restore DIR [--data-dir DIR] [--json]

Copies the backup in DIR into a data directory that is empty or does not exist. The restored store accepts requests but
delivers nothing until you run \`tidings release\`: the original may have sent what was pending at the time of the backup.

Examples:
  tidings restore /backups/tidings-2026-11-22 --data-dir /var/lib/tidings
  tidings restore ./copy --data-dir ./restored && tidings serve --data-dir ./restored`;

export function restoreCommand(env: Variables): Command {
  return {
    summary: "create a store from a backup; its deliveries are held",
    help: HELP,
    async run(argv) {
      const { settings, positionals, isJson } = parseSettings(argv, env, {});
      const [directory, ...more] = positionals;
      if (!directory || more.length > 0) return refuseUsage(HELP);
      refuseOwnDatabase(settings);
      const dataDirectory = resolve(settings.dataDir);
      const progress = createProgress("restored");
      const manifest = await restore(resolve(directory), dataDirectory, progress.add).finally(progress.end);
      const words =
        `Restored ${megabytes(manifest.bytes)} of ${manifest.createdAt} into ${dataDirectory}\n` +
        `Deliveries are held. Start the server with: tidings serve --data-dir ${settings.dataDir}\n` +
        `Release the deliveries with:                tidings release --data-dir ${settings.dataDir}`;
      print(isJson ? JSON.stringify({ dataDirectory, ...manifest }) : words);
      return 0;
    },
  };
}

const RELEASE_HELP = `tidings release: start the deliveries of a restored store

Usage: tidings release [--data-dir DIR] [--json]

Delivers what was pending at the time of the backup, and what was triggered since. First make sure that the original
server is stopped. A server that runs on the restored store starts to deliver within a second.

Examples:
  tidings release --data-dir /var/lib/tidings`;

export function releaseCommand(env: Variables): Command {
  return {
    summary: "start the deliveries of a restored store",
    help: RELEASE_HELP,
    async run(argv) {
      const { settings, isJson } = parseSettings(argv, env);
      refuseOwnDatabase(settings);
      refuseNoStore(settings);
      const released = await release(resolve(settings.dataDir));
      const words = released ? "Released: deliveries start." : "No deliveries were held.";
      print(isJson ? JSON.stringify({ released }) : words);
      return 0;
    },
  };
}
