import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { CHANNELS, words } from "./vocabulary.ts";

/** What a credential contains. Of a public `url` or `host`, responses show at most the origin. */
export const CREDENTIAL_KINDS = ["text", "number", "boolean", "email", "host", "url", "object"] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

export const CredentialField = Type.Object(
  {
    name: Type.String({ description: "Name of the field in `credentials` of an integration." }),
    label: Type.String({ description: "Display name." }),
    kind: words(CREDENTIAL_KINDS, {
      description: "What the field contains; responses show at most the origin of a `url` or `host`.",
    }),
    isSecret: Type.Boolean({ description: "True if responses mask the value." }),
    isRequired: Type.Boolean({ description: "True if an active integration must have it." }),
    help: Type.String({ description: "One line about the value." }),
    options: Type.Optional(
      Type.Array(Type.String(), { description: "The accepted values, if they are few." }),
    ),
  },
  { title: "CredentialField", description: "One credential of a provider." },
);
export type CredentialField = Static<typeof CredentialField>;

export const Provider = Type.Object(
  {
    id: Type.String({ description: "The `providerId` of its integrations." }),
    channel: words(CHANNELS),
    displayName: Type.String({ description: "Display name." }),
    docsUrl: Type.Optional(Type.String({ description: "Documentation of the vendor or of the protocol." })),
    fields: Type.Array(CredentialField, { description: "The credentials that it reads." }),
    receipts: Type.Optional(
      Type.Object(
        {
          label: Type.String({ description: "The vendor's name of the signing key." }),
          help: Type.String({ description: "Where the vendor shows the key." }),
        },
        {
          description:
            "Present if the vendor's delivery receipts are read: what `configurations.inboundWebhookSigningKey` contains.",
        },
      ),
    ),
    canSend: Type.Boolean({
      description:
        "False if integrations can only be stored: sending through them fails, with a detail that names the channel's generic provider.",
    }),
  },
  { title: "Provider", description: "A provider that integrations can use, with the credentials it reads." },
);
export type Provider = Static<typeof Provider>;

export const listProviders = operation({
  id: "listProviders",
  chapter: "Providers",
  method: "GET",
  path: "/v1/providers",
  summary: "List all providers",
  description:
    "All providers, whether this version can send through them, and the credentials that each reads. Contains no values of integrations.",
  status: 200,
  response: Type.Array(Provider),
});

export const PROVIDER_OPERATIONS = [listProviders] as const;
