import { createHmac, randomUUID } from "node:crypto";

/** Receipts as Resend sends them: signed by Svix (https://docs.svix.com/receiving/verifying-payloads/how-manual). */

const SECRET = Buffer.from("a signing key of the campaign ...");
export const SIGNING_KEY = `whsec_${SECRET.toString("base64")}`;

/** What Resend reports about each mail, and the execution detail that the service stores for it. */
export const EVENTS = [
  { type: "email.delivered", code: "message_delivered" },
  { type: "email.opened", code: "message_opened" },
] as const;

export const eventOf = (type: string, emailId: string, at: number): object => ({
  type,
  created_at: new Date(at).toISOString(),
  data: { email_id: emailId },
});

/** The headers of a receipt; each attempt is signed anew, because the service refuses old signatures. */
export function signed(text: string): Record<string, string> {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac("sha256", SECRET).update(`${id}.${timestamp}.${text}`).digest("base64");
  return { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,${signature}` };
}
