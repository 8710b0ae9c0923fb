import type { CredentialsCheck } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import type { AnyProvider, Credentials, ProviderIO } from "../providers/provider.ts";
import type { DirectCalls } from "./direct-calls.ts";

type Checked = { environmentId: string; provider: AnyProvider; credentials: Credentials };

/**
 * Asks the provider whether it accepts the credentials; nothing is sent. @returns whether it was asked, and a sentence.
 * @throws AppError bad_request with the provider's answer if it does not accept them, or is not reached.
 */
export async function refuseUnaccepted(
  { io, directCalls }: { io: ProviderIO; directCalls: DirectCalls },
  { environmentId, provider, credentials }: Checked,
): Promise<CredentialsCheck> {
  const { displayName } = provider;
  const check = provider.channel === "in_app" ? undefined : provider.check;
  if (!check) return notAsked(`${displayName} has no call that tests credentials without sending a message.`);
  const outcome = await directCalls.run(environmentId, () => check(credentials, io));
  if (!outcome) return notAsked(`${displayName} has no call that tests these credentials.`);
  if (outcome.kind === "accepted")
    return { outcome: "accepted", detail: `${displayName} accepts the credentials.` };
  const facts = { outcome: outcome.kind, ...(outcome.raw === undefined ? {} : { raw: outcome.raw }) };
  throw new AppError("bad_request", `${displayName} did not confirm the credentials. ${outcome.reason}`, {
    facts,
  });
}

function notAsked(reason: string): CredentialsCheck {
  return { outcome: "not_asked", detail: `${reason} Send a test message instead.` };
}
