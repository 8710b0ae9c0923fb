/** Every record belongs to exactly one environment; an API key opens exactly one. */
export type Environment = {
  id: string;
  organizationId: string;
  name: string;
  /** Created for tests: its clock can be frozen (`/v1/test-clock`). */
  isTest: boolean;
  createdAt: Date;
};

/** Labels of an environment; they do not change how the service behaves. */
export type EnvironmentLook = {
  /** The caller's identifier; null if it is the id. */
  identifier: string | null;
  color: string | null;
  /** The dashboard asks again before it sends or deletes something there. */
  isProtected: boolean;
};

/** An environment with its labels. */
export type ListedEnvironment = Environment & EnvironmentLook;
