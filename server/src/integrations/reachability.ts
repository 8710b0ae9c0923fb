import { isDeepStrictEqual } from "node:util";
import { invalidField } from "../foundation/app-error.ts";
import type {
  AnyProvider,
  CheckDestination,
  Credentials,
  DestinationRefusal,
} from "../providers/provider.ts";

type Changed = { provider: AnyProvider | undefined; credentials: Credentials; before?: Credentials };

/**
 * Checks the destinations that are new in the credentials.
 * @throws AppError invalid for a destination that outgoing calls may not reach, with the field and the setting to
 * allow it.
 */
export async function refuseUnreachable(
  checkDestination: CheckDestination,
  { provider, credentials, before = {} }: Changed,
): Promise<void> {
  const reachedBefore = provider?.reaches?.(before) ?? [];
  for (const reach of provider?.reaches?.(credentials) ?? []) {
    if (reachedBefore.some((one) => isDeepStrictEqual(one, reach))) continue;
    const refusal = await checkDestination(reach);
    if (refusal) throw invalidField(`credentials.${reach.field}`, sentenceOf(reach.field, refusal));
  }
}

function sentenceOf(field: string, { reason, allow }: DestinationRefusal): string {
  const refused = `credentials.${field} is a destination that this server does not call: ${reason}`;
  if (allow === undefined) return refused;
  return `${refused}. The operator can allow it: add ${allow} to the setting TIDINGS_OUTBOUND_ALLOW`;
}
