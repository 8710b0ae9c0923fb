/** Everything belongs to exactly one environment; an API key opens exactly one. */
export type Environment = {
  id: string;
  organizationId: string;
  name: string;
  createdAt: Date;
};
