import { type Static, Type } from "typebox";
import { TIME_UNITS, words } from "./vocabulary.ts";

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
