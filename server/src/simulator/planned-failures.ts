/** A case for the next requests to one vendor, or to all. */
export type PlannedFailure = { name: string; providerId?: string | undefined; times: number };

export type PlannedFailures = {
  add(planned: PlannedFailure): void;
  clear(): void;
  /** The case for a request to this vendor; counts it. */
  take(providerId: string): string | undefined;
};

/** The oldest plan that fits a vendor is used first; `always` is used when none fits. */
export function createPlannedFailures(always: string | undefined): PlannedFailures {
  const plans: PlannedFailure[] = [];
  return {
    add: (planned) => void plans.push({ ...planned }),
    clear: () => void plans.splice(0),
    take(providerId) {
      const index = plans.findIndex((one) => one.providerId === undefined || one.providerId === providerId);
      const plan = plans[index];
      if (!plan) return always;
      plan.times -= 1;
      if (plan.times <= 0) plans.splice(index, 1);
      return plan.name;
    },
  };
}

const MAX_TIMES = 1_000_000;

/** Reads `/_fail/CASE?vendor=ID&times=N`: N is 1 if it is not stated. @returns the reason why it cannot be read. */
export function plannedIn(url: string): PlannedFailure | string {
  const { pathname, searchParams } = new URL(url, "http://simulator.test");
  const [, name] = /^\/_fail\/([a-z0-9-]+)$/.exec(pathname) ?? [];
  const times = Number(searchParams.get("times") ?? 1);
  if (name === undefined) return "The path is /_fail/CASE";
  if (!Number.isInteger(times) || times < 1 || times > MAX_TIMES)
    return `times is a number from 1 to ${MAX_TIMES}`;
  return { name, providerId: searchParams.get("vendor") ?? undefined, times };
}
