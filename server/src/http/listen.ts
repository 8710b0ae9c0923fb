import type { FastifyInstance } from "fastify";
import { AppError } from "../foundation/app-error.ts";
import type { Settings } from "../foundation/settings.ts";

export type Address = Pick<Settings, "host" | "port">;

/**
 * Takes the address. Answers the URL under which this machine reaches it.
 * @param setting by what the operator chooses another port.
 * @throws AppError with what the operator can change.
 */
export async function listenAt(
  app: FastifyInstance,
  { host, port }: Address,
  setting = "--port (or PORT)",
): Promise<string> {
  try {
    const url = await app.listen({ host, port });
    return url.replace("[::1]", "localhost").replace("0.0.0.0", "127.0.0.1");
  } catch (cause) {
    throw new AppError("unavailable", refusal(cause as NodeJS.ErrnoException, { host, port, setting }), {
      cause,
    });
  }
}

type Wanted = Address & { setting: string };

function refusal({ code, message }: NodeJS.ErrnoException, { host, port, setting }: Wanted): string {
  const another = `choose another port with ${setting}; 0 takes a free one`;
  if (code === "EADDRINUSE") {
    return `Port ${port} of ${host} is already in use by another program: stop it, or ${another}.`;
  }
  if (code === "EACCES") return `This user may not listen on port ${port}: ${another}.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `${host} is no address of this machine: name one with --host (or HOST); 0.0.0.0 is every one.`;
  }
  return `Tidings cannot listen on port ${port} of ${host}: ${message}`;
}
