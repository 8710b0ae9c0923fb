/** Every record belongs to exactly one environment; an API key opens exactly one. */
export type Environment = {
  id: string;
  organizationId: string;
  name: string;
  /** Created for tests: its clock can be frozen (`/v1/test-clock`). */
  isTest: boolean;
  /** The time zone of subscribers without a zone that the service knows, as tzdata spells it; UTC if none was chosen. */
  defaultZone: string;
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

/** What the times of an environment are computed from. */
export type EnvironmentTime = {
  /** A frozen test clock, or else the database's time. */
  now: Date;
  isFrozen: boolean;
} & Pick<Environment, "defaultZone">;
