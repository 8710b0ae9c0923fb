import type { FastifyInstance } from "fastify";
import type { Settings } from "../foundation/settings.ts";

/** Takes requests from now on. @returns the address for callers on this machine. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Settings, "host" | "port">,
): Promise<string> {
  const address = await app.listen({ host, port });
  return address.replace("[::1]", "localhost").replace("0.0.0.0", "127.0.0.1");
}
