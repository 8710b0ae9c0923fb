import { type Static, Type } from "typebox";
import { ID_MAX, line } from "./fields.ts";
import { TIME_UNITS, words } from "./vocabulary.ts";

const length = (description: string) =>
  Type.Object(
    { amount: Type.Number({ exclusiveMinimum: 0, maximum: 10_000 }), unit: words(TIME_UNITS) },
    { description },
  );

/** Ours (issue 4): a channel's step that only happens where an earlier one has not done its work. */
export const FallbackOptions = Type.Object(
  {
    step: line("The stepId of an earlier step of a channel.", ID_MAX),
    is: words(["not_delivered", "not_seen", "not_read"], {
      description: "not_delivered: no provider took it. not_seen, not_read: of an in-app message.",
    }),
    within: Type.Optional(
      length("For not_seen and not_read: how long to wait for it; at once when left out."),
    ),
  },
  { title: "FallbackOptions", description: "Send only if an earlier step has not reached the subscriber." },
);
export type FallbackOptions = Static<typeof FallbackOptions>;

/** Ours (issue 4): a channel's step that is sent again until the subscriber has reacted. */
export const RepeatOptions = Type.Object(
  {
    until: words(["seen", "read"]),
    step: Type.Optional(
      line("The stepId of the in-app step that is to be seen or read; an in-app step means itself.", ID_MAX),
    ),
    every: length("How long to wait in between."),
    atMost: Type.Integer({ minimum: 1, maximum: 20, description: "How often it is sent again." }),
  },
  { title: "RepeatOptions", description: "Send again until the subscriber has seen or read it." },
);
export type RepeatOptions = Static<typeof RepeatOptions>;

/** Ours (issue 4): how hard a message is tried. A step's word beats its integration's, and that the default. */
export const DeliveryOptions = Type.Object(
  {
    maxAttempts: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, description: "Through one integration; 8 by default." }),
    ),
    lifetime: Type.Optional(
      Type.Object(
        { amount: Type.Number({ exclusiveMinimum: 0, maximum: 10_000 }), unit: words(TIME_UNITS) },
        { description: "Not sent after this; by default an hour (SMS, push), 6 (chat) or 24 (e-mail)." },
      ),
    ),
    failover: Type.Optional(
      Type.Boolean({ description: "Go to another active integration of the channel; true by default." }),
    ),
    failoverOnAmbiguous: Type.Optional(
      Type.Boolean({
        description:
          "Also when the first may have sent it after all: it may then arrive twice. False by default.",
      }),
    ),
  },
  { title: "DeliveryOptions", description: "How hard a message is tried." },
);
export type DeliveryOptions = Static<typeof DeliveryOptions>;
