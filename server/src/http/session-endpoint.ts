import type { AnyOperation, ResponseOf } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import type { InboxSession } from "../inbox/session.ts";
import {
  type Call,
  type Endpoint,
  endpoint,
  type ResponseWithStatus,
  type SessionStores,
} from "./endpoint.ts";

/** Like `endpoint`, for an operation with the principal `subscriber`. */
export function sessionEndpoint<O extends AnyOperation>(
  operation: O,
  stores: SessionStores<O>,
  handle: (
    call: Call<O> & { readonly session: InboxSession },
  ) => Promise<ResponseOf<O> | ResponseWithStatus<ResponseOf<O>>>,
): Endpoint {
  const bound = endpoint(operation, async (call) => {
    const { session, body } = call;
    if (!session) throw new Error(`${operation.id} was called without a session`);
    if (!session.isProven && typeof stores === "function") refuseValues(stores(body));
    return handle({ ...call, session });
  });
  return { ...bound, stores: stores as SessionStores<AnyOperation> };
}

/** @throws AppError forbidden; its message names the fields */
function refuseValues(fields: readonly string[]): void {
  if (fields.length === 0) return;
  const reason =
    "is not stored, because the session has no subscriberHash; open it with one, or use an API key";
  throw new AppError("forbidden", `${fields.join(", ")} ${reason}`);
}
