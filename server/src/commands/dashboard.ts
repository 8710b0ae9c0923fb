import { createSignInLink } from "../dashboard/sign-in.ts";
import { AppError } from "../foundation/app-error.ts";
import type { Settings } from "../foundation/settings.ts";
import type { Command } from "./command.ts";
import { print } from "./print.ts";
import { parseSettings, type Variables } from "./settings-flags.ts";
import { refuseNoStore, withStore } from "./with-store.ts";

const HELP = `tidings dashboard: make a link that signs in to the dashboard

Usage: tidings dashboard [--name NAME] [--json]

Works directly on the database (--database-url, or --data-dir for the embedded one), also while the server runs: access
to the store is enough, no API key is needed.
The link works once, within 30 minutes, and opens a session with all environments. The session ends after 12 hours without
use, and at the latest after 7 days. NAME is shown in the list of sessions; give each person one.
The address in the link is --public-url, or else that of a server on this machine (--host, --port).

Examples:
  tidings dashboard
  tidings dashboard --name "Grace Hopper"
  tidings dashboard --public-url https://notify.example.org --json`;

const MAX_NAME = 100;

export function dashboardCommand(env: Variables): Command {
  return {
    summary: "make a link that signs in to the dashboard",
    help: HELP,
    async run(argv) {
      const { settings, flags, isJson } = parseSettings(argv, env, { name: { type: "string" } });
      const name = String(flags.name ?? "Operator").trim();
      if (name === "" || name.length > MAX_NAME) {
        throw new AppError("bad_request", `--name must have 1 to ${MAX_NAME} characters`);
      }
      refuseNoStore(settings);
      return withStore(settings, async (database) => {
        const link = signInLink(addressOf(settings), await createSignInLink(database, name));
        print(isJson ? JSON.stringify({ link }) : link);
        return 0;
      });
    },
  };
}

/** The secret is in the fragment, which browsers send to no server: it is in no log and in no Referer header. */
export function signInLink(address: string, secret: string): string {
  return `${address}/dashboard/sign-in#link=${secret}`;
}

function addressOf({ publicUrl, host, port }: Settings): string {
  if (publicUrl) return publicUrl;
  const isEvery = host === "0.0.0.0" || host === "::";
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${isEvery ? "127.0.0.1" : name}:${port}`;
}
