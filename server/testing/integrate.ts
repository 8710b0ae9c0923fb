import type { TestEnvironment } from "./test-environment.ts";

const CHANNEL_OF: Readonly<Record<string, string>> = {
  "generic-sms": "sms",
  "email-webhook": "email",
  "push-webhook": "push",
  "chat-webhook": "chat",
};

/** Creates an active integration. */
export async function integrate(
  environment: TestEnvironment,
  providerId: keyof typeof CHANNEL_OF,
  credentials: object,
  more: object = {},
): Promise<any> {
  const body = { providerId, channel: CHANNEL_OF[providerId], name: providerId, active: true, credentials };
  const answer = await environment.post("/v1/integrations", { ...body, ...more });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
