/** The only file that reads the environment. */
export type Environment = {
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly apiKeyFile: string | undefined;
};

/** An empty variable is one that is not set. */
export function readEnvironment(): Environment {
  return {
    url: process.env.TIDINGS_URL || undefined,
    apiKey: process.env.TIDINGS_API_KEY || undefined,
    apiKeyFile: process.env.TIDINGS_API_KEY_FILE || undefined,
  };
}
