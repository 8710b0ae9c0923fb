import { type Static, Type } from "typebox";
import { ID_MAX, line } from "./fields.ts";
import { type Channel, TIME_UNITS, type TimeUnit, words } from "./vocabulary.ts";

const duration = (description: string) =>
  Type.Object(
    { amount: Type.Number({ exclusiveMinimum: 0, maximum: 10_000 }), unit: words(TIME_UNITS) },
    { description },
  );

/** A channel step that runs only when an earlier step did not reach the subscriber. */
export const FallbackOptions = Type.Object(
  {
    step: line("The stepId of an earlier channel step.", ID_MAX),
    is: words(["not_delivered", "not_seen", "not_read"], {
      description:
        "not_delivered: no provider accepted it, or the vendor reported since that it bounced or failed. not_seen, not_read: state of the in-app message.",
    }),
    within: Type.Optional(
      duration(
        "How long to wait before checking: for a reaction, or for the vendor's report about an e-mail, SMS or chat message. Default: check at once.",
      ),
    ),
  },
  { title: "FallbackOptions", description: "Send only if an earlier step has not reached the subscriber." },
);
export type FallbackOptions = Static<typeof FallbackOptions>;

/** A channel step that is sent again until the subscriber has reacted. */
export const RepeatOptions = Type.Object(
  {
    until: words(["seen", "read"]),
    step: Type.Optional(
      line(
        "The stepId of the in-app step that must be seen or read; default for an in-app step: itself.",
        ID_MAX,
      ),
    ),
    every: duration("Interval between two messages."),
    atMost: Type.Integer({ minimum: 1, maximum: 20, description: "Maximum number of repetitions." }),
  },
  { title: "RepeatOptions", description: "Send again until the subscriber has seen or read the message." },
);
export type RepeatOptions = Static<typeof RepeatOptions>;

/** Retries and failover of a message. A step's options override its integration's, which override the defaults. */
export const DeliveryOptions = Type.Object(
  {
    maxAttempts: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, description: "Attempts with one integration; default 8." }),
    ),
    lifetime: Type.Optional(
      Type.Object(
        { amount: Type.Number({ exclusiveMinimum: 0, maximum: 10_000 }), unit: words(TIME_UNITS) },
        {
          description:
            "Not sent after this time; default: 1 hour (SMS, push), 6 hours (chat), 24 hours (e-mail).",
        },
      ),
    ),
    failover: Type.Optional(
      Type.Boolean({
        description: "Try another active integration of the channel after a failure; default true.",
      }),
    ),
    failoverOnAmbiguous: Type.Optional(
      Type.Boolean({
        description:
          "Fail over even if the first provider may have sent the message, which can then arrive twice; default false.",
      }),
    ),
  },
  { title: "DeliveryOptions", description: "Retries and failover of a message." },
);
export type DeliveryOptions = Static<typeof DeliveryOptions>;

type Lifetime = { readonly amount: number; readonly unit: TimeUnit };

/** What holds where neither a step nor its integration says something else. In-app messages are not sent. */
export const DELIVERY_DEFAULTS = {
  maxAttempts: 8,
  lifetime: {
    email: { amount: 24, unit: "hours" },
    sms: { amount: 1, unit: "hours" },
    chat: { amount: 6, unit: "hours" },
    push: { amount: 1, unit: "hours" },
  },
  failover: true,
  failoverOnAmbiguous: false,
} as const satisfies Omit<Required<DeliveryOptions>, "lifetime"> & {
  lifetime: Record<Exclude<Channel, "in_app">, Lifetime>;
};
