import { type TObject, Type } from "typebox";

/**
 * The shape of every failure. `errors` is only in a 422, `errorId` only in a 500; further facts are in `ctx` and, for
 * older clients, also at the top level.
 */
export const ErrorResponse = Type.Object(
  {
    statusCode: Type.Number(),
    timestamp: Type.String({ format: "date-time" }),
    path: Type.String({ description: "The request's URL with its query." }),
    message: Type.String(),
    error: Type.Optional(Type.String({ description: "The reason phrase of the status." })),
    ctx: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    workflowId: Type.Optional(
      Type.String({ description: "The workflow that was not found, or whose step was not found." }),
    ),
    stepId: Type.Optional(Type.String({ description: "The step that was not found." })),
    errorId: Type.Optional(Type.String({ description: "Identifies this failure in the service's log." })),
    errors: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({ messages: Type.Array(Type.String()), value: Type.Optional(Type.Unknown()) }),
      ),
    ),
  },
  { $id: "Error" },
);

const { errors: _, ...commonMembers } = ErrorResponse.properties;

/** A payload that does not match the workflow's schema, with one error per field. */
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
      { description: "Empty if the payload could not be checked." },
    ),
    schema: Type.Optional(Type.Unknown({ description: "The workflow's payload schema." })),
  },
  { title: "PayloadValidationError", description: "The payload does not match the workflow's schema." },
);

/** The 400 of a trigger. */
export const TriggerRefusal = Type.Unsafe<object>({ oneOf: [ErrorResponse, PayloadValidationError] });

/** A 409 with the members of the existing record, which Novu's clients read. */
export function conflictWith(record: TObject, title: string): TObject {
  const description = "The record already exists; the response contains its members and those of the error.";
  const { properties } = Type.Partial(record);
  return Type.Object({ ...properties, ...ErrorResponse.properties }, { title, description });
}
