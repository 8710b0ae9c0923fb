import { randomUUID } from "node:crypto";
import type { Time } from "../foundation/clock.ts";
import { dialable } from "../foundation/phone-number.ts";
import type {
  AnyProvider,
  MessageOf,
  OutgoingChannel,
  ProviderIO,
  SendOutcome,
} from "../providers/provider.ts";
import type { Integration } from "./integration.ts";

const TITLE = "Test message";

/** The message that a channel's test sends, to one recipient. */
const MESSAGES: { readonly [C in OutgoingChannel]: (to: string, body: string) => Omit<MessageOf[C], "key"> } =
  {
    email: (to, body) => ({ to: [{ address: to }], subject: TITLE, html: `<p>${body}</p>`, text: body }),
    sms: (to, body) => ({ to: dialable(to), body }),
    push: (to, body) => ({ tokens: [to], title: TITLE, body }),
    chat: (to, body) => ({ ...(/^https?:/.test(to) ? { webhookUrl: to } : { channel: to }), body }),
  };

const BODY = "This is a test message of your notification service. The integration can send.";

export type TestSending = { outcome: SendOutcome; tookMs: number; status: number | undefined };

/** Sends one test message. @returns the outcome, and the status of the vendor's last HTTP response. */
export async function sendTestMessage(
  provider: Exclude<AnyProvider, { channel: "in_app" }>,
  { credentials }: Pick<Integration, "credentials">,
  { to, io, time }: { to: string; io: ProviderIO; time: Time },
): Promise<TestSending> {
  let status: number | undefined;
  const watched: ProviderIO = {
    ...io,
    async request(call) {
      const result = await io.request(call);
      status = result.kind === "answered" ? result.status : undefined;
      return result;
    },
  };
  const message = { ...MESSAGES[provider.channel](to, BODY), key: randomUUID().replaceAll("-", "") };
  const startMs = time.monotonicMs();
  // The register guarantees that the provider takes the messages of its channel.
  const outcome = await provider.send(message as never, credentials, watched);
  return { outcome, tookMs: Math.round(time.monotonicMs() - startMs), status };
}
