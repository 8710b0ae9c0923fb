/** This is the only file that reads environment variables. */
export type Environment = {
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly apiKeyFile: string | undefined;
  readonly targetApiKey: string | undefined;
};

/** Treats an empty variable as not set. */
export function readEnvironment(): Environment {
  return {
    url: process.env.TIDINGS_URL || undefined,
    apiKey: process.env.TIDINGS_API_KEY || undefined,
    apiKeyFile: process.env.TIDINGS_API_KEY_FILE || undefined,
    targetApiKey: process.env.TIDINGS_TARGET_API_KEY || undefined,
  };
}
