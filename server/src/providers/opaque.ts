import {
  CHAT_PROVIDER_IDS,
  EMAIL_PROVIDER_IDS,
  type ProviderId,
  PUSH_PROVIDER_IDS,
  SMS_PROVIDER_IDS,
} from "@tidings/contract";
import type { AnyProvider, OutgoingChannel, Provider } from "./provider.ts";

const SPECIFIED: Record<OutgoingChannel, readonly ProviderId[]> = {
  email: EMAIL_PROVIDER_IDS,
  sms: SMS_PROVIDER_IDS,
  push: PUSH_PROVIDER_IDS,
  chat: CHAT_PROVIDER_IDS,
};

/** The provider of each channel that posts to any HTTP receiver. */
const GENERIC: Record<OutgoingChannel, ProviderId> = {
  email: "email-webhook",
  sms: "generic-sms",
  push: "push-webhook",
  chat: "chat-webhook",
};

const NAMES: Partial<Record<ProviderId, string>> = {
  "afro-message": "Afro Message",
  "burst-sms": "Burst SMS",
  "eazy-sms": "Eazy SMS",
  imedia: "iMedia",
  "isend-sms": "iSend SMS",
  maqsam: "Maqsam",
  mobishastra: "Mobishastra",
  "ring-central": "RingCentral",
  sendchamp: "Sendchamp",
  simpletexting: "SimpleTexting",
  "sms-central": "SMS Central",
  smsmode: "smsmode",
  "svc-slack": "Demo Slack",
  "svc-sms": "Demo SMS",
  unifonic: "Unifonic",
};

/**
 * Placeholders for the specification's ids that no given provider has. Their integrations are stored, listed, updated and
 * deleted like others, so that the data of another service can be imported; sending through them is a config_error.
 */
export function opaqueProviders(implemented: readonly AnyProvider[]): AnyProvider[] {
  const known = new Set<string>(implemented.map(({ id }) => id));
  return (Object.keys(SPECIFIED) as OutgoingChannel[]).flatMap((channel) =>
    SPECIFIED[channel].filter((id) => !known.has(id)).map((id) => opaque(id, channel) as AnyProvider),
  );
}

function opaque(id: ProviderId, channel: OutgoingChannel): Provider {
  const displayName = NAMES[id] ?? id;
  const reason = `This version cannot send through ${displayName}. Use the provider ${GENERIC[channel]} with a program of your own that calls it.`;
  return {
    id,
    channel,
    displayName,
    canSend: false,
    fields: [],
    send: async () => ({ kind: "config_error", reason }),
  };
}
