/** The same members without those that have no value. */
export type Present<T> = {
  [K in keyof T as null extends T[K] ? never : undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]>;
};

/** Leaves out what is null or undefined: the field's clients take an absent key and refuse null (wire-facts 3.1). */
export function omitEmpty<T extends object>(members: T): Present<T> {
  const entries = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Present<T>;
}
