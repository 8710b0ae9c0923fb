import type { Api, Call } from "../../http/endpoint.ts";
import type { Acceptor } from "../accept.ts";
import type { Accepted } from "../judge-request.ts";
import type { TriggerRequest } from "../trigger.ts";

/** What the trigger operations need beside the others. */
export type TriggerApi = Api & { readonly acceptor: Acceptor };

type Caller = Pick<Call<never>, "environment" | "transaction">;

/** Triggers of concurrent calls share a commit; under an idempotency key they belong to the call's transaction. */
export function acceptMany(
  acceptor: Acceptor,
  { environment, transaction }: Caller,
  requests: readonly TriggerRequest[],
): Promise<Accepted[]> {
  if (transaction) return acceptor.acceptIn(transaction, environment.id, requests);
  return Promise.all(requests.map((request) => acceptor.accept(environment.id, request)));
}

export async function acceptOne(
  acceptor: Acceptor,
  caller: Caller,
  request: TriggerRequest,
): Promise<Accepted> {
  const [accepted] = await acceptMany(acceptor, caller, [request]);
  return accepted as Accepted;
}
