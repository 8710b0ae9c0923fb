import { type TObject, Type } from "typebox";

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
    workflowId: Type.Optional(
      Type.String({ description: "The workflow that was not found, or of the step." }),
    ),
    stepId: Type.Optional(Type.String({ description: "The step that was not found." })),
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

const { errors: _, ...commonMembers } = ErrorAnswer.properties;

/** A payload that the workflow's schema refuses, field by field. */
export const PayloadValidationError = Type.Object(
  {
    ...commonMembers,
    type: Type.Literal("PAYLOAD_VALIDATION_ERROR"),
    errors: Type.Array(
      Type.Object({
        field: Type.String(),
        message: Type.String(),
        value: Type.Optional(Type.Unknown()),
        schemaPath: Type.Optional(Type.String()),
      }),
      { description: "Empty where the payload could not be checked." },
    ),
    schema: Type.Optional(Type.Unknown({ description: "The schema of the workflow's payload." })),
  },
  { title: "PayloadValidationError", description: "The payload does not fit the workflow's schema." },
);

/** A trigger's 400. */
export const TriggerRefusal = Type.Unsafe<object>({ oneOf: [ErrorAnswer, PayloadValidationError] });

/** A 409 that holds the members of the record that exists already, as Novu's clients read them. */
export function conflictWith(record: TObject, title: string): TObject {
  const description = "The record exists already: its members stand beside those of the error.";
  const { properties } = Type.Partial(record);
  return Type.Object({ ...properties, ...ErrorAnswer.properties }, { title, description });
}
