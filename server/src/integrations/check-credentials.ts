import { AppError } from "../foundation/app-error.ts";
import type { AnyProvider, Credentials, ProviderIO } from "../providers/provider.ts";
import type { DirectCalls } from "./direct-calls.ts";

type Checked = { environmentId: string; provider: AnyProvider; credentials: Credentials };

/**
 * Asks the provider whether it accepts the credentials; nothing is sent. Providers without such a call are not asked.
 * @throws AppError bad_request with the provider's answer if it does not accept them, or is not reached.
 */
export async function refuseUnaccepted(
  { io, directCalls }: { io: ProviderIO; directCalls: DirectCalls },
  { environmentId, provider, credentials }: Checked,
): Promise<void> {
  if (provider.channel === "in_app" || !provider.check) return;
  const { check } = provider;
  const outcome = await directCalls.run(environmentId, () => check(credentials, io));
  if (outcome.kind === "accepted") return;
  const facts = { outcome: outcome.kind, ...(outcome.raw === undefined ? {} : { raw: outcome.raw }) };
  throw new AppError(
    "bad_request",
    `${provider.displayName} did not confirm the credentials. ${outcome.reason}`,
    { facts },
  );
}
