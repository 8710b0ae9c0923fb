/** Everything belongs to exactly one environment; an API key opens exactly one. */
export type Environment = {
  id: string;
  organizationId: string;
  name: string;
  /** Made for tests: its clock can be held (`/v1/test-clock`). */
  isTest: boolean;
  createdAt: Date;
};

/** What people call an environment and see of it; the service itself decides nothing by it. */
export type EnvironmentLook = {
  /** The caller's own name of it; null where it is the id. */
  identifier: string | null;
  color: string | null;
};

/** An environment as it is listed. */
export type ListedEnvironment = Environment & EnvironmentLook;
