import { createClient, type Tidings } from "../client.ts";
import type { Values } from "./command.ts";
import { readEnvironment } from "./environment.ts";
import { UsageError } from "./failure.ts";
import { readText } from "./json-input.ts";
import type { CONNECTION_FLAGS } from "./parse.ts";

/** Fewer than the SDK's default of 20 seconds of retries: with a wrong address, a command should fail soon. */
const RETRIES = 2;
const DEFAULT_URL = "http://127.0.0.1:3000";

/** A client configured by flags, then by environment variables. @throws UsageError */
export async function connect(flags: Values<typeof CONNECTION_FLAGS>): Promise<Tidings> {
  const environment = readEnvironment();
  const url = flags.url ?? environment.url ?? DEFAULT_URL;
  const fromFile = async () => environment.apiKeyFile && (await readText(environment.apiKeyFile)).trim();
  const apiKey = flags["api-key"] ?? environment.apiKey ?? (await fromFile());
  if (!apiKey) {
    throw new UsageError("No API key: give --api-key, or set TIDINGS_API_KEY or TIDINGS_API_KEY_FILE");
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new UsageError("The API key contains invalid characters");
  try {
    return createClient({ url, apiKey, retries: RETRIES });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
