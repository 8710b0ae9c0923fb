import { healthCheck, livez, readyz } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import { type Api, type Endpoint, endpoint } from "./endpoint.ts";

/** livez: the process answers. readyz and health-check: it can also do its work. */
export function healthEndpoints(api: Api): Endpoint[] {
  return [
    endpoint(livez, async () => ({ status: "ok" })),
    endpoint(readyz, async () => {
      await refuseTrouble(api);
      return { status: "ok" };
    }),
    endpoint(healthCheck, async () => {
      await refuseTrouble(api);
      return { status: "ok", info: { database: { status: "up" } } };
    }),
  ];
}

async function refuseTrouble(api: Api): Promise<void> {
  const trouble = await api.trouble();
  if (trouble) throw new AppError("unavailable", trouble);
}
