/** Work that calls with the same name at the same moment share. */
export type SharedWork<More extends unknown[], Result> = {
  /** A call that comes while work of its name is under way gets its result. */
  (name: string, ...more: More): Promise<Result>;
  /** Later calls do not get the result of the work that is under way: it began before a change. */
  outdate(name: string): void;
};

/** Calls of `work` with the same name at the same moment share one: those that come while it is under way get its result. */
export function shareWork<More extends unknown[], Result>(
  work: (name: string, ...more: More) => Promise<Result>,
): SharedWork<More, Result> {
  const underWay = new Map<string, Promise<Result>>();
  const shared = (name: string, ...more: More): Promise<Result> => {
    const current = underWay.get(name);
    if (current) return current;
    const begun = work(name, ...more).finally(() => {
      if (underWay.get(name) === begun) underWay.delete(name);
    });
    underWay.set(name, begun);
    return begun;
  };
  return Object.assign(shared, { outdate: (name: string) => void underWay.delete(name) });
}
