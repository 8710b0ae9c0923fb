import { type TSchema, Type } from "typebox";

/** The schema of a response with its envelope. */
export function inEnvelope(response: TSchema): TSchema {
  return Type.Object({ data: response });
}
