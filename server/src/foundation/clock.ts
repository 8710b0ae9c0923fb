/** The only access to the wall clock. Due times and leases use the database's clock instead. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
