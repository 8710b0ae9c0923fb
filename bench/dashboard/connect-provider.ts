import type { Tidings } from "@tidings/client";
import type { Provider } from "./provider.ts";

/** The providers' addresses change with each run, because each run has its own provider. */
export async function connectProvider(client: Tidings, { url }: Provider): Promise<void> {
  const known = await client.integrations.list();
  const wanted = [
    {
      providerId: "email-webhook",
      channel: "email",
      name: "Mail",
      credentials: { webhookUrl: `${url}/mail` },
    },
    { providerId: "generic-sms", channel: "sms", name: "Gateway", credentials: { baseUrl: `${url}/sms` } },
  ] as const;
  for (const one of wanted) {
    const id = known.find(({ name }) => name === one.name)?._id;
    if (id) await client.integrations.update(id, { credentials: one.credentials });
    else await client.integrations.create({ ...one, active: true });
  }
}
