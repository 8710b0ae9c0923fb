import { type Static, Type } from "typebox";
import { Credentials, CredentialsInput } from "./credentials.ts";
import { DeliveryOptions } from "./delivery-options.ts";
import { ID_MAX, line, prose, timestamp } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { StepFilter } from "./step-filter.ts";
import { CHANNELS, words } from "./vocabulary.ts";

/** How deliveries come back from the provider (specification: Integration, Configurations). */
export const Configurations = Type.Object(
  {
    inboundWebhookEnabled: Type.Optional(Type.Boolean()),
    inboundWebhookSigningKey: Type.Optional(prose()),
  },
  {
    title: "Configurations",
    description: `Settings of an integration beyond its credentials. At most ${LIMITS.integrationPartBytes} bytes of JSON.`,
  },
);
export type Configurations = Static<typeof Configurations>;

/** A configured connection to one provider (specification: Integration; `credentials` may be `{}`, wire-facts 2.2). */
export const Integration = Type.Object(
  {
    _id: Type.Optional(Type.String({ description: "Made by the service." })),
    _environmentId: Type.String(),
    _organizationId: Type.String(),
    name: Type.String({ description: "Name for people." }),
    identifier: Type.String({ description: "Name for programs, unique in the environment." }),
    providerId: Type.String({ description: "The provider behind it." }),
    channel: words(CHANNELS),
    credentials: Credentials,
    configurations: Type.Optional(Configurations),
    active: Type.Boolean({ description: "Only an active integration sends." }),
    deleted: Type.Boolean({ description: "True once it was deleted; the record stays." }),
    deletedAt: Type.Optional(timestamp()),
    deletedBy: Type.Optional(Type.String({ description: "Who deleted it." })),
    primary: Type.Boolean({ description: "True for the one its channel uses by default." }),
    conditions: Type.Optional(Type.Array(StepFilter)),
    delivery: Type.Optional(DeliveryOptions),
    breaker: Type.Optional(
      Type.Object(
        {
          trips: Type.Integer({ description: "How often in a row." }),
          openUntil: Type.Optional(timestamp()),
        },
        { description: "Stands here while the provider keeps failing: it is not called before this moment." },
      ),
    ),
  },
  { title: "Integration", description: "A configured connection to a delivery provider for one channel." },
);
export type Integration = Static<typeof Integration>;

const changeableFields = {
  name: Type.Optional(line("Name for people.")),
  identifier: Type.Optional(Type.String({ minLength: 1, maxLength: ID_MAX })),
  _environmentId: Type.Optional(line("Environment it belongs to; the key's own when left out.", ID_MAX)),
  credentials: Type.Optional(CredentialsInput),
  configurations: Type.Optional(Configurations),
  active: Type.Optional(Type.Boolean()),
  check: Type.Optional(Type.Boolean({ description: "Try the credentials with the provider first." })),
  conditions: Type.Optional(
    Type.Array(StepFilter, {
      maxItems: 100,
      description: `When it sends. At most ${LIMITS.integrationPartBytes} bytes of JSON.`,
    }),
  ),
  delivery: Type.Optional(DeliveryOptions),
};

/** Wire-facts 4.7. */
export const IntegrationInput = Type.Object(
  {
    providerId: Type.String({ minLength: 1, maxLength: ID_MAX, description: "The provider behind it." }),
    channel: words(CHANNELS),
    ...changeableFields,
  },
  { title: "IntegrationInput", description: "What is said of an integration when it is created." },
);
export type IntegrationInput = Static<typeof IntegrationInput>;

/** Wire-facts 4.7; nothing to change is a 400 of the server. */
export const IntegrationChanges = Type.Object(changeableFields, {
  title: "IntegrationChanges",
  description: "What changes about an integration; a field left out stays as it is.",
});
export type IntegrationChanges = Static<typeof IntegrationChanges>;
