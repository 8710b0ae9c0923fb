import { parseArgs } from "node:util";
import { generateVapidKeys } from "../providers/push/vapid.ts";
import type { Command } from "./command.ts";
import { print } from "./print.ts";

const HELP = `tidings vapid-keys: make a key pair for Web Push

Usage: tidings vapid-keys [--json]

Prints a new pair of VAPID keys (RFC 8292) for an integration with the provider \`web-push\`. \`apiKey\` is the public key: the
web page passes it to pushManager.subscribe() as applicationServerKey. \`secretKey\` is the private key. Make the pair once:
with another pair, all browsers must subscribe again. Nothing is stored, and no service needs to run.

Examples:
  tidings vapid-keys
  tidings vapid-keys --json > keys.json`;

export const vapidKeysCommand: Command = {
  summary: "make a key pair for Web Push",
  help: HELP,
  async run(argv) {
    const { values } = parseArgs({ args: [...argv], options: { json: { type: "boolean" } } });
    const { publicKey, privateKey } = generateVapidKeys();
    const keys = { apiKey: publicKey, secretKey: privateKey };
    print(
      values.json
        ? JSON.stringify(keys)
        : `apiKey (public):     ${publicKey}\nsecretKey (private): ${privateKey}`,
    );
    return 0;
  },
};
