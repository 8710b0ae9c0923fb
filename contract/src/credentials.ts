import { type Static, Type } from "typebox";
import { freeForm } from "./fields.ts";
import { LIMITS } from "./limits.ts";

/** The longest that vendors ask for are service accounts and private keys of about 4,000 characters. */
const SETTING_MAX = 8_192;
const setting = () => Type.String({ maxLength: SETTING_MAX });

/**
 * What an integration needs to speak to its provider: 44 fields, every one optional (specification: Integration,
 * Credentials). They hold secrets.
 */
export const Credentials = Type.Object(
  {
    apiKey: Type.Optional(setting()),
    user: Type.Optional(setting()),
    secretKey: Type.Optional(setting()),
    domain: Type.Optional(setting()),
    password: Type.Optional(setting()),
    host: Type.Optional(setting()),
    port: Type.Optional(setting()),
    secure: Type.Optional(Type.Boolean()),
    region: Type.Optional(setting()),
    accountSid: Type.Optional(setting()),
    messageProfileId: Type.Optional(setting()),
    token: Type.Optional(setting()),
    from: Type.Optional(setting()),
    senderName: Type.Optional(setting()),
    projectName: Type.Optional(setting()),
    applicationId: Type.Optional(setting()),
    clientId: Type.Optional(setting()),
    requireTls: Type.Optional(Type.Boolean()),
    ignoreTls: Type.Optional(Type.Boolean()),
    tlsOptions: Type.Optional(freeForm()),
    baseUrl: Type.Optional(setting()),
    webhookUrl: Type.Optional(setting()),
    redirectUrl: Type.Optional(setting()),
    hmac: Type.Optional(Type.Boolean()),
    serviceAccount: Type.Optional(setting()),
    ipPoolName: Type.Optional(setting()),
    apiKeyRequestHeader: Type.Optional(setting()),
    secretKeyRequestHeader: Type.Optional(setting()),
    idPath: Type.Optional(setting()),
    datePath: Type.Optional(setting()),
    apiToken: Type.Optional(setting()),
    authenticateByToken: Type.Optional(Type.Boolean()),
    authenticationTokenKey: Type.Optional(setting()),
    instanceId: Type.Optional(setting()),
    alertUid: Type.Optional(setting()),
    title: Type.Optional(setting()),
    imageUrl: Type.Optional(setting()),
    state: Type.Optional(setting()),
    externalLink: Type.Optional(setting()),
    channelId: Type.Optional(setting()),
    phoneNumberIdentification: Type.Optional(setting()),
    accessKey: Type.Optional(setting()),
    appSid: Type.Optional(setting()),
    senderId: Type.Optional(setting()),
  },
  {
    title: "Credentials",
    description: `What an integration needs to speak to its provider; holds secrets. At most ${LIMITS.integrationPartBytes} bytes of JSON. Secrets are shown as a mask, addresses without what follows their host; sent back as they are shown, both stand for what is stored, unless the same request changes where secrets are sent.`,
  },
);
export type Credentials = Static<typeof Credentials>;
