/** The same members without those that are null or undefined. */
export type Present<T> = {
  [K in keyof T as null extends T[K] ? never : undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]>;
};

/** Removes null and undefined members: Novu's clients accept an absent key but not null. */
export function omitEmpty<T extends object>(members: T): Present<T> {
  const entries = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Present<T>;
}
