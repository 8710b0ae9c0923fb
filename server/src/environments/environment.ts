/** Everything belongs to exactly one environment; an API key opens exactly one. */
export type Environment = {
  id: string;
  organizationId: string;
  name: string;
  /** Made for tests: its clock can be held (`/v1/test-clock`). */
  isTest: boolean;
  createdAt: Date;
};
