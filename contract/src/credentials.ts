import { type Static, Type } from "typebox";
import { freeForm, prose } from "./fields.ts";
import { LIMITS } from "./limits.ts";

const DESCRIPTION = `Credentials of the provider, including secrets. At most ${LIMITS.integrationPartBytes} bytes of JSON. Responses mask secrets and shorten URLs to their host. A masked or shortened value that is sent back keeps the stored value, unless the same request changes where secrets are sent.`;

/**
 * The credentials of an integration: 44 optional fields (specification: Integration, Credentials). They include secrets.
 */
export const Credentials = Type.Object(
  {
    apiKey: Type.Optional(prose()),
    user: Type.Optional(prose()),
    secretKey: Type.Optional(prose()),
    domain: Type.Optional(prose()),
    password: Type.Optional(prose()),
    host: Type.Optional(prose()),
    port: Type.Optional(prose()),
    secure: Type.Optional(Type.Boolean()),
    region: Type.Optional(prose()),
    accountSid: Type.Optional(prose()),
    messageProfileId: Type.Optional(prose()),
    token: Type.Optional(prose()),
    from: Type.Optional(prose()),
    senderName: Type.Optional(prose()),
    projectName: Type.Optional(prose()),
    applicationId: Type.Optional(prose()),
    clientId: Type.Optional(prose()),
    requireTls: Type.Optional(Type.Boolean()),
    ignoreTls: Type.Optional(Type.Boolean()),
    tlsOptions: Type.Optional(freeForm()),
    baseUrl: Type.Optional(prose()),
    webhookUrl: Type.Optional(prose()),
    redirectUrl: Type.Optional(prose()),
    hmac: Type.Optional(Type.Boolean()),
    serviceAccount: Type.Optional(prose()),
    ipPoolName: Type.Optional(prose()),
    apiKeyRequestHeader: Type.Optional(prose()),
    secretKeyRequestHeader: Type.Optional(prose()),
    idPath: Type.Optional(prose()),
    datePath: Type.Optional(prose()),
    apiToken: Type.Optional(prose()),
    authenticateByToken: Type.Optional(Type.Boolean()),
    authenticationTokenKey: Type.Optional(prose()),
    instanceId: Type.Optional(prose()),
    alertUid: Type.Optional(prose()),
    title: Type.Optional(prose()),
    imageUrl: Type.Optional(prose()),
    state: Type.Optional(prose()),
    externalLink: Type.Optional(prose()),
    channelId: Type.Optional(prose()),
    phoneNumberIdentification: Type.Optional(prose()),
    accessKey: Type.Optional(prose()),
    appSid: Type.Optional(prose()),
    senderId: Type.Optional(prose()),
  },
  {
    title: "Credentials",
    description: DESCRIPTION,
  },
);
export type Credentials = Static<typeof Credentials>;

/** Credentials as input: `port` may also be a number, as forms and configuration files write it. */
export const CredentialsInput = Type.Object(
  {
    ...Credentials.properties,
    port: Type.Optional(
      Type.Union([prose(), Type.Integer({ minimum: 1, maximum: 65_535 })], {
        description: "A number is stored and returned as text.",
      }),
    ),
  },
  { title: "CredentialsInput", description: DESCRIPTION },
);
export type CredentialsInput = Static<typeof CredentialsInput>;
