import type { Integration } from "../src/integrations/integration.ts";

let count = 0;

/** An active e-mail integration as it is stored; it is not primary. */
export function storedIntegration(fields: Partial<Integration> = {}): Integration {
  const id = `i${++count}`;
  return {
    id,
    identifier: id,
    name: id,
    channel: "email",
    providerId: "nodemailer",
    credentials: {},
    configurations: null,
    conditions: null,
    delivery: null,
    rates: null,
    pausedUntil: null,
    pausedFor: null,
    switchedOffAt: null,
    breakerOpenUntil: null,
    breakerTrips: 0,
    changedAt: new Date(0),
    isActive: true,
    isPrimary: false,
    priority: 0,
    deletedAt: null,
    deletedBy: null,
    ...fields,
  };
}
