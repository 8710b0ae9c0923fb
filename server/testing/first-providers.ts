/** The providers of the first versions. Newer ones state themselves which of their fields are public. */
export const FIRST_PROVIDERS = [
  "svc",
  "svc-email",
  "nodemailer",
  "email-webhook",
  "generic-sms",
  "push-webhook",
  "chat-webhook",
];
