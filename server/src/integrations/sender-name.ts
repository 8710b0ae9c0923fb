import { invalidField } from "../foundation/app-error.ts";
import { isMailbox } from "../providers/email/mail-faults.ts";
import type { Credentials } from "../providers/provider.ts";

/**
 * Refuses a name that no mail may have as its sender: every mail of the integration would fail.
 * @throws AppError invalid, with the field.
 */
export function refuseSenderName({ senderName }: Credentials): void {
  if (typeof senderName !== "string" || isMailbox({ address: "a@a.example", name: senderName })) return;
  throw invalidField(
    "credentials.senderName",
    "credentials.senderName must be a text without line breaks and control characters",
  );
}
