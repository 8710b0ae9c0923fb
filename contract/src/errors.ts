import { Type } from "typebox";

/**
 * The one shape of every failure (wire-facts 2.0). `errors` stands only in a 422, `errorId` only in a 500; what a
 * failure has to tell beyond its message stands in `ctx` and, for older clients, flat beside it.
 */
export const ErrorAnswer = Type.Object(
  {
    statusCode: Type.Number(),
    timestamp: Type.String({ format: "date-time" }),
    path: Type.String({ description: "The request's URL with its query." }),
    message: Type.String(),
    error: Type.Optional(Type.String({ description: "The reason phrase of the status." })),
    ctx: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    errorId: Type.Optional(Type.String({ description: "Names this failure in the service's log." })),
    errors: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({ messages: Type.Array(Type.String()), value: Type.Optional(Type.Unknown()) }),
      ),
    ),
  },
  { $id: "Error" },
);
