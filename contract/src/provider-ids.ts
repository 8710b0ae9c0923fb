/** The specification's 76 provider identifiers with the neutral brand, by channel. */
export const EMAIL_PROVIDER_IDS = [
  "emailjs",
  "mailgun",
  "mailjet",
  "mandrill",
  "nodemailer",
  "postmark",
  "sendgrid",
  "sendinblue",
  "ses",
  "netcore",
  "infobip-email",
  "resend",
  "plunk",
  "mailersend",
  "mailtrap",
  "clickatell",
  "outlook365",
  "svc-email",
  "sparkpost",
  "email-webhook",
  "braze",
] as const;

export const SMS_PROVIDER_IDS = [
  "nexmo",
  "plivo",
  "sms77",
  "sms-central",
  "sns",
  "telnyx",
  "twilio",
  "gupshup",
  "firetext",
  "infobip-sms",
  "burst-sms",
  "bulk-sms",
  "isend-sms",
  "forty-six-elks",
  "kannel",
  "maqsam",
  "termii",
  "africas-talking",
  "svc-sms",
  "sendchamp",
  "generic-sms",
  "clicksend",
  "bandwidth",
  "messagebird",
  "simpletexting",
  "azure-sms",
  "ring-central",
  "brevo-sms",
  "eazy-sms",
  "mobishastra",
  "afro-message",
  "unifonic",
  "smsmode",
  "imedia",
  "sinch",
] as const;

export const PUSH_PROVIDER_IDS = [
  "fcm",
  "apns",
  "expo",
  "one-signal",
  "pushpad",
  "push-webhook",
  "pusher-beams",
] as const;

export const CHAT_PROVIDER_IDS = [
  "slack",
  "discord",
  "msteams",
  "mattermost",
  "ryver",
  "zulip",
  "grafana-on-call",
  "getstream",
  "rocket-chat",
  "whatsapp-business",
  "chat-webhook",
  "svc-slack",
] as const;

/** Providers of this service beyond those of the specification, by channel. */
export const OWN_PUSH_PROVIDER_IDS = ["web-push"] as const;
export const OWN_CHAT_PROVIDER_IDS = ["telegram"] as const;

/** Chat providers that reach a subscriber by phone number: the `channel` of the channel settings, otherwise the subscriber's `phone`. */
export const PHONE_CHAT_PROVIDER_IDS = ["whatsapp-business"] as const;

/** The in-app provider: the service itself. */
export const IN_APP_PROVIDER_ID = "svc";

export const SPECIFIED_PROVIDER_IDS = [
  ...EMAIL_PROVIDER_IDS,
  ...SMS_PROVIDER_IDS,
  ...PUSH_PROVIDER_IDS,
  IN_APP_PROVIDER_ID,
  ...CHAT_PROVIDER_IDS,
] as const;

export const PROVIDER_IDS = [
  ...SPECIFIED_PROVIDER_IDS,
  ...OWN_PUSH_PROVIDER_IDS,
  ...OWN_CHAT_PROVIDER_IDS,
] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** The providers allowed in a subscriber's channel settings: 19 of the specification, and our own. */
export const CHAT_OR_PUSH_PROVIDER_IDS = [
  ...PUSH_PROVIDER_IDS,
  ...OWN_PUSH_PROVIDER_IDS,
  ...CHAT_PROVIDER_IDS,
  ...OWN_CHAT_PROVIDER_IDS,
] as const;
export type ChatOrPushProviderId = (typeof CHAT_OR_PUSH_PROVIDER_IDS)[number];
