import type { InAppProvider } from "../provider.ts";

/** The inbox. Nothing is sent: a stored message is delivered. */
export const inApp: InAppProvider = { id: "svc", channel: "in_app", displayName: "In-App", fields: [] };
