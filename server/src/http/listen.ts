import type { FastifyInstance } from "fastify";
import { AppError } from "../foundation/app-error.ts";
import type { Settings } from "../foundation/settings.ts";

/**
 * Connections that the kernel keeps until the process accepts them: all that an address may have (`connection-bound.ts`). Linux
 * takes `net.core.somaxconn` at most, 4,096 by default. Node's default is 511: when a flood had filled it while the event loop
 * was busy, the kernel dropped the connections of all clients, which try again after 1, 3, 7, 15 and 31 s.
 */
const WAITING_CONNECTIONS = 6_000;

export type ListenAddress = Pick<Settings, "host" | "port">;

/**
 * Listens at the address.
 * @param setting the flag and variable that choose another port.
 * @returns the URL that reaches it from this machine.
 * @throws AppError with what the operator can change.
 */
export async function listenAt(
  app: FastifyInstance,
  { host, port }: ListenAddress,
  setting = "--port (or PORT)",
): Promise<string> {
  try {
    const url = await app.listen({ host, port, backlog: WAITING_CONNECTIONS });
    return url.replace("[::1]", "localhost").replace("0.0.0.0", "127.0.0.1");
  } catch (cause) {
    throw new AppError("unavailable", refusal(cause as NodeJS.ErrnoException, { host, port, setting }), {
      cause,
    });
  }
}

type ListenParts = ListenAddress & { setting: string };

function refusal({ code, message }: NodeJS.ErrnoException, { host, port, setting }: ListenParts): string {
  const another = `choose another port with ${setting}; 0 takes a free one`;
  if (code === "EADDRINUSE") {
    return `Port ${port} of ${host} is already in use by another program: stop it, or ${another}.`;
  }
  if (code === "EACCES") return `This user has no permission to listen on port ${port}: ${another}.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `${host} is not an address of this machine: set one with --host (or HOST); 0.0.0.0 means all addresses.`;
  }
  return `Tidings cannot listen on port ${port} of ${host}: ${message}`;
}
