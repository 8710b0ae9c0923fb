/** A variable, so that the client compiles and runs without the server package. */
const SERVER: string = "@tidings/server/main";

type ServerProgram = { runCommand(name: string, argv: readonly string[]): Promise<number> };

/** Runs a command of the server package in this process. Returns its exit code. */
export async function runStoreCommand(name: string, argv: readonly string[]): Promise<number> {
  const server = await load(name);
  return server.runCommand(name, argv);
}

async function load(name: string): Promise<ServerProgram> {
  try {
    return (await import(import.meta.resolve(SERVER))) as ServerProgram;
  } catch (error) {
    if (!isMissing(error)) throw error;
    const reason = (error as Error).message;
    throw new Error(
      `\`tidings ${name}\` needs the server, which is not installed or not built (npm run build): ${reason}`,
    );
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
