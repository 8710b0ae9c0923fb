import type { CredentialField } from "@tidings/contract";

/** Credentials that several providers read. */
export const FROM_ADDRESS: CredentialField = {
  name: "from",
  label: "From address",
  kind: "email",
  isSecret: false,
  isRequired: false,
  help: "The sender of mails whose step or trigger names no other.",
};

export const SENDER_NAME: CredentialField = {
  name: "senderName",
  label: "Sender name",
  kind: "text",
  isSecret: false,
  isRequired: false,
  help: "The name shown with the sender's address.",
};

export const WEBHOOK_URL: CredentialField = {
  name: "webhookUrl",
  label: "Webhook URL",
  kind: "url",
  isSecret: true,
  isRequired: true,
  help: "The URL of your program that receives the POST.",
};

export const SIGNING_KEY: CredentialField = {
  name: "secretKey",
  label: "Signing key",
  kind: "text",
  isSecret: true,
  isRequired: false,
  help: "Signs the request by Standard Webhooks; without it requests are not signed.",
};

/** A vendor's API at another address: a region, a proxy, or a simulator in a test. */
export const BASE_URL: CredentialField = {
  name: "baseUrl",
  label: "API address",
  kind: "url",
  isSecret: false,
  isRequired: false,
  help: "Only for another address of the vendor's API, for example a proxy; leave it empty otherwise.",
};

/** The access of an IAM user of AWS that may call an action. */
export const awsFields = (action: string): readonly CredentialField[] => [
  {
    name: "apiKey",
    label: "Access key ID",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: `Of an IAM user that may call ${action}; IAM, Users, Security credentials in AWS.`,
  },
  {
    name: "secretKey",
    label: "Secret access key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "AWS shows it once, when the access key is created.",
  },
  {
    name: "region",
    label: "Region",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The region in which the sender is verified, such as eu-central-1.",
  },
];
