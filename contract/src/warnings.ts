import { type Static, Type } from "typebox";

/** Something in a request that is stored and counts as something else, or is not stored. */
export const Warning = Type.Object(
  {
    field: Type.String({
      description: "Path of the field in the request, such as `timezone` or `to.0.timezone`.",
    }),
    message: Type.String({
      description: "What is wrong with the value and as what it counts, or why it is not stored.",
    }),
  },
  {
    title: "Warning",
    description: "A value that is stored although it cannot be used as it is, or that is not stored.",
  },
);
export type Warning = Static<typeof Warning>;

/** The field `warnings` of an answer. */
export const warnings = () =>
  Type.Optional(
    Type.Array(Warning, {
      description:
        "Values that are stored although they cannot be used as they are, or (inbox sessions without a hash) that are not stored; absent if there are none.",
    }),
  );
