/**
 * Example input of an operation, filled in by the API reference. The names match each other and the environment of the
 * first start, beginning with "create a subscriber"; examples of deletions use separate names.
 */
export type OperationExample = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};
